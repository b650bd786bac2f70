// A record as a service answered it, or as somebody wrote it, reduced to the fields that can be sent.
import { isObject } from '../../base/json.ts'
import { costOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import { integerOf, type Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { Entry } from './entry.ts'

/** What answers hold beside the fields that can be sent: derived from them, or bookkeeping of the service. */
export const answer_fields: ReadonlySet<string> = new Set([
  'id',
  'uid',
  'key',
  'kind',
  'global_id',
  'global_id_lineage',
  'url',
  'rest_url',
  'modified',
  'modified_utc',
  'excerpt',
  'slug',
  'json_ld',
  'urls',
  '_links',
  'meta',
  'start_date_details',
  'end_date_details',
  'utc_start_date',
  'utc_end_date',
  'utc_start_date_details',
  'utc_end_date_details',
  'timezone_abbr',
  'cost_details',
  'count',
  'taxonomy',
  'term_group',
  'term_taxonomy_id',
  'filter',
  'geo_lat',
  'geo_lng',
  'parent',
  'start_time',
  'end_time',
  '_error',
])

export interface SendableFields {
  readonly values: Readonly<Record<string, unknown>>
  readonly unknown: readonly string[]
  readonly id?: number
  readonly uid?: string
  readonly key?: string
}

/**
 * `null` counts as not said. An event's slug can be sent; a venue's and an organizer's is only a name to find it by.
 */
export function sendableFieldsOf({ kind, values }: Entry, without: ReadonlySet<string>): SendableFields {
  const fields: Values = resources[kind].fields
  const said: Record<string, unknown> = {}
  const unknown = unknownFieldsIn(kind, values).filter((name) => !without.has(name))
  // The author in an answer is a user of the service that gave it.
  const isAnswer = values.global_id !== undefined
  for (const [name, value] of Object.entries(values)) {
    if (value === null || value === undefined || without.has(name) || (name === 'author' && isAnswer)) continue
    if (!Object.hasOwn(fields, name) && !isOurs(kind, name)) continue
    const sent = asSent(kind, name, value, values)
    if (sent !== undefined) said[name] = sent
  }
  const id = integerOf(values.id)
  return {
    values: said,
    unknown,
    ...(typeof id === 'number' ? { id } : {}),
    ...(typeof values.uid === 'string' && values.uid !== '' ? { uid: values.uid } : {}),
    ...(typeof values.key === 'string' || typeof values.key === 'number' ? { key: String(values.key) } : {}),
  }
}

/** Fields that hold something and that the interface does not have: extensions of a service, or misspelled ones. */
export function unknownFieldsIn(kind: Plural, values: Values): readonly string[] {
  return Object.keys(values).filter(
    (name) =>
      !Object.hasOwn(resources[kind].fields, name) &&
      !isOurs(kind, name) &&
      !answer_fields.has(name) &&
      !holdsNothing(values[name]),
  )
}

/** Services show an extension without anything in it as `[]`, `{}`, `null`, `false` or an empty text. */
function holdsNothing(value: unknown): boolean {
  if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0
  return value === undefined || value === null || value === '' || value === false
}

/**
 * Sent beside the documented fields: a new event's password (D18). Slugs of places only match, and how long an event
 * lasts becomes its end.
 */
function isOurs(kind: Plural, name: string): boolean {
  return (
    (kind === 'events' && (name === 'password' || name === 'duration')) ||
    ((kind === 'venues' || kind === 'organizers') && name === 'slug')
  )
}

/** A field of an answer in the form of a request; undefined where it says nothing. */
function asSent(kind: Plural, name: string, value: unknown, record: Values): unknown {
  switch (name) {
    case 'image':
      return imageOf(value)
    case 'cost':
      return isObject(record.cost_details) ? costOf(record) : value
    case 'date':
      return neverPublished(record) ? undefined : value
    case 'date_utc':
      return neverPublished(record) || (record.date !== undefined && record.date !== null) ? undefined : value
    case 'website':
      return kind === 'events' && value === record.url ? undefined : value
    case 'show_map':
    case 'show_map_link':
      return kind === 'venues' && typeof value === 'boolean' ? String(value) : value
    default:
      return value
  }
}

function neverPublished({ date_utc }: Values): boolean {
  return typeof date_utc === 'string' && date_utc.startsWith('0000')
}

/** A picture is sent by its address, or by its id where it has none; `false` is none. */
function imageOf(image: unknown): unknown {
  if (image === false) return undefined
  if (!isObject(image)) return typeof image === 'number' ? String(image) : image
  return typeof image.url === 'string' && image.url !== ''
    ? image.url
    : image.id === undefined
      ? undefined
      : String(image.id)
}
