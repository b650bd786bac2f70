// A tool of `cal mcp`: its definition, the command that it runs, the JSON Schema of its arguments, their validation,
// and its results: JSON of limited length, without secrets and control characters.
import { CalError, usageError } from '../../../base/errors.ts'
import { isEmpty, isList, isObject, itemsOf, type Json, type JsonObject, parsedJson } from '../../../base/json.ts'
import { nearestOf } from '../../../base/text/closest.ts'
import { eachLanguage, type Language, t, type Text } from '../../../base/text/language.ts'
import { jsonWithEscapes, percentDecoded } from '../../../base/text/untrusted-text.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import { type Credentials, headersOf } from '../../../client/transport/credentials.ts'
import type { Parameter, Parameters, Plural } from '../../../spec/model.ts'
import { allOptional } from '../../../spec/operations.ts'
import { expectedOf, read, type Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import { namedKind } from '../../arguments/flags.ts'
import { acceptingNames } from '../../arguments/parse-arguments.ts'
import { stepItem } from '../../bulk-run/plan-outcome.ts'
import { resolveInput } from '../../input/resolve-input.ts'
import type { Command, CommandInput, OptionValues } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { allowedValues, valueText } from '../../help/parameter-words.ts'
import { errorReport } from '../../output/print-error.ts'

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

/** The command with this last word. */
export function commandNamed(commands: readonly Command[], verb: string): Command {
  const command = commands.find(({ path }) => path.at(-1) === verb)
  if (command === undefined) throw new Error(`no command ${verb}`)
  return command
}

type ToolArguments = Required<Pick<Tool, 'parameters' | 'schemas'>>

/** The arguments of a tool that runs a command: the parameters of the command, and those flags that it has. */
export function argumentsFrom(
  { parameters = {}, options = {} }: Command,
  flags: readonly string[] = [],
): ToolArguments {
  const { end_date } = parameters
  const rows: Record<string, Parameter> = { ...parameters }
  // `duration` can replace the end.
  if (end_date && flags.includes('duration')) Object.assign(rows, allOptional({ end_date }))
  const schemas: Record<string, JsonObject> = {}
  for (const name of flags) {
    const option = options[name]
    if (option === undefined) continue
    const { type, description, default: standard = type === 'boolean' ? false : null, choices } = option
    rows[name] = { type, description, default: standard }
    if (choices) schemas[name] = { enum: choices }
  }
  return { parameters: rows, schemas }
}

interface CommandCall {
  readonly operands?: readonly string[]
  /** The arguments of the tool; those that the command does not have are left out. */
  readonly values?: Values
  readonly options?: OptionValues
  /** Called with the resolved input. */
  before?(input: CommandInput): Promise<void>
}

/** Runs a command as the command line does, with its dates and names resolved. No text is read from a file. */
export async function outcomeOf(
  command: Command,
  { operands = [], values = {}, options = {}, before }: CommandCall,
  session: Session,
): Promise<Outcome> {
  const given = Object.entries(values)
  const own = (rows: object = {}) => Object.fromEntries(given.filter(([name]) => Object.hasOwn(rows, name)))
  const flags = own(command.options) as OptionValues
  const typed = { operands, after: [], values: own(command.parameters), given: {}, options: { ...flags, ...options } }
  const input = await resolveInput(command, typed, session)
  await before?.(input)
  return (await command.load())(input, session)
}

/**
 * The parsed arguments, with numbers within the limits of their schemas.
 *
 * Errors: `usage` for unknown and missing arguments, wrong types, and values that are not one of the choices.
 */
export function argumentsOf({ name: tool, parameters, schemas = {}, kind }: Tool, given: JsonObject): Values {
  const names = Object.keys(parameters)
  for (const name of Object.keys(given)) if (!Object.hasOwn(parameters, name)) throw unknownArgument(tool, name, names)
  const empty = kind === 'reads' ? undefined : names.find((name) => given[name] === null)
  if (empty !== undefined)
    throw usageError(
      t('{name} is null', { name: empty }),
      t('omit it to leave the field unchanged; use "" to clear a text and [] to clear a list'),
    )
  const rows = acceptingNames(parameters)
  const { values, problems } = read(rows, given)
  const wrong = problems.find(({ reason }) => reason === 'type') ?? problems[0]
  if (wrong?.reason === 'missing') throw usageError(t('{tool}: {name} is missing', { tool, name: wrong.name }))
  if (wrong) throw wrongType(wrong.name, wrong.expected, wrong.value)
  for (const [name, value] of Object.entries(values)) {
    checkItems(name, value, rows[name])
    const allowed = itemsOf(schemas[name]?.enum)
    if (allowed.length > 0 && value !== undefined && !allowed.includes(value))
      throw usageError(t('{name} needs one of {allowed}', { name, allowed: allowed.join(', ') }))
  }
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withinLimits(value, schemas[name])]))
}

/** The number, or the limit that it exceeds. */
function withinLimits(value: Json | undefined, { minimum, maximum }: JsonObject = {}): Json | undefined {
  if (typeof value !== 'number') return value
  return Math.min(Math.max(value, Number(minimum ?? value)), Number(maximum ?? Number.POSITIVE_INFINITY))
}

/** Errors: `usage` for an object, because the service would create a linked record that the history doesn't contain. */
function checkItems(name: string, value: Json | undefined, row: Parameter | undefined): void {
  if (row === undefined || name === 'records') return
  if ([value].flat().some((item) => isObject(item))) throw wrongType(name, expectedOf(row), value)
}

function unknownArgument(tool: string, name: string, names: readonly string[]): CalError {
  const shown = shortenText(name)
  return usageError(t('{tool} has no argument "{shown}"', { tool, shown }), nearestOf(shown, names))
}

function wrongType(name: string, expected: Text, value: Json | undefined): CalError {
  const shown = shortenText(JSON.stringify(value) ?? '')
  return usageError(t('{name} needs {expected}, not {shown}', { name, expected, shown }))
}

const shown_max = 100

export function shortenText(text: string, length_max = shown_max): string {
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
  return {
    ...typeOf(name, row, parameters),
    description: withArgumentNames(descriptionOf(row), parameters)[language],
    ...defaultOf(row),
  }
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
function descriptionOf(row: Parameter): Text {
  const says = row.form !== undefined && ['datetime', 'timezone', 'image', 'cost', 'toggle'].includes(row.form)
  return says
    ? eachLanguage((language) => `${row.description[language]} (${valueText(row)[language]})`)
    : row.description
}

function defaultOf({ type, default: standard, computed }: Parameter): { readonly default?: Json } {
  if (computed || standard === undefined || standard === null) return {}
  return { default: type === 'boolean' ? Boolean(standard) : standard }
}

/** Replaces flags in a text, such as `--start-date`, by the arguments of the tool: `start_date`. */
export function withArgumentNames(text: Text, parameters: Parameters): Text {
  const named = (words: string) =>
    words.replace(/--([a-z][a-z-]*)/g, (flag, word: string) => {
      const name = word.replaceAll('-', '_')
      return Object.hasOwn(parameters, name) ? name : flag
    })
  return eachLanguage((language) => named(text[language]))
}

/** The result of a tool call, as the protocol defines it. */
export interface ToolResult {
  readonly content: { readonly type: 'text'; readonly text: string }[]
  readonly isError?: true
  readonly [name: string]: unknown
}

const characters_max = 400_000

/** The result of a successful call. Errors: `refused` if it is too long. */
export function resultOf(value: JsonObject, notes: readonly Text[], session: Session): ToolResult {
  const text = jsonWithEscapes({ ...value, ...notesOf(notes, session.language) })
  if (text.length > characters_max)
    throw new CalError(
      'refused',
      t('the result would be {length} characters long; the limit is {characters_max}', {
        length: text.length,
        characters_max,
      }),
      { hint: t('ask for fewer records: per_page, full') },
    )
  return { content: [{ type: 'text', text: withoutSecrets(text, session) }] }
}

/** The result of a failed call, with the error, so that the assistant can correct its arguments. */
export function errorResult(error: unknown, notes: readonly Text[], session: Session): ToolResult {
  const { language, runtime } = session
  const report = parsedJson(
    errorReport(error, { language, format: 'json', debug: false, program: runtime.program }).text,
  )
  const value = isObject(report) ? report : {}
  const text = jsonWithEscapes({ ...value, ...notesOf(notes, language) })
  return { content: [{ type: 'text', text: withoutSecrets(text, session).slice(0, characters_max) }], isError: true }
}

function notesOf(notes: readonly Text[], language: Language): JsonObject {
  return notes.length === 0 ? {} : { notes: notes.map((note) => note[language]) }
}

/** The text without credentials, which error messages of a service can repeat. */
function withoutSecrets(text: string, { settings: { credentials, database } }: Session): string {
  return secretsOf(credentials, database).reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text)
}

/** Shorter secrets would match parts of ordinary words. */
const secret_characters_min = 6

const secret_parts = new Set(['password', 'token', 'value'])

function secretsOf(credentials: Credentials, database: string | undefined): readonly string[] {
  const own = Object.entries(credentials).flatMap(([name, value]) => (secret_parts.has(name) ? [value] : []))
  const sent = Object.values(headersOf(credentials)).map((value) => value.replace(/^\w+ /, ''))
  const password = database !== undefined && URL.canParse(database) ? new URL(database).password : ''
  const secrets = [...own, ...sent, password, percentDecoded(password)].map((secret) =>
    JSON.stringify(secret).slice(1, -1),
  )
  return [...new Set(secrets)].filter(({ length }) => length >= secret_characters_min)
}

/** Maximum length of texts in lists and in results of writes, in characters. */
export const brief_text_max = 300
/** Maximum length of texts of a single record, in characters. */
const whole_text_max = 20_000

/** Read-only fields that are included too. */
const more_fields = ['url', 'count', 'modified'] as const
const linked_fields = ['id', 'title', 'venue', 'organizer', 'name', 'slug', 'city'] as const

export function briefRecord(plural: Plural, record: JsonObject, text_max: number = brief_text_max): JsonObject {
  const names = ['id', ...Object.keys(resources[plural].fields), ...more_fields]
  const entries = names.map((name) => [name, boundedValue(record[name], text_max, linkedRecord)] as const)
  return Object.fromEntries(
    entries.filter(([name, value]) => !isEmpty(value) && (value !== false || name === 'all_day')),
  )
}

/** The whole record, with long texts truncated. */
export function boundedRecord(record: JsonObject, text_max: number = whole_text_max): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, boundedValue(value, text_max)]))
}

/** A step as in the plan of a command, with long texts truncated. */
export function boundedStep(step: Step, { language }: Session): JsonObject {
  return boundedRecord(stepItem(step, language), brief_text_max)
}

function boundedValue(value: Json | undefined, text_max: number, recordOf = boundedRecord): Json | undefined {
  if (typeof value === 'string') return boundedText(value, text_max)
  if (isList(value)) return value.map((item) => boundedValue(item, text_max, recordOf) ?? null)
  return isObject(value) ? recordOf(value, text_max) : value
}

function linkedRecord(record: JsonObject): JsonObject {
  const fields = linked_fields.map((name) => [name, record[name]] as const)
  return Object.fromEntries(fields.filter(([, value]) => !isEmpty(value) && !isObject(value)))
}

/** A text, truncated to `length_max` characters, then followed by its length. */
export function boundedText(text: string, length_max: number): string {
  return text.length > length_max ? `${text.slice(0, length_max)}… (${text.length} characters)` : text
}
