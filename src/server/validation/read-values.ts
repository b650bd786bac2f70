// All values of a request read at once, each by its check, with everything that is wrong with them.
import type { Json } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import { quoted } from '../../base/text/quoted.ts'
import type { Parameter, Parameters } from '../../spec/model.ts'
import { type Given, readValue, unreadable, type Values } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, ignored, mistyped, type CheckContext, refused, type CheckResult } from './check.ts'

export type Checks = Readonly<Record<string, Check>>

export interface ValidationError {
  readonly name: string
  /** Whether the value is unusable, or usable but for its type. */
  readonly mark: typeof refused | typeof mistyped
  readonly check: Check
  readonly value: Json | undefined
}

export interface ValidatedValues {
  readonly values: Values
  /** In the order of the parameters. */
  readonly faults: readonly ValidationError[]
}

/** What was not given is in neither; names that the parameters do not know are left out. */
export function readValues(parameters: Parameters, checks: Checks, context: CheckContext): ValidatedValues {
  const values: Record<string, Json> = {}
  const faults: ValidationError[] = []
  for (const name in parameters) {
    const [value, check, parameter] = [context.given[name], checks[name], parameters[name]]
    if (!check || !parameter || value === undefined) continue
    const read = value === null ? nullOf(parameter, context) : typed(parameter, check.read(value, context))
    if (read === refused || read === mistyped) faults.push({ name, mark: read, check, value })
    else if (read !== ignored) values[name] = read
  }
  return { values, faults }
}

/** What a check let through, in its documented type by the reader that the client has, too. */
function typed(parameter: Parameter, read: CheckResult): CheckResult {
  if (read === refused || read === mistyped || read === ignored) return read
  const value = readValue(parameter, read)
  return value === unreadable ? mistyped : value
}

/** `null` says nothing. Source: D15. */
function nullOf({ type }: Parameter, { settings }: CheckContext): typeof ignored | typeof mistyped {
  const isTyped = type !== 'untyped' && type !== 'array of integer'
  return isTyped && quirk(settings, 'null_is_a_type_error') ? mistyped : ignored
}

/** The required parameters that the request does not bring. */
export function missingOf(parameters: Parameters, given: Given): readonly string[] {
  return Object.keys(parameters).filter((name) => parameters[name]?.required && (given[name] ?? null) === null)
}

const shown_max = 60

/** `needs a date such as 2026-03-01, not "soon"`. */
export function sentenceOf({ mark, check: { needs, says }, value }: ValidationError): Text {
  const shown = quoted(typeof value === 'string' ? cut(value) : value)
  return (
    (mark === refused ? says : undefined) ?? {
      en: `needs ${needs.en}, not ${cut(shown.en)}`,
      de: `braucht ${needs.de}, nicht ${cut(shown.de)}`,
    }
  )
}

function cut(text: string): string {
  return text.length > shown_max ? `${text.slice(0, shown_max - 1)}…` : text
}
