// A record as it is exported: what can be sent again, with links that still mean the same in another service.
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'

export interface ExportShape {
  /** For version control: nothing that differs between two services holding the same calendar. */
  readonly stable: boolean
}

/** Ids and publication dates differ between services that hold the same calendar. */
const volatile = new Set(['id', 'date'])

/** An author is a user of one service, and the second clock follows from the first. */
const unsent = new Set(['author', 'date_utc'])

/** In the order of the interface's tables. What is empty is left out: nothing said is nothing there. */
export function exportedRecordOf(kind: Plural, record: JsonObject, { stable }: ExportShape): JsonObject {
  const present = sendableOf(kind, record)
  const never_published = String(record.date_utc ?? '').startsWith('0000')
  const all = {
    id: record.id,
    slug: record.slug,
    ...present,
    ...linksOf(kind, record, stable),
    image: pictureOf(record),
  }
  return Object.fromEntries(
    Object.entries(all).filter(
      ([name, value]) =>
        !isEmpty(value) &&
        !unsent.has(name) &&
        !(name === 'date' && never_published) &&
        !(stable && volatile.has(name)) &&
        !(name === 'parent' && value === 0),
    ),
  ) as JsonObject
}

function isEmpty(value: Json | undefined): boolean {
  return value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
}

/** By its address: the id of a picture means nothing elsewhere. */
function pictureOf({ image }: JsonObject): Json | undefined {
  if (!isObject(image)) return undefined
  return image.url ? image.url : image.id === undefined ? undefined : String(image.id)
}

const linked: Readonly<Record<string, Plural>> = {
  venue: 'venues',
  organizer: 'organizers',
  categories: 'categories',
  tags: 'tags',
}

function linksOf(kind: Plural, record: JsonObject, stable: boolean): JsonObject {
  if (kind !== 'events') return {}
  return Object.fromEntries(
    Object.entries(linked).map(([field, target]) => [
      field,
      objectsOf(record[field]).map((link) => linkOf(target, link, stable)),
    ]),
  )
}

/** Enough to find the record here by id, elsewhere by slug or name, and to create it where it is missing. */
function linkOf(kind: Plural, link: Record<string, Json | undefined>, stable: boolean): JsonObject {
  const { name } = resources[kind]
  const found = { ...(stable ? {} : { id: link.id }), slug: link.slug, [name]: link[name] }
  return Object.fromEntries(Object.entries(found).filter(([, value]) => !isEmpty(value))) as JsonObject
}
