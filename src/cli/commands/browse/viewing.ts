// Shows pages of a local viewer until Ctrl-C, or until it has been idle for a while.
import type { Viewer } from '../../../server/viewer.ts'
import type { Session } from '../../core/session.ts'
import { showPage } from '../../prompts/open-browser.ts'

interface ViewingPlace {
  readonly opens: boolean
  readonly session: Session
}

interface Viewing extends ViewingPlace {
  /** Of the page that is shown first. */
  readonly path: string
  /** As it was typed. */
  readonly idle: string
  readonly idle_ms: number
}

/** What every viewer needs of the session. */
function viewingOptions(session: Session, onRequest: () => void) {
  const { runtime, settings } = session
  return {
    timezone: settings.timezone ?? runtime.timezone,
    key: Buffer.from(runtime.random_bytes(16)).toString('base64url'),
    onRequest,
    onUnexpectedError: (error: unknown) => void session.complain(error),
    now: runtime.now,
  }
}

export async function viewUntilEnd(
  open: (options: ReturnType<typeof viewingOptions>) => Promise<Viewer>,
  { path, idle, idle_ms, ...place }: Viewing,
): Promise<void> {
  const { runtime, note } = place.session
  let last = runtime.ticks()
  const viewer = await open(
    viewingOptions(place.session, () => {
      last = runtime.ticks()
    }),
  )
  try {
    await showPage(`${viewer.url}${path}`, place)
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

/** Resolves with true when it is idle, and with false at the signal. */
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
