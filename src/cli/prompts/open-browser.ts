// Opens a page in the user's browser.
import { isDatabaseUrl } from '../../base/database-url.ts'
import { sameText, t } from '../../base/text/language.ts'
import { isLocalCalendar } from '../../client/address/api-root.ts'
import type { Json } from '../../base/json.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { CalError, usageError } from '../../base/errors.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Session } from '../types/session.ts'

/**
 * Opens the page of a record on its site.
 *
 * Errors: `usage` for anything but a web address, and for a database file, which has no pages.
 */
export async function openBrowser(url: Json | undefined, session: PageSession): Promise<void> {
  const { api_root } = session.settings
  if (api_root !== undefined && isLocalCalendar(api_root)) throw withoutPages(api_root)
  if (typeof url !== 'string' || !/^https?:\/\//.test(url)) {
    throw usageError(t('no web page to open: {url}', { url: quoted(url ?? null) }))
  }
  await showPage(url, { opens: true, session })
}

type PageSession = Pick<Session, 'runtime' | 'note' | 'format' | 'settings'>

/** Opens an address in `BROWSER` or the system's default browser; without a desktop, prints it. */
export async function showPage(
  url: string,
  { opens, session }: { readonly opens: boolean; readonly session: PageSession },
): Promise<void> {
  const { runtime, note, format } = session
  const { BROWSER } = runtime.env
  if (!opens || (!BROWSER && !hasDesktop(runtime)))
    return format === undefined ? runtime.stdout.write(`${escapeControls(url)}\n`) : note(sameText(url))
  await note(t('opening {url}', { url }))
  if (!BROWSER) {
    const { default: open } = await import('open')
    try {
      await open(url)
    } catch (cause) {
      throw new CalError('usage', t('no browser found'), {
        cause,
        hint: t('open the URL yourself, or set a program: BROWSER=firefox'),
      })
    }
    return
  }
  const child = spawn(BROWSER, [url], { detached: true, stdio: 'ignore' })
  const failed = once(child, 'error').then(([cause]) => {
    throw new CalError('usage', t('cannot start {BROWSER} (BROWSER)', { BROWSER }), { cause })
  })
  await Promise.race([once(child, 'spawn'), failed])
  child.unref()
}

/** A browser started over SSH would open on the remote machine. */
function hasDesktop({ env, platform }: Pick<Session['runtime'], 'env' | 'platform'>): boolean {
  if (platform === 'darwin' || platform === 'win32') return !env.SSH_CONNECTION
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY || env.WSL_DISTRO_NAME)
}

function withoutPages(api_root: string): CalError {
  const text = isDatabaseUrl(api_root) ? t('a database') : t('a local file')
  return usageError(
    t('no web page to open: {api_root} is {text}', { api_root, text }),
    t('show it in the browser: cal browse; in the terminal: cal agenda, cal events get'),
  )
}
