// A parsed calendar file before expansion: every record with its line. What distinguishes it from files of plain
// records.
import { isMap, isScalar, isSeq } from 'yaml'
import { CalError } from '../../base/errors.ts'
import { type YamlDocument, yamlDocument } from '../../base/files/yaml.ts'
import { yamlSyntaxError } from '../../base/files/file-errors.ts'
import { isObject, type Json, type JsonObject, objectsOf, parsedJson } from '../../base/json.ts'
import { eachLanguage, type Language, languageOf, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { InputFormat } from '../input/entry.ts'
import { formatOf } from '../input/formats/formats.ts'
import { type InputSource, decodeSource, requireContent, sampleOf, textSource, wholeTextOf } from '../input/source.ts'
import { calendar_keys, parseDocument } from './schema.ts'

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
  let text = ''
  for await (const piece of decodeSource(source)) text += piece
  requireContent(source, text)
  return calendarOf(source.name, yamlDocument(text))
}

/** Errors: as above. */
function calendarOf(file: string, document: YamlDocument): CalendarDocument {
  const { contents, error, value } = document
  if (error) {
    const problem = yamlSyntaxError(error.cause, { placed: false })
    throw invalid(file, error.line, t('not YAML: {problem}', { problem }))
  }
  if (contents !== null && !isMap(contents)) throw invalid(file, 1, not_calendar)
  const whole = parseDocument(contents === null ? {} : value)
  const lineOf = (path: readonly (string | number)[]) => lineAt(document, path)
  if ('errors' in whole) {
    const [first = { path: [], text: not_calendar }] = whole.errors
    throw invalid(file, lineOf(first.path), first.text)
  }
  const { calendar, timezone, language, defaults, ...lists } = whole.values
  const rowsOf = (kind: Plural): readonly DocumentRow[] =>
    (lists[kind] ?? []).map((value, i) => ({ value, line: lineOf([kind, i]) }))
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

/** Errors: `usage` for a file whose name says that `cal import` reads it. */
function refuseOtherFormat(file: string): void {
  const [, ending] = /\.(csv|tsv|xlsx|ods|ics|ndjson|jsonl)$/i.exec(file) ?? []
  if (ending === undefined) return
  throw new CalError('usage', t('{file} is not a calendar file, which is YAML or JSON', { file }), {
    hint: t('to import it: cal import {file}; the format of calendar files: cal explain apply', {
      file: shellWord(file),
    }),
  })
}

/** The line of a key, or of an item of a list. */
function lineAt({ contents, lineOf }: YamlDocument, [name, item]: readonly (string | number)[]): number {
  const pair = isMap(contents)
    ? contents.items.find(({ key }) => isScalar(key) && String(key.value) === name)
    : undefined
  return lineOf(typeof item === 'number' && isSeq(pair?.value) ? pair.value.items[item] : pair?.key)
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

/** Errors: those of `documentOf` for a calendar file. Source: decision 16. */
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
  const text = format === 'yaml' || format === 'json' ? await wholeTextOf(source, chars_max) : undefined
  if (text === undefined) return { records: source }
  const json = format === 'json' ? parsedJson(text) : undefined
  if (json !== undefined && !isMeant(json)) return { records: { ...source, ...textSource(source.name, text) } }
  const document = yamlDocument(text)
  // The importer reports the line.
  if (document.error) return { records: source }
  if (isMeant(document.value)) return { calendar: calendarOf(source.name, document) }
  return { records: format === 'yaml' ? { ...source, document } : source }
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
