// A chosen field that no record has is most likely misspelled: said once, when all records were seen.
import { closest } from '../closest.ts'
import type { Item } from '../outcome.ts'
import type { Session } from '../session.ts'
import { valueAt } from './fields.ts'

/** The same records; at their end a note about chosen fields that none of them had. */
export async function* watched(records: AsyncIterable<Item>, fields: readonly string[], { note }: Pick<Session, 'note'>): AsyncIterable<Item> {
  if (fields.length === 0) return yield* records
  const missing = new Set(fields)
  const known = new Set<string>()
  for await (const record of records) {
    if (missing.size > 0) for (const key of Object.keys(record)) known.add(key)
    for (const field of missing) if (valueAt(record, field) !== undefined) missing.delete(field)
    yield record
  }
  if (known.size === 0) return
  for (const field of missing) {
    const near = closest(field, [...known])
    await note({
      en: `no record here has a field "${field}"${near === undefined ? '' : `; did you mean ${near}`}`,
      de: `kein Eintrag hier hat ein Feld „${field}“${near === undefined ? '' : `; gemeint war vielleicht ${near}`}`,
    })
  }
}
