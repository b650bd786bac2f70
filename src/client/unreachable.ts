// What it means that a request found no answer: the sentence and what to do.
import { Failure } from '../base/failure.ts'

interface Circumstances {
  readonly origin: string
  readonly timeout_ms: number
  readonly timed_out: boolean
  readonly method: string
}

/** Fails with `unreachable`; the hint of a lost POST says that it may have been carried out. */
export function unreachable(cause: unknown, { origin, timeout_ms, timed_out, method }: Circumstances): Failure {
  const late = timed_out || /Timeout/.test(nameOf(cause))
  const text = late
    ? { en: `${origin} gave no answer within ${timeout_ms / 1000} s`, de: `${origin} hat binnen ${timeout_ms / 1000} s nicht geantwortet` }
    : { en: `cannot reach ${origin}: ${messageOf(cause)}`, de: `${origin} ist nicht erreichbar: ${messageOf(cause)}` }
  if (method === 'POST' && !neverArrived(cause)) return new Failure('unreachable', text, { cause, hint: look_first })
  return new Failure('unreachable', text, { cause, hint: late ? wait_longer : check_address })
}

/** A request that is never repeated by itself: its answer was lost, not it. */
const look_first = { en: 'it may have been carried out all the same: look before repeating it', de: 'womöglich wurde es trotzdem ausgeführt: erst nachsehen, dann wiederholen' }
const wait_longer = { en: '--timeout SECONDS waits longer', de: '--timeout SEKUNDEN wartet länger' }
const check_address = { en: 'check the address, or start a calendar of your own: cal serve', de: 'die Adresse prüfen, oder einen eigenen Kalender starten: cal serve' }

/** The connection was not made at all. */
function neverArrived(cause: unknown): boolean {
  const { code, errors } = (cause ?? {}) as { readonly code?: unknown; readonly errors?: readonly unknown[] }
  if (errors?.length) return errors.every(neverArrived)
  return typeof code === 'string' && /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|ERR_TLS.*|.*CERT.*)$/.test(code)
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : ''
}

/** Several addresses were tried: the first one's words stand for all. */
function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return messageOf(error.errors[0])
  return error instanceof Error ? error.message : String(error)
}
