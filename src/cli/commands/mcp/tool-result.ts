// The result of a tool call: JSON of limited length, without secrets and control characters. Records are reduced to
// documented fields with a value; linked records to ids and names; long texts are truncated.
import { CalError } from '../../../base/errors.ts'
import { isList, isObject, type Json, type JsonObject, parsedJson } from '../../../base/json.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { jsonWithEscapes, percentDecoded } from '../../../base/text/untrusted-text.ts'
import { type Credentials, headersOf } from '../../../client/transport/credentials.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { Session } from '../../core/session.ts'
import { errorReport } from '../../output/print-error.ts'

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
  if (text.length > characters_max) throw tooLong(text.length)
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

function secretsOf(credentials: Credentials, database: string | undefined): readonly string[] {
  const own =
    credentials.kind === 'basic'
      ? [credentials.password]
      : credentials.kind === 'bearer'
        ? [credentials.token]
        : credentials.kind === 'header'
          ? [credentials.value]
          : []
  const sent = Object.values(headersOf(credentials)).map((value) => value.replace(/^\w+ /, ''))
  const password = database !== undefined && URL.canParse(database) ? new URL(database).password : ''
  const secrets = [...own, ...sent, password, percentDecoded(password)].map((secret) =>
    JSON.stringify(secret).slice(1, -1),
  )
  return [...new Set(secrets)].filter(({ length }) => length >= secret_characters_min)
}

function tooLong(length: number): CalError {
  return new CalError(
    'refused',
    t('the result would be {length} characters long; the limit is {characters_max}', { length, characters_max }),
    { hint: t('ask for fewer records: per_page, full') },
  )
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
  const entries = names.map((name) => [name, briefValue(record[name], text_max)] as const)
  return Object.fromEntries(
    entries.filter(([name, value]) => !isEmpty(value) && (value !== false || name === 'all_day')),
  )
}

/** The whole record, with long texts truncated. */
export function boundedRecord(record: JsonObject, text_max: number = whole_text_max): JsonObject {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, boundedValue(value, text_max)]))
}

function boundedValue(value: Json | undefined, text_max: number): Json | undefined {
  if (typeof value === 'string') return boundedText(value, text_max)
  if (isList(value)) return value.map((item) => boundedValue(item, text_max) ?? null)
  return isObject(value) ? boundedRecord(value, text_max) : value
}

function briefValue(value: Json | undefined, text_max: number): Json | undefined {
  if (typeof value === 'string') return boundedText(value, text_max)
  if (isList(value)) return value.map((item) => briefValue(item, text_max) ?? null)
  if (!isObject(value)) return value
  const linked = linked_fields.map((name) => [name, value[name]] as const)
  return Object.fromEntries(linked.filter(([, inner]) => !isEmpty(inner) && !isObject(inner)))
}

/** A text, truncated to `length_max` characters, then followed by its length. */
export function boundedText(text: string, length_max: number): string {
  return text.length > length_max ? `${text.slice(0, length_max)}… (${text.length} characters)` : text
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (isList(value) && value.length === 0)
}
