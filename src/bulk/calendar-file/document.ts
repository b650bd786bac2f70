// A parsed calendar file before expansion: every record with its line. What distinguishes it from files of plain
// records.
import { CalError } from '../../base/errors.ts'
import { type ParsedDocument, yamlDocument } from '../../base/files/yaml.ts'
import { yamlSyntaxError } from '../../base/files/file-errors.ts'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { eachLanguage, type Language, languageOf, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { InputFormat } from '../input/entry.ts'
import { formatOf, formatOfName } from '../input/formats/formats.ts'
import { jsonDocument } from '../input/formats/json.ts'
import { type InputSource, requireContent, sampleOf, textSource, wholeTextOf } from '../input/source.ts'
import { calendar_keys, document_schema, parsedBy } from './schema.ts'

export interface DocumentRow {
  readonly value: Json
  readonly line: number
}

export interface CalendarDocument {
  readonly file: string
  /** The name that identifies the file to a service, wherever it is stored. */
  readonly calendar: string | undefined
  readonly timezone: string | undefined
  readonly language: Language
  /** By singular or plural name of a kind, or by field of events. */
  readonly defaults: Values
  readonly rows: Readonly<Record<Plural, readonly DocumentRow[]>>
}

/** Errors: `usage` for a file that is not YAML, and for unknown keys and wrong values at its top level. */
export async function documentOf(source: InputSource): Promise<CalendarDocument> {
  refuseOtherFormat(source.name)
  const text = (await wholeTextOf(source, Number.POSITIVE_INFINITY)) ?? ''
  requireContent(source, text)
  return calendarOf(source.name, jsonDocument(text) ?? yamlDocument(text))
}

/** Errors: as above. */
function calendarOf(file: string, { error, value, lineAt }: ParsedDocument): CalendarDocument {
  if (error) {
    const problem = yamlSyntaxError(error.cause, { placed: false })
    throw invalid(file, error.line, t('not YAML: {problem}', { problem }))
  }
  if ((value ?? undefined) !== undefined && !isObject(value)) throw invalid(file, 1, not_calendar)
  const whole = parsedBy(document_schema, value ?? {})
  if ('errors' in whole) {
    const [first = { path: [], text: not_calendar }] = whole.errors
    throw invalid(file, lineAt(first.path), first.text)
  }
  const { calendar, timezone, language, defaults, ...lists } = whole.values
  const rowsOf = (kind: Plural): readonly DocumentRow[] =>
    (lists[kind] ?? []).map((value, i) => ({ value, line: lineAt([kind, i]) }))
  return {
    file,
    calendar: calendar || undefined,
    timezone: timezone || undefined,
    language: languageOf(language ?? undefined) ?? 'en',
    defaults: defaults ?? {},
    rows: {
      categories: rowsOf('categories'),
      tags: rowsOf('tags'),
      venues: rowsOf('venues'),
      organizers: rowsOf('organizers'),
      events: rowsOf('events'),
    },
  }
}

function isFormat(format: InputFormat): boolean {
  return format === 'yaml' || format === 'json'
}

/** Errors: `usage` for a file whose name says that `cal import` reads it. */
function refuseOtherFormat(file: string): void {
  if (isFormat(formatOfName(file) ?? 'yaml')) return
  throw new CalError('usage', t('{file} is not a calendar file, which is YAML or JSON', { file }), {
    hint: t('to import it: cal import {file}; the format of calendar files: cal explain apply', {
      file: shellWord(file),
    }),
  })
}

const not_calendar: Text = t('not a calendar file: none of the keys {calendar_keys}', {
  calendar_keys: calendar_keys.join(', '),
})

function invalid(file: string, line: number, text: Text): CalError {
  return new CalError(
    'usage',
    eachLanguage((language) => `${file}:${line}: ${text[language]}`),
    {
      hint: t('see the format: cal explain apply'),
    },
  )
}

/** Calendar files are written by hand; longer files are streamed as records. */
const chars_max = 1024 * 1024

/** A calendar file, or else the source for the importer, with what was parsed to tell them apart. */
export type RecognizedFile = { readonly calendar: CalendarDocument } | { readonly records: InputSource }

/** Errors: those of `documentOf` for a calendar file. */
export function recognize(source: InputSource): Promise<RecognizedFile> {
  return recognizedBy(isCalendar, source, undefined)
}

/** The same; a calendar file is only what the importer cannot read: it has a key that only calendar files have. */
export function recognizeStrictly(source: InputSource, given: InputFormat | undefined): Promise<RecognizedFile> {
  return recognizedBy(isOnlyCalendar, source, given)
}

async function recognizedBy(
  isMeant: (whole: Json | undefined) => boolean,
  source: InputSource,
  given: InputFormat | undefined,
): Promise<RecognizedFile> {
  const format = formatOf(source, await sampleOf(source), given)
  const text = isFormat(format) ? await wholeTextOf(source, chars_max) : undefined
  if (text === undefined) return { records: source }
  const json = jsonDocument(text)
  const document = json ?? yamlDocument(text)
  if (!document.error && isMeant(document.value)) return { calendar: calendarOf(source.name, document) }
  // What is not JSON in a JSON file is an error that the importer reports, and so is any other.
  const isRead = !document.error && (json || format === 'yaml')
  return { records: isRead ? { ...source, ...textSource(source.name, text), document } : source }
}

/** Keys that the importer does not support: at the top level, and of events. */
const own_keys = ['calendar', 'timezone', 'language', 'defaults']
const own_event_keys = ['start', 'end', 'repeat', 'except', 'also', 'skip_months', 'count', 'disabled']

function isOnlyCalendar(whole: Json | undefined): boolean {
  if (!isObject(whole) || !isCalendar(whole)) return false
  const hasKey = (value: JsonObject, keys: readonly string[]) => keys.some((key) => Object.hasOwn(value, key))
  return hasKey(whole, own_keys) || objectsOf(whole.events).some((event) => hasKey(event, own_event_keys))
}

/** Its keys are those of a calendar file, and its records have no ids, unlike responses and exports. */
function isCalendar(whole: Json | undefined): boolean {
  if (!isObject(whole)) return false
  const names = Object.keys(whole)
  return (
    names.length > 0 &&
    names.every((name) => calendar_keys.includes(name)) &&
    names.every((name) => objectsOf(whole[name]).every(({ id }) => id === undefined))
  )
}
