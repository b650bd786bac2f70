// The records of `-f`, `--data`, `--set` and `--unset`, each of which overrides the one before, and their values, which
// are read as those of imports.
import { dayOf } from '../../base/dates/days.ts'
import { type CalError, usageError } from '../../base/errors.ts'
import { isObject, type JsonObject, repeatedName, shallowJson } from '../../base/json.ts'
import { sameText, t, type Text } from '../../base/text/language.ts'
import { isAnswer } from '../../client/update/sendable.ts'
import { changedDatesOf, datesOf } from '../../bulk/input/event-dates.ts'
import { withPublicationDates } from '../../bulk/input/publication-dates.ts'
import { convertedFields, errorsOf, unknownFieldsIn } from '../../bulk/input/parse-entry.ts'
import { type InputError, type InputLocation, locatedText, locationText } from '../../bulk/input/entry.ts'
import { batchesOf, formatOfText, type ReadOptions } from '../../bulk/input/formats/formats.ts'
import { textSource } from '../../bulk/input/source.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { emptyOf, type Values } from '../../spec/read.ts'
import { flagOf, resources, unknownField } from '../../spec/resources.ts'
import { closest } from '../../base/text/closest.ts'
import { readTextArgument } from '../arguments/flag-values.ts'
import { calendarHere, noteLater } from '../session/session.ts'
import { hereOf, type Session } from '../types/session.ts'

/** The flags that give fields of records. */
interface RecordOptions {
  readonly file?: string
  readonly data?: string
  readonly set?: readonly string[]
  readonly unset?: readonly string[]
  readonly allow_unknown?: boolean
  readonly create_missing?: boolean
}

interface CommandValues {
  readonly plural: Plural
  readonly parameters: Parameters
  readonly options: RecordOptions
  /** Values of flags such as `--title`, which override the other sources. */
  readonly flags: Values
  /** `--unset` clears a field (update), rather than omitting it (create). */
  readonly clears: boolean
}

/** What a command says of one record. */
export interface GivenRecord {
  /** Fields in the form of a request; dates, names and the duration are as they were written. */
  readonly document: Values
  /** Values of flags and answers, which override those of the document. */
  readonly flags: Values
  /** Where the record is in a file, for errors. */
  readonly location?: InputLocation | undefined
}

/** The records of the file, or a single record without a file. Errors: `usage`. */
export async function recordsGiven(given: CommandValues, session: Session): Promise<readonly GivenRecord[]> {
  const { plural, options } = given
  const file =
    options.file === undefined ? [{ record: {}, location: undefined }] : await recordsIn(options.file, given, session)
  const data = options.data === undefined ? {} : dataOf(await readTextArgument(options.data, session.runtime))
  const set = assignments(options.set ?? [])
  checkNames(data, given, '--data: ')
  checkNames(set, given, '--set: ')
  const unset = unsetOf(options.unset ?? [], given)
  const flags = convertedFields(plural, given.flags)
  return file.map(({ record, location }) => {
    const written = { ...record, ...data, ...set, ...unset }
    return { document: convertedFields(plural, written), flags, location }
  })
}

interface DocumentRules {
  readonly plural: Plural
  readonly writing: 'create' | 'update'
  readonly session: Session
  readonly allow_unknown: boolean
}

/**
 * The values of a document together with those of flags. The dates of both are read, and what follows from them, such
 * as whole days, is decided, by the function that reads those of imports.
 *
 * Errors: `usage`, with the place of the record.
 */
export async function documentValues(
  { document, flags, location }: GivenRecord,
  { plural, writing, session, allow_unknown }: DocumentRules,
): Promise<Values> {
  const called = (field: string) => (field in flags ? flagOf(field) : field)
  const written = Object.entries({ ...document, ...flags })
  const nulls = Object.fromEntries(written.filter(([, value]) => value === null))
  const given = Object.fromEntries(written.filter(([, value]) => value !== null))
  const { duration, ...texts } = given
  const isDated =
    plural === 'events' && ['start_date', 'end_date', 'duration'].some((name) => given[name] !== undefined)
  const isRead = isDated || 'date' in texts || 'date_utc' in texts
  // The calendar is asked for its clock only if another one would change what the dates mean.
  const isClear = hasClearDates(texts) && texts.status !== 'future'
  const here = !isRead ? { now: 0, zone: 'UTC' } : isClear ? hereOf(session) : await calendarHere(session)
  const published = withPublicationDates(texts, { here, flags, called })
  const rules = { here, flags, note: noteLater(session), called }
  const dated = isDated ? (writing === 'create' ? datesOf : changedDatesOf)(texts, duration, rules) : undefined
  // A typed start needs a typed end; the command reports which one is missing.
  const isOpen = writing === 'create' && 'start_date' in flags && given.end_date === undefined && duration === undefined
  const values: Values = { ...published.values, ...dated?.values, ...(isOpen && { end_date: undefined }) }
  const [error] = [
    ...(dated?.errors ?? []),
    ...published.errors,
    ...(allow_unknown ? [] : errorsOf({ kind: plural, values, called }, true)),
  ]
  if (error) throw usageError(location ? locatedText(location, error.text) : error.text, error.hint)
  if ('end_date' in flags && dated?.end_assumed)
    throw usageError(
      t('"{value}" needs a time of day', { value: String(flags.end_date) }),
      sameText(`--end-date "${dayOf(String(values.end_date))} 23:00"`),
    )
  const isEnded = duration === undefined || dated?.values.end_date !== undefined
  return { ...values, ...nulls, ...(isEnded ? {} : { duration }) }
}

const clear_date = /^\d{4}-\d\d-\d\d(?:[T ](?:0[4-9]|1\d|2[0-3]):\d\d(?::\d\d)?)?$/

/** Whether the dates of an event are days, or wall times that no clock skips: no zone changes them. */
function hasClearDates({ start_date, end_date, date, date_utc }: Values): boolean {
  const dates = [start_date, end_date, date, date_utc]
  return dates.every((one) => one === undefined || clear_date.test(String(one)))
}

interface PlacedRecord {
  readonly record: Values
  readonly location: InputLocation
}

/** The records of the file, as imports read them. Errors: `usage`, with the line. */
async function recordsIn(file: string, given: CommandValues, session: Session): Promise<readonly PlacedRecord[]> {
  const { plural } = given
  const content = await readTextArgument(file === '-' ? '@-' : `@${file}`, session.runtime)
  const ignored = new Set<string>()
  let hasAuthor = false
  const records: PlacedRecord[] = []
  for await (const items of batchesOf(textSource(file, content), readingOf(plural, { file, content }, session)))
    for (const { location, original, ...item } of items) {
      if ('errors' in item) throw unreadable(location, item.errors)
      // Its fields are those of the file: `kind` is not one that can be set.
      const record = isObject(original) ? original : {}
      const place = `${locationText(location)}: `
      if (!isAnswer(record)) checkNames(record, given, place)
      else {
        for (const name of unknownFieldsIn(plural, record)) ignored.add(extensionField(name, given, place))
        hasAuthor ||= 'author' in record
      }
      records.push({ record: isAnswer(record) ? shownFields(plural, record) : record, location })
    }
  // An empty list is one, as the answer of a list without records.
  if (records.length === 0 && !/^\s*\[/.test(content))
    throw usageError(file === '-' ? t('standard input is empty') : t('{file} is empty', { file }), records_expected)
  for (const name of ignored)
    await session.note(
      t('{file}: ignored: {titles} have no field "{name}"', { file, titles: resources[plural].titles, name }),
    )
  if (hasAuthor) await session.note(t('{file}: author is ignored; to set it, use --author', { file }))
  return records
}

interface FileContent {
  readonly file: string
  readonly content: string
}

/** JSON, one value or one per line, or else YAML, whatever the name of the file. */
function readingOf(only: Plural, { file, content }: FileContent, session: Session): ReadOptions {
  const note = noteLater(session)
  return {
    kinds: { only },
    format: /^\s*[[{]/.test(content) ? formatOfText(content, file) : 'yaml',
    map: {},
    order: 'mdy',
    now: session.runtime.now(),
    note,
    files: new Map(),
  }
}

function unreadable(location: InputLocation, [error]: readonly InputError[]): CalError {
  return usageError(locatedText(location, error?.text ?? records_expected), error?.hint ?? records_expected)
}

/** An unknown field of a record as a service returns it. Errors: `usage` if it resembles a documented field. */
function extensionField(name: string, { plural, parameters }: CommandValues, prefix: string): string {
  const known = Object.keys(parameters)
  if (closest(name, known) !== undefined) throw unknownField(name, { kind: plural, known, where: prefix })
  return name
}

/**
 * The fields of a record as a service returns it that can be sent, and the id, to find the record. The author may not
 * exist on another service.
 */
function shownFields(plural: Plural, record: JsonObject): Values {
  const { fields } = resources[plural]
  const isSent = (name: string) => name === 'id' || (name !== 'author' && Object.hasOwn(fields, name))
  const values = Object.entries(convertedFields(plural, record))
  return Object.fromEntries(values.filter(([name, value]) => isSent(name) && value !== null))
}

/** Errors: `usage`, with the closest name, for an undocumented field, unless `--allow-unknown` is given. */
function checkNames(record: Values, { plural, parameters, options }: CommandValues, prefix: string): void {
  if (options.allow_unknown === true) return
  const known = [...Object.keys(parameters), 'id', ...(plural === 'events' ? ['duration', 'password'] : [])]
  const unknown = Object.keys(record).find((name) => !known.includes(name))
  if (unknown === undefined) return
  const otherwise = t('list the fields: cal {plural} create --help; to send unknown fields, use --allow-unknown', {
    plural,
  })
  throw unknownField(unknown, { kind: plural, known, where: prefix, otherwise })
}

function dataOf(content: string): Values {
  const value = shallowJson(content)
  const name = isObject(value) ? repeatedName(content) : undefined
  if (name !== undefined)
    throw usageError(t('{file}: "{name}" occurs twice', { file: '--data', name }), t('remove one of the two values'))
  if (isObject(value)) return value
  throw usageError(
    t('--data needs a JSON object, not "{content}"', { content: content.slice(0, 60) }),
    t('for example: {line}', { line: `--data '{"title": "Open stage"}'` }),
  )
}

/** The values of `--set`: `k=v` is text, `k={…}` and `k=[…]` are JSON. */
function assignments(texts: readonly string[]): Values {
  const values = texts.map((assignment) => {
    const [, name = '', value = ''] = /^([^=]+)=(.*)$/s.exec(assignment) ?? []
    if (name === '') throw usageError(t('--set needs NAME=VALUE, not "{assignment}"', { assignment }))
    return [name, /^[[{]/.test(value) ? (shallowJson(value) ?? value) : value] as const
  })
  return Object.fromEntries(values)
}

function unsetOf(names: readonly string[], { plural, parameters, clears }: CommandValues): Values {
  return Object.fromEntries(
    names.map((typed) => {
      const name = typed.replaceAll('-', '_')
      const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
      if (!parameter) throw unknownField(name, { kind: plural, known: Object.keys(parameters), where: '--unset: ' })
      return [name, clears ? emptyOf(parameter) : undefined]
    }),
  )
}

const records_expected: Text = t('pass a record or a list of records as JSON or YAML')
