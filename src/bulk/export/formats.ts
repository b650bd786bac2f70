// Writes records in a format, as a stream of text.
import { csvWriter, inChunks, indentedJson, jsonLine, jsonList, yamlList } from '../../base/files/write-lists.ts'
import { isList, isObject, type JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { ExportFormat } from '../input/entry.ts'
import { cellOfText } from '../input/cell-values.ts'
import { idReference, slugReference } from '../../client/api/reference-index.ts'

/** The records of one kind, in the form of an export; for iCalendar as the service sent them. */
export interface ExportBatch {
  readonly kind: Plural
  readonly records: AsyncIterable<JsonObject>
}

export type ExportBatches = AsyncIterable<ExportBatch> | Iterable<ExportBatch>

export interface ExportWriter {
  /** A list of one kind instead of a bundle of kinds. */
  readonly alone: boolean
  /** For version control: indented, with sorted keys. */
  readonly stable: boolean
  /** Cells of CSV that a spreadsheet would evaluate begin with an apostrophe. */
  readonly csv_safe: boolean
  /** Called for each field that the format cannot hold. */
  readonly onLoss: (what: Text) => void
}

/** Output is buffered to this size: one write per record would take a fifth of the time of an export. */
const chunk_length = 64 * 1024

export function formatBatches(
  format: ExportFormat,
  batches: ExportBatches,
  writing: ExportWriter,
): AsyncIterable<string> {
  return inChunks(textsOf(format, batches, writing), chunk_length)
}

async function* textsOf(format: ExportFormat, batches: ExportBatches, writing: ExportWriter): AsyncIterable<string> {
  switch (format) {
    case 'json':
      return yield* jsonOf(batches, writing)
    case 'ndjson':
      return yield* ndjsonOf(batches)
    case 'csv':
      return yield* csvOf(batches, writing)
    case 'yaml':
      for await (const { kind, records } of batches) yield* yamlList(records, writing.alone ? undefined : kind)
      return
    case 'ics':
      return yield* (await import('./ics-write.ts')).icsOf(batches, writing)
  }
}

async function* jsonOf(batches: ExportBatches, { alone, stable }: ExportWriter): AsyncIterable<string> {
  let before = '{\n'
  for await (const { kind, records } of batches) {
    if (!alone) yield `${before}"${kind}": `
    yield* jsonList(records, stable ? (record) => indentedJson(record, '    ') : undefined)
    before = ',\n'
  }
  yield alone ? '\n' : '\n}\n'
}

async function* ndjsonOf(batches: ExportBatches): AsyncIterable<string> {
  for await (const { kind, records } of batches) {
    for await (const record of records) yield jsonLine({ kind: resources[kind].singular, ...record })
  }
}

/** CSV of one kind: the interface's names as the header, lists joined by `|`, links by slug. */
async function* csvOf(batches: ExportBatches, { csv_safe }: ExportWriter): AsyncIterable<string> {
  const row = await csvWriter()
  for await (const { kind, records } of batches) {
    const { fields } = resources[kind]
    const columns = [...new Set(['id', 'slug', ...Object.keys(fields)])].filter((name) => name !== 'date_utc')
    yield row(columns)
    for await (const record of records) yield row(columns.map((name) => cellOf(name, record[name], csv_safe)))
  }
}

function cellOf(name: string, value: JsonObject[string], csv_safe: boolean): string {
  if (value === undefined || value === null) return ''
  if (name === 'parent' && typeof value === 'number') return value === 0 ? '' : idReference(value)
  if (isList(value)) return value.map((item) => (isObject(item) ? linkText(item) : String(item))).join('|')
  if (isObject(value)) return linkText(value)
  return typeof value === 'string' ? cellOfText(name, value, csv_safe) : String(value)
}

function linkText({ id, slug, ...names }: JsonObject): string {
  if (typeof slug === 'string' && slug !== '') return slugReference(slug)
  return typeof id === 'number' ? idReference(id) : String(Object.values(names)[0] ?? '')
}
