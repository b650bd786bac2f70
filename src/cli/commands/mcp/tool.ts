// A tool of `cal mcp`: its definition, the command that it runs, the JSON Schema of its arguments, their validation,
// and its results: JSON of limited length, without secrets and control characters.
import { CalError, usageError } from '../../../base/errors.ts'
import { isEmpty, isList, isObject, itemsOf, type Json, type JsonObject, parsedJson } from '../../../base/json.ts'
import { nearestOf } from '../../../base/text/closest.ts'
import { eachLanguage, type Language, t, type Text } from '../../../base/text/language.ts'
import { jsonWithEscapes, percentDecoded } from '../../../base/text/untrusted-text.ts'
import type { Step } from '../../../bulk/plan/plan.ts'
import { secretsOf, redacted } from '../../../client/transport/credentials.ts'
import type { Parameter, Parameters, Plural } from '../../../spec/model.ts'
import { allOptional } from '../../../spec/operations.ts'
import { expectedOf, read, type Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf, namedKind } from '../../arguments/flags.ts'
import type { Refused } from '../../arguments/impossible-values.ts'
import { acceptingNames, impossibleIn } from '../../arguments/parse-arguments.ts'
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
  /** The command that it runs. Its documented parameters are arguments. */
  readonly command: Command
  /** The flags of the command that are arguments. */
  readonly flags?: readonly string[]
  /** Arguments that the command doesn't have. */
  readonly own?: Parameters
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

/** The arguments of a tool, defined like the parameters of the interface. */
export function parametersOf({ command: { parameters = {}, options = {} }, flags = [], own = {} }: Tool): Parameters {
  const { end_date } = parameters
  const rows: Record<string, Parameter> = { ...own, ...parameters }
  // `duration` can replace the end.
  if (end_date && flags.includes('duration')) Object.assign(rows, allOptional({ end_date }))
  for (const name of flags) {
    const { type, description, default: standard = type === 'boolean' ? false : null } = options[name] ?? {}
    if (type && description) rows[name] = { type, description, default: standard }
  }
  return rows
}

/** The limits and the allowed values of an argument. */
function limitsOf(name: string, { minimum, maximum }: Parameter, { command, schemas = {} }: Tool): JsonObject {
  const { choices } = command.options?.[name] ?? {}
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(choices && { enum: choices }),
    ...schemas[name],
  }
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
  const own = partsOf(command, values)
  const typed = { operands, after: [], given: {}, ...own, options: { ...own.options, ...options } }
  const input = await resolveInput(command, typed, session)
  await before?.(input)
  return (await command.load())(input, session)
}

/**
 * The parsed arguments, with numbers within their limits.
 *
 * Errors: `usage` for unknown and missing arguments, and for what the flags of the command refuse.
 */
export async function argumentsOf(tool: Tool, given: JsonObject): Promise<Values> {
  const parameters = parametersOf(tool)
  const names = Object.keys(parameters)
  for (const name of Object.keys(given))
    if (!Object.hasOwn(parameters, name)) {
      const shown = boundedText(name, shown_max)
      throw usageError(t('{tool} has no argument "{shown}"', { tool: tool.name, shown }), nearestOf(shown, names))
    }
  const empty = tool.kind === 'reads' ? undefined : names.find((name) => given[name] === null)
  if (empty !== undefined)
    throw usageError(
      t('{name} is null', { name: empty }),
      t('omit it to leave the field unchanged; use "" to clear a text and [] to clear a list'),
    )
  const rows = acceptingNames(parameters)
  const { values: typed, problems } = read(rows, given)
  const wrong = problems.find(({ reason }) => reason === 'type') ?? problems[0]
  if (wrong?.reason === 'missing')
    throw usageError(t('{tool}: {name} is missing', { tool: tool.name, name: wrong.name }))
  if (wrong) throw wrongValue(wrong)
  const values: Record<string, Json | undefined> = {}
  for (const [name, row] of Object.entries(rows)) {
    const value = typed[name]
    if (value !== undefined) values[name] = checked(name, value, { row, limits: limitsOf(name, row, tool) })
  }
  const [refused] = await impossibleIn(tool.command, flagsOf(tool.command), partsOf(tool.command, values))
  if (refused) throw wrongValue(refused)
  return values
}

/** Documented parameters and flags of the command; arguments that it does not have are left out. */
function partsOf({ parameters = {}, options = {} }: Command, values: Values) {
  const own = (rows: object) => Object.fromEntries(Object.entries(values).filter(([name]) => Object.hasOwn(rows, name)))
  return { values: own(parameters), options: own(options) as OptionValues }
}

/**
 * The value, or the limit that a number exceeds.
 *
 * Errors: `usage` for a value that is none of the choices, and for an object, because the service would create a linked
 * record that the history doesn't contain.
 */
function checked(
  name: string,
  value: Json,
  { row, limits }: { readonly row: Parameter; readonly limits: JsonObject },
): Json {
  const { enum: choices, minimum = value, maximum = Number.POSITIVE_INFINITY } = limits
  if (name !== 'records' && [value].flat().some((item) => isObject(item)))
    throw wrongValue({ name, expected: expectedOf(row), value })
  const allowed = itemsOf(choices)
  if (allowed.length > 0 && !allowed.includes(value))
    throw usageError(t('{name} needs one of {allowed}', { name, allowed: allowed.join(', ') }))
  return typeof value === 'number' ? Math.min(Math.max(value, Number(minimum)), Number(maximum)) : value
}

function wrongValue({ name, expected, value, hint }: Omit<Refused, 'reason'>): CalError {
  const shown = boundedText(JSON.stringify(value) ?? '', shown_max)
  return usageError(t('{name} needs {expected}, not {shown}', { name, expected, shown }), hint)
}

const shown_max = 100

/** The schema of the arguments of a tool. */
export function schemaOf(tool: Tool, language: Language): JsonObject {
  const parameters = parametersOf(tool)
  const rows = Object.entries(parameters)
  const properties = rows.map(([name, row]) => {
    const description = withArgumentNames(descriptionOf(row), parameters)[language]
    const limits = limitsOf(name, row, tool)
    return [name, { ...typeOf(name, row, parameters), description, ...defaultOf(row), ...limits }] as const
  })
  return {
    type: 'object',
    properties: Object.fromEntries(properties),
    required: rows.flatMap(([name, { required }]) => (required ? [name] : [])),
    additionalProperties: false,
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
  const text = resultText(value, notes, session)
  if (text.length > characters_max)
    throw new CalError(
      'refused',
      t('the result would be {length} characters long; the limit is {characters_max}', {
        length: text.length,
        characters_max,
      }),
      { hint: t('ask for fewer records: per_page, full') },
    )
  return { content: [{ type: 'text', text }] }
}

/** The result of a failed call, with the error, so that the assistant can correct its arguments. */
export function errorResult(error: unknown, notes: readonly Text[], session: Session): ToolResult {
  const { language, runtime } = session
  const report = errorReport(error, { language, format: 'json', debug: false, program: runtime.program })
  const text = resultText(parsedJson(report.text) as JsonObject, notes, session)
  return { content: [{ type: 'text', text: text.slice(0, characters_max) }], isError: true }
}

function resultText(value: JsonObject, notes: readonly Text[], { language, settings }: Session): string {
  const noted = notes.length === 0 ? value : { ...value, notes: notes.map((note) => note[language]) }
  const { credentials, database } = settings
  const password = database !== undefined && URL.canParse(database) ? new URL(database).password : ''
  return redacted(jsonWithEscapes(noted), [...secretsOf(credentials), password, percentDecoded(password)])
}

/** Maximum length of texts in lists and in results of writes, in characters. */
export const brief_text_max = 300
/** Maximum length of texts of a single record, in characters. */
const whole_text_max = 20_000

/** Read-only fields that are included too. */
const more_fields = ['url', 'count', 'modified'] as const
const linked_fields = ['id', 'title', 'venue', 'organizer', 'name', 'slug', 'city'] as const

export function briefRecord(plural: Plural, record: JsonObject): JsonObject {
  const names = ['id', ...Object.keys(resources[plural].fields), ...more_fields]
  const entries = names.map((name) => [name, boundedValue(record[name], brief_text_max, linkedRecord)] as const)
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
