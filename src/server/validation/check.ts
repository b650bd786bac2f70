// Checks of values: a check converts a sent value for handlers, or refuses it. Reads the values of a request by their
// checks, and collects the errors.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Json } from '../../base/json.ts'
import { t, type Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Parameter, Parameters } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import { type Given, listOf } from '../../spec/read.ts'
import { ApiError, type ApiErrorCode } from '../domain/api-error.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { CrashingInput } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Store } from '../storage/store.ts'

/** The value is refused. */
export const refused = Symbol('refused')
/** The value is not of the declared type; such values are reported only if no value is refused. */
export const mistyped = Symbol('mistyped')
/** The value counts as not sent. */
export const ignored = Symbol('ignored')

export type Mark = typeof refused | typeof mistyped | typeof ignored

/** The request and the store that a check can depend on. */
export interface CheckContext {
  readonly store: Store
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly operation: Operation
  readonly given: Given
  readonly caller: Caller | undefined
}

export interface Check<T = unknown> {
  /** A promise if it looks up records. */
  readonly read: (value: Json, context: CheckContext) => T | Mark | Promise<T | Mark>
  /** The accepted values, as the end of a sentence: `needs …`. */
  readonly needs: Text
  /** The whole sentence instead, for parameters that accept no value. */
  readonly says?: Text
  /** The code of the error in `details`. */
  readonly code?: string
  /** Accepted values that deployed services crash on. */
  readonly crashing?: readonly CrashingInput<T>[]
}

/** The check of a parameter; undefined for one whose value nobody uses. */
export type CheckOf = (name: string, parameter: Parameter) => Check | undefined

export function check<T>(needs: Text, read: Check<T>['read']): Check<T> {
  return { read, needs }
}

/** A number or boolean for a parameter declared a string: converted to text, in quirks mode mistyped. Source: Q16. */
export function textOfOther(value: number | boolean, { settings }: CheckContext): string | typeof mistyped {
  return quirk(settings, 'json_types_are_strict') ? mistyped : String(value)
}

/** A value that was refused or has the wrong type. */
export interface ValidationError {
  readonly name: string
  readonly mark: typeof refused | typeof mistyped
  readonly check: Pick<Check, 'needs' | 'says' | 'code'>
  readonly value: Json | undefined
}

export interface ValidatedValues<V> {
  readonly values: V
  /** In the order of the parameters. */
  readonly errors: readonly ValidationError[]
  /** The error of quirks mode for a value that crashes a deployed service; without it such a value is refused. */
  readonly crash: ApiErrorCode | undefined
}

/** Reads all values by their checks. Values that were not sent, and names without a parameter, are left out. */
export async function readValues<V>(
  parameters: Parameters,
  checkOf: CheckOf,
  context: CheckContext,
): Promise<ValidatedValues<V>> {
  const values: Record<string, unknown> = {}
  const errors: ValidationError[] = []
  const crashes = quirk(context.settings, 'unchecked_inputs_crash')
  let crash: ApiErrorCode | undefined
  for (const name in parameters) {
    const value = context.given[name]
    const parameter = parameters[name]
    if (value === undefined || !parameter) continue
    const check = checkOf(name, parameter)
    if (!check) continue
    const answer = value === null ? nullOf(parameter, context) : check.read(value, context)
    // Most checks look up nothing: waiting for each of them took a fiftieth of a create.
    const read = answer instanceof Promise ? await answer : answer
    if (read === refused || read === mistyped) errors.push({ name, mark: read, check, value })
    else if (read !== ignored) {
      values[name] = read
      const crashing = check.crashing?.find(({ code, matches }) => (code || !crashes) && matches(read))
      if (crashes) crash ??= crashing?.code
      else if (crashing) errors.push({ name, mark: refused, check: { needs: crashing.needs }, value })
    }
  }
  // Each value is what the check of its form or name returned, which the compiler cannot follow through the loop.
  return { values: values as V, errors, crash }
}

/**
 * `null` counts as not sent; in quirks mode it is a type error where a type is declared. Source: Q15, interface 1.2.
 */
function nullOf({ type }: Parameter, { settings }: CheckContext): typeof ignored | typeof mistyped {
  const isTyped = type !== 'untyped' && type !== 'array of integer'
  return isTyped && quirk(settings, 'null_is_a_type_error') ? mistyped : ignored
}

/** The required parameters that were not sent. */
export function missingOf(parameters: Parameters, given: Given): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.required && (given[name] ?? null) === null)
}

const shown_max = 60

/** The error as a sentence without its subject: `needs a date such as 2026-03-01, not "soon"`. */
export function sentenceOf({ mark, check: { needs, says }, value }: ValidationError): Text {
  const shown = quoted(typeof value === 'string' ? cut(value) : value)
  return (
    (mark === refused ? says : undefined) ??
    t('needs {needs}, not {shown}', { needs, shown: (language) => cut(shown[language]) })
  )
}

function cut(text: string): string {
  return text.length > shown_max ? `${text.slice(0, shown_max - 1)}…` : text
}

/** The maximum number of values in a query, a form or a JSON body, and of items in a text with commas. */
export const values_max = 5_000

/** Limits the number of values. Errors: 400 `rest_too_many_values`. */
export function requireFew(count: number): void {
  if (count > values_max) throw new ApiError('rest_too_many_values', { values: { max: String(values_max) } })
}

/** The items of a list or of a text with commas. Errors: 400 `rest_too_many_values`, before a text is split. */
export function itemsIn(value: Json | undefined): readonly Json[] {
  if (typeof value === 'string') requireFew(value.split(',', values_max + 1).length)
  return listOf(value)
}
