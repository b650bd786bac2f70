// A tool of `cal mcp`: its definition, the JSON Schema of its arguments, and their validation.
import { CalError } from '../../../base/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../base/json.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import type { Parameter, Parameters } from '../../../spec/model.ts'
import { expectedOf, read, type Values } from '../../../spec/read.ts'
import { namedKind } from '../../arguments/name-fields.ts'
import { acceptingNames } from '../../arguments/parse-arguments.ts'
import type { Session } from '../../core/session.ts'
import { allowedValues, valueText } from '../../help/parameter-words.ts'

export interface Tool {
  readonly name: string
  readonly title: Text
  readonly description: Text
  /** The arguments, defined like the parameters of the interface. */
  readonly parameters: Parameters
  /** JSON Schemas that complete the definitions of arguments, by name. */
  readonly schemas?: Readonly<Record<string, JsonObject>>
  readonly kind: 'reads' | 'creates' | 'changes'
  /** Repeating the call has no further effect. */
  readonly idempotent?: true
  run(values: Values, session: Session): Promise<JsonObject>
}

/** The parsed arguments. Errors: `usage` for unknown and missing arguments, and for wrong types. */
export function argumentsOf({ name: tool, parameters, kind }: Tool, given: JsonObject): Values {
  const names = Object.keys(parameters)
  for (const name of Object.keys(given)) if (!Object.hasOwn(parameters, name)) throw unknownArgument(tool, name, names)
  const empty = kind === 'reads' ? undefined : names.find((name) => given[name] === null)
  if (empty !== undefined) throw nullArgument(empty)
  const rows = acceptingNames(parameters)
  const { values, problems } = read(rows, given)
  const wrong = problems.find(({ reason }) => reason === 'type') ?? problems[0]
  if (wrong?.reason === 'missing')
    throw new CalError('usage', t('{tool}: {name} is missing', { tool, name: wrong.name }))
  if (wrong) throw wrongType(wrong.name, wrong.expected, wrong.value)
  for (const [name, value] of Object.entries(values)) checkItems(name, value, rows[name])
  return values
}

/** Errors: `usage` for an object, because the service would create a linked record that the history doesn't contain. */
function checkItems(name: string, value: Json | undefined, row: Parameter | undefined): void {
  if (row === undefined || name === 'records') return
  if ([value].flat().some((item) => isObject(item))) throw wrongType(name, expectedOf(row), value)
}

function unknownArgument(tool: string, name: string, names: readonly string[]): CalError {
  const shown = shortened(name)
  const near = closest(shown, names)
  return new CalError('usage', t('{tool} has no argument "{shown}"', { tool, shown }), {
    hint: near === undefined ? t('one of {names}', { names: names.join(', ') }) : didYouMean(near),
  })
}

function nullArgument(name: string): CalError {
  return new CalError('usage', t('{name} is null', { name }), {
    hint: t('omit it to leave the field unchanged; use "" to clear a text and [] to clear a list'),
  })
}

function wrongType(name: string, expected: Text, value: Json | undefined): CalError {
  const shown = shortened(JSON.stringify(value) ?? '')
  return new CalError('usage', t('{name} needs {expected}, not {shown}', { name, expected, shown }))
}

const shown_max = 100

export function shortened(text: string, length_max = shown_max): string {
  return text.length > length_max ? `${text.slice(0, length_max)}…` : text
}

/** The schema of the arguments of a tool. */
export function schemaOf({ parameters, schemas = {} }: Tool, language: Language): JsonObject {
  const names = Object.keys(parameters)
  return {
    type: 'object',
    properties: Object.fromEntries(
      names.map((name) => [name, { ...propertyOf(name, parameters, language), ...schemas[name] }]),
    ),
    required: names.filter((name) => parameters[name]?.required),
    additionalProperties: false,
  }
}

function propertyOf(name: string, parameters: Parameters, language: Language): JsonObject {
  const row = parameters[name]
  if (row === undefined) return {}
  return { ...typeOf(name, row, parameters), description: descriptionOf(row, language), ...defaultOf(row) }
}

const id_or_name = { type: ['integer', 'string'] } as const

function typeOf(name: string, row: Parameter, parameters: Parameters): JsonObject {
  const isNamed = namedKind(name, parameters) !== undefined
  const allowed = allowedValues(row)
  switch (row.type) {
    case 'integer':
      return isNamed ? id_or_name : { type: 'integer' }
    case 'number':
      return { type: 'number' }
    case 'boolean':
      return { type: 'boolean' }
    case 'array of integer':
      return { type: 'array', items: isNamed || row.form === 'terms' ? id_or_name : { type: 'integer' } }
    case 'string':
      return allowed.length > 0 ? { type: 'string', enum: allowed } : { type: 'string' }
    case 'untyped':
      if (row.form === 'toggle') return { type: 'boolean' }
      return row.form === 'cost' ? { type: ['string', 'number'] } : { type: 'string' }
  }
}

/** The meaning of a parameter, with the expected format if the JSON type doesn't determine it. */
function descriptionOf(row: Parameter, language: Language): string {
  const says = row.form !== undefined && ['datetime', 'timezone', 'image', 'cost', 'toggle'].includes(row.form)
  return says ? `${row.meaning[language]} (${valueText(row)[language]})` : row.meaning[language]
}

function defaultOf({ type, default: standard, computed }: Parameter): { readonly default?: Json } {
  if (computed || standard === undefined || standard === null) return {}
  return { default: type === 'boolean' ? Boolean(standard) : standard }
}
