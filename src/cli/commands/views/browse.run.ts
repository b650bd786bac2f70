// `cal browse [TARGET]`: opens the pages of `cal serve`, or serves the same pages for any other calendar.
import { usageError } from '../../../base/errors.ts'
import { proposal } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import type { OpenApi } from '../../../client/open.ts'
import { isLocalCalendar, siteAddressOf } from '../../../client/address/api-root.ts'
import { getRecord, targetOf } from '../../../client/api/records.ts'
import { stringOf } from '../../../base/json.ts'
import { resourceNamed, resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { durationMs } from '../../arguments/flag-values.ts'
import { askAnonymously, calendarHere } from '../../session/session.ts'
import { showPage } from '../../prompts/open-browser.ts'
import { browse_options } from './views.ts'

export const browse: CommandAction<typeof browse_options> = async ({ operands, options }, session) => {
  const idle = options.idle ?? browse_options.idle.default
  const api = await session.open()
  const path = await pathOf(operands, api)
  const browser_options: BrowserOptions = { opens: options.open !== false, session }
  const pages = isLocalCalendar(api.api_root) ? undefined : await ownPages(api.api_root, session)
  if (pages !== undefined) await showPage(`${pages}${path}`, browser_options)
  else await view(path, api, idle, browser_options)
  return { kind: 'done' }
}

/** The path of the page to open. Errors: those of reading the record. */
async function pathOf(operands: readonly string[], { exchange, api_root }: OpenApi): Promise<string> {
  const [first, second, ...more] = operands
  if (first === undefined) return '/events/'
  const named = second === undefined ? undefined : resourceNamed(first)?.plural
  const plural = named ?? 'events'
  const target = named === undefined ? first : (second ?? '')
  const rest = named === undefined ? operands.slice(1) : more
  if (rest.length > 0)
    throw usageError(
      t('unexpected argument "{rest}"', { rest: String(rest[0]) }),
      [target, ...rest].some((word) => /^\d+$/.test(word))
        ? t('specify one record')
        : proposal(['open', ...(named ? [first] : []), [target, ...rest].join(' ')]),
    )
  const record = await getRecord(exchange, plural, targetOf(target, { plural, api_root }))
  const { recordPath, termPath } = await import('../../../server/web/address.ts')
  const { singular } = resources[plural]
  const [slug, status] = [stringOf(record.slug), stringOf(record.status)]
  return singular === 'category' || singular === 'tag'
    ? termPath(singular, slug)
    : recordPath(singular, { id: Number(record.id), slug, status })
}

type BrowserOptions = { readonly opens: boolean; readonly session: Session }

/** Occurs only in the pages of `cal serve`. */
const generator = '<meta name="generator" content="cal">'

/** The URL of the site if `cal serve` provides its pages. Errors: `unreachable`. */
async function ownPages(api_root: string, session: Session): Promise<string | undefined> {
  const site = siteAddressOf(api_root)
  const request = { method: 'GET', path: '/events/', query: '', headers: { accept: 'text/html' } }
  const { status, body } = await askAnonymously(site, request, session)
  return status < 300 && body.includes(generator) ? site : undefined
}

/** Serves the pages until Ctrl-C, or until there was no request for the idle time, such as `10m`. */
async function view(path: string, api: OpenApi, idle: string, browser_options: BrowserOptions): Promise<void> {
  const idle_ms = durationMs(idle)
  const { openViewer } = await import('../../../server/viewer.ts')
  const { runtime, note, reportError } = browser_options.session
  let last = runtime.ticks()
  const viewer = await openViewer({
    exchange: api.exchange,
    visitors: api.visitors ?? api.exchange,
    api_root: api.api_root,
    timezone: (await calendarHere(browser_options.session)).zone,
    key: Buffer.from(runtime.random_bytes(16)).toString('base64url'),
    onRequest: () => {
      last = runtime.ticks()
    },
    onUnexpectedError: (error) => {
      reportError(error).catch(() => undefined)
    },
    now: runtime.now,
  })
  try {
    await showPage(`${viewer.url}${path}`, browser_options)
    await note(t('read-only; stops on Ctrl-C or after {idle} without a request', { idle }))
    const isIdle = await endOf(runtime, () => runtime.ticks() - last >= idle_ms, Math.min(idle_ms, 10_000))
    if (isIdle) await note(t('stopped after {idle} without a request', { idle }))
  } finally {
    await viewer.close()
  }
}

/** Resolves with true when the server has been idle, with false when the signal is aborted. */
function endOf({ signal, every }: Session['runtime'], isIdle: () => boolean, interval_ms: number): Promise<boolean> {
  return new Promise((resolve) => {
    const stop = every(interval_ms, () => {
      if (isIdle()) end(true)
    })
    const end = (idle: boolean) => {
      stop()
      resolve(idle)
    }
    if (signal.aborted) end(false)
    else signal.addEventListener('abort', () => end(false), { once: true })
  })
}
