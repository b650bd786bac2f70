// Waits that a server asks for: announced when they are long, refused when they are longer than allowed.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'

/** Told of a pause before it begins. */
export type OnWait = (text: Text) => void

export interface WaitLimits {
  /** The longest wait that is accepted. */
  readonly wait_ms_max: number
  readonly onWait?: OnWait
}

export const wait_limits_default: WaitLimits = { wait_ms_max: 60_000 }
/** Shorter waits are not worth a line. */
const announced_ms_min = 3_000

/** The server asks for more time than `--max-wait` allows. */
export class WaitTooLongError extends CalError {
  constructor(wait_ms: number, status: number) {
    const seconds = Math.ceil(wait_ms / 1000)
    const { en, de } = reasonOf(status)
    super(
      'server_failed',
      { en: `${en} and asks to retry in ${seconds} s`, de: `${de}, neuer Versuch erst in ${seconds} s` },
      {
        remote: { status },
        hint: { en: `--max-wait ${seconds} waits that long`, de: `--max-wait ${seconds} wartet so lange` },
      },
    )
  }
}

/** Announces waits: requests that run side by side are asked to wait together, and one line says so. */
export class WaitAnnouncer {
  readonly #limits: WaitLimits
  readonly #now: () => number
  #announced_until = 0

  constructor(limits: WaitLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Fails: `WaitTooLong` where it is longer than allowed. */
  announce(wait_ms: number, status: number): void {
    const { wait_ms_max, onWait } = this.#limits
    if (wait_ms > wait_ms_max) throw new WaitTooLongError(wait_ms, status)
    const until = this.#now() + wait_ms
    if (wait_ms < announced_ms_min || until < this.#announced_until + announced_ms_min) return
    this.#announced_until = until
    const seconds = Math.ceil(wait_ms / 1000)
    const { en, de } = reasonOf(status)
    onWait?.({ en: `${en}: retrying in ${seconds} s`, de: `${de}: neuer Versuch in ${seconds} s` })
  }
}

function reasonOf(status: number): Text {
  return status === 429
    ? { en: 'the server is limiting requests (429)', de: 'der Server begrenzt die Anfragen (429)' }
    : { en: `the server is unavailable (${status})`, de: `der Server ist nicht verfügbar (${status})` }
}
