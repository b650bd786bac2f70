// The values of a record in the form that a request takes: responses spell several fields differently.
import { isObject, itemsOf, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { sendableCost } from '../../spec/cost.ts'
import type { Plural } from '../../spec/model.ts'
import { websiteOf } from '../../spec/event-parts.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'

/** Every documented field that the record shows, in the form that a write takes. */
export function sendableOf(plural: Plural, record: JsonObject): Values {
  const sendable: Record<string, Json | undefined> = {}
  for (const field in resources[plural].fields) {
    const value = sendableField(plural, field, record)
    if (value !== undefined) sendable[field] = value
  }
  return sendable
}

/**
 * Where a value is sent: to the service that shows it, or from a file to any service, where ids and users are others
 * and people may have written the value.
 */
type Destination = 'same' | 'any'

type Conversion = (value: Json, record: Values) => Json | undefined

const asIs: Conversion = (value) => value

const publication = { same: asIs, any: (value: Json, record: Values) => (neverPublished(record) ? undefined : value) }

/** The fields of every kind that are not sent as they are shown. */
const conversions: Readonly<Record<string, Readonly<Record<Destination, Conversion>>>> = {
  image: { same: imageById, any: imageByUrl },
  author: { same: Number, any: asIs },
  date: publication,
  date_utc: publication,
}
const links = { same: idsOf, any: asIs }
const event_conversions: typeof conversions = {
  ...conversions,
  cost: {
    same: (_, record) => sendableCost(record),
    any: (value, record) => (isObject(record.cost_details) ? sendableCost(record) : value),
  },
  website: { same: (_, record) => websiteOf(record) ?? '', any: (_, record) => websiteOf(record) },
  venue: links,
  organizer: links,
  categories: links,
  tags: links,
}
/** The interface documents these two as text for venues. */
const toggles = { same: String, any: asIs }
const place_conversions: typeof conversions = { ...conversions, show_map: toggles, show_map_link: toggles }

/** One field of a record, or of what people wrote, in the form that a write takes; undefined if it cannot be sent. */
export function sendableField(
  plural: Plural,
  field: string,
  record: Values,
  to: Destination = 'same',
): Json | undefined {
  const value = record[field]
  if (value === undefined || value === null) return undefined
  const own = plural === 'events' ? event_conversions : place_conversions
  const conversion = Object.hasOwn(own, field) ? own[field] : undefined
  return conversion ? conversion[to](value, record) : value
}

/** Whether the record is from a response of a service, which has read-only fields and fields of extensions. */
export function isAnswer(record: Values): boolean {
  return 'global_id' in record || 'rest_url' in record
}

function neverPublished({ date_utc }: Values): boolean {
  return typeof date_utc === 'string' && date_utc.startsWith('0000')
}

function imageById(image: Json): Json | undefined {
  if (!isObject(image)) return ''
  return image.id ? String(image.id) : image.url
}

/** By its URL, or by its id if it has none; `false` means no image. */
function imageByUrl(image: Json): Json | undefined {
  if (image === false) return undefined
  if (!isObject(image)) return typeof image === 'number' ? String(image) : image
  if (typeof image.url === 'string' && image.url !== '') return image.url
  return image.id === undefined ? image : String(image.id)
}

/** The ids of the linked records. */
function idsOf(value: Json): readonly Json[] {
  return objectsOf(value).flatMap(({ id }) => itemsOf(id))
}
