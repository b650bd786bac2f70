// The line that says what was written: `Created event 812 "Jazz night"`.
import type { JsonObject } from '../../base/json.ts'
import type { Text } from '../../base/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { nameOf } from '../print/fields.ts'

export type Deed = 'created' | 'updated' | 'deleted'

export function doneText(plural: Plural, deed: Deed, record: JsonObject): Text {
  const { title } = resources[plural]
  const which = labelOf(record)
  if (deed === 'created') return { en: `Created ${title.en} ${which}`, de: `${title.de} ${germanLabel(record)} angelegt` }
  if (deed === 'updated') return { en: `Updated ${title.en} ${which}`, de: `${title.de} ${germanLabel(record)} geändert` }
  // Posts go to the trash, terms are gone: the answer says which.
  return record.status === 'trash'
    ? { en: `Moved ${title.en} ${which} to the trash`, de: `${title.de} ${germanLabel(record)} in den Papierkorb gelegt` }
    : { en: `Deleted ${title.en} ${which} for good`, de: `${title.de} ${germanLabel(record)} endgültig gelöscht` }
}

/** `812 "Jazz night"` */
export function labelOf(record: JsonObject): string {
  const name = lineOf(record)
  return name === '' ? String(record.id) : `${record.id} "${name}"`
}

function germanLabel(record: JsonObject): string {
  const name = lineOf(record)
  return name === '' ? String(record.id) : `${record.id} „${name}“`
}

/** A name that a stranger gave begins no line of its own. */
function lineOf(record: JsonObject): string {
  return (nameOf(record) ?? '').replace(/\s+/g, ' ')
}
