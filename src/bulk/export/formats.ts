// Records as text of a format, piece by piece, never all at once.
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import type { ExportFormat } from '../input/file-formats.ts'

/** The records of one kind, in the form of `exportedOf`; for iCalendar as they came. */
export interface ExportBatch {
  readonly kind: Plural
  readonly records: AsyncIterable<JsonObject>
}

export interface ExportWriter {
  /** One kind alone, as a list, rather than a bundle of kinds. */
  readonly alone: boolean
  /** For version control: indented, keys in order. */
  readonly stable: boolean
  /** Told of what the format cannot hold. */
  readonly lost: (what: Text) => void
}

/** A write for each record would cost a fifth of an export. */
const chunk_length = 64 * 1024

export async function* formatBatches(
  format: ExportFormat,
  batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>,
  writing: ExportWriter,
): AsyncIterable<string> {
  let chunk = ''
  for await (const text of textsOf(format, batches, writing)) {
    chunk += text
    if (chunk.length < chunk_length) continue
    yield chunk
    chunk = ''
  }
  if (chunk !== '') yield chunk
}

async function* textsOf(
  format: ExportFormat,
  batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>,
  writing: ExportWriter,
): AsyncIterable<string> {
  switch (format) {
    case 'json':
      return yield* jsonOf(batches, writing)
    case 'ndjson':
      return yield* ndjsonOf(batches)
    case 'csv':
      return yield* (await import('./csv-write.ts')).csvOf(batches)
    case 'yaml':
      return yield* (await import('./yaml-write.ts')).yamlOf(batches, writing)
    case 'ics':
      return yield* (await import('./ics-write.ts')).icsOf(batches, writing)
  }
}

async function* jsonOf(
  batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>,
  { alone, stable }: ExportWriter,
): AsyncIterable<string> {
  const textOf = (record: JsonObject) =>
    stable ? JSON.stringify(record, null, 2).replaceAll('\n', '\n    ').replace(/^/, '    ') : JSON.stringify(record)
  let kinds = 0
  if (!alone) yield '{\n'
  for await (const { kind, records } of batches) {
    yield `${kinds++ > 0 ? ',\n' : ''}${alone ? '[' : `"${kind}": [`}`
    let count = 0
    for await (const record of records) yield `${count++ > 0 ? ',\n' : '\n'}${textOf(record)}`
    yield count > 0 ? '\n]' : ']'
  }
  yield alone ? '\n' : '\n}\n'
}

async function* ndjsonOf(batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>): AsyncIterable<string> {
  const { resources } = await import('../../spec/resources.ts')
  for await (const { kind, records } of batches) {
    for await (const record of records) yield `${JSON.stringify({ kind: resources[kind].singular, ...record })}\n`
  }
}
