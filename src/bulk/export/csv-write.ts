// CSV of one kind: the interface's names on top, lists joined by `|`, links by slug.
import { stringify } from 'csv-stringify/sync'
import { isList, isObject, type JsonObject } from '../../base/json.ts'
import { resources } from '../../spec/resources.ts'
import { slugReference } from '../matching/reference-index.ts'
import type { ExportBatch } from './formats.ts'

export async function* csvOf(batches: AsyncIterable<ExportBatch> | Iterable<ExportBatch>): AsyncIterable<string> {
  for await (const { kind, records } of batches) {
    const { fields } = resources[kind]
    const columns = [...new Set(['id', 'slug', ...Object.keys(fields)])].filter((name) => name !== 'date_utc')
    yield stringify([columns])
    for await (const record of records) yield stringify([columns.map((name) => cellOf(record[name]))])
  }
}

function cellOf(value: JsonObject[string]): string {
  if (value === undefined || value === null) return ''
  if (isList(value)) return value.map((item) => (isObject(item) ? linkText(item) : String(item))).join('|')
  return isObject(value) ? linkText(value) : String(value)
}

function linkText({ id, slug, ...names }: JsonObject): string {
  if (typeof slug === 'string' && slug !== '') return slugReference(slug)
  return String(id ?? Object.values(names)[0] ?? '')
}
