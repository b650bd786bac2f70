// Which statuses exist is the service's to say; when it refuses one that is nearly a usual one, that one is named.
import { Failure } from '../base/failure.ts'
import { closest } from './closest.ts'
import type { Input } from './command.ts'
import { usual_statuses } from './choices.ts'

/** The same error, with a hint where the status was most likely misspelled. */
export function withNearStatus(error: unknown, { values }: Input): unknown {
  if (!(error instanceof Failure) || error.hint || !Object.hasOwn(error.remote?.fields ?? {}, 'status') || typeof values.status !== 'string') return error
  const near = usual_statuses.includes(values.status) ? undefined : closest(values.status, usual_statuses)
  if (near === undefined) return error
  const { code, text, cause, remote } = error
  return new Failure(code, text, { cause, ...(remote ? { remote } : {}), hint: { en: `did you mean ${near}`, de: `gemeint war vielleicht ${near}` } })
}
