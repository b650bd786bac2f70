// Shows the pages of a local server until Ctrl-C, or until it has been idle for some time.
import type { Viewer } from '../../../server/viewer.ts'
import type { Session } from '../../core/session.ts'
import { showPage } from '../../prompts/open-browser.ts'

interface BrowserOptions {
  readonly opens: boolean
  readonly session: Session
}

interface Viewing extends BrowserOptions {
  /** The path of the first page. */
  readonly path: string
  /** The idle time as typed: `10m`. */
  readonly idle: string
  readonly idle_ms: number
}

/** The options of every viewer. */
function viewingOptions(session: Session, onRequest: () => void) {
  const { runtime, settings } = session
  return {
    timezone: settings.timezone ?? runtime.timezone,
    key: Buffer.from(runtime.random_bytes(16)).toString('base64url'),
    onRequest,
    onUnexpectedError: (error: unknown) => {
      session.reportError(error).catch(() => undefined)
    },
    now: runtime.now,
  }
}

export async function viewUntilEnd(
  open: (options: ReturnType<typeof viewingOptions>) => Promise<Viewer>,
  { path, idle, idle_ms, ...browser_options }: Viewing,
): Promise<void> {
  const { runtime, note } = browser_options.session
  let last = runtime.ticks()
  const viewer = await open(
    viewingOptions(browser_options.session, () => {
      last = runtime.ticks()
    }),
  )
  try {
    await showPage(`${viewer.url}${path}`, browser_options)
    await note({
      en: `read-only; stops on Ctrl-C or after ${idle} without a request`,
      de: `nur lesend; endet mit Strg+C oder nach ${idle} ohne Anfrage`,
    })
    const isIdle = await endOf(runtime, () => runtime.ticks() - last >= idle_ms, Math.min(idle_ms, 10_000))
    if (isIdle) await note({ en: `stopped after ${idle} without a request`, de: `nach ${idle} ohne Anfrage beendet` })
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
