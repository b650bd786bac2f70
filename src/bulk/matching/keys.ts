// The keys by which records of the input are matched to records of the service.
import type { Json } from '../../base/json.ts'
import { hash } from 'node:crypto'
import { isWall } from '../../base/dates/days.ts'
import { instantOf, isZone, utcWall } from '../../base/dates/zoned-time.ts'
import { usageError } from '../../base/errors.ts'
import { t } from '../../base/text/language.ts'
import { foldedName, foldedSlug, sentSlugOf } from '../../base/text/slug.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { isHiddenByPassword, isPlace, plurals_by_need, resources, unknownField } from '../../spec/resources.ts'
import type { Form, Parameter, Plural } from '../../spec/model.ts'
import { isYes, type Values } from '../../spec/read.ts'
import type { ParsedRecord } from '../input/parse-entry.ts'

/** `id`, `slug`, `uid`, or fields that together identify a record: `title+start_date`. */
export type RecordMatch = readonly string[]

/** The fields in `title+start_date`. Errors: `usage` if no kind can be matched by all of them. */
export function matchOf(text: string): RecordMatch {
  const fields = text
    .split('+')
    .map((field) => field.trim())
    .filter((field) => field !== '')
  const known = [
    'id',
    'slug',
    'uid',
    'name',
    ...Object.values(resources).flatMap((resource) => Object.keys(resource.fields)),
  ]
  const unknown = fields.length === 0 ? text : fields.find((field) => !known.includes(field))
  const alone = fields.length > 1 && fields.find(isIdentifier)
  if (alone)
    throw usageError(
      t('--match: {alone} cannot be combined with other fields: {fields}', { alone, fields: fields.join('+') }),
      t('use --match {alone}', { alone }),
    )
  if (fields.length > 0 && plurals_by_need.some((kind) => fields.every((field) => canMatch(kind, field)))) return fields
  const otherwise = t('use id, slug, uid, or fields with a text or date, such as title+start_date')
  if (unknown !== undefined) throw unknownField(unknown, { known, where: '--match: ', otherwise })
  throw usageError(t('--match: no records can be matched by {fields}', { fields: fields.join('+') }), otherwise)
}

/** Whether records of the kind have the field, and services show its value as it was sent. */
export function canMatch(kind: Plural, field: string): boolean {
  if (field === 'uid') return kind === 'events'
  if (field === 'id' || field === 'slug' || field === 'name') return true
  const fields: Readonly<Record<string, Parameter>> = resources[kind].fields
  return Object.hasOwn(fields, field) && !unmatched_forms.has(fields[field]?.form)
}

const unmatched_forms: ReadonlySet<Form | undefined> = new Set(['linked', 'terms', 'toggle', 'image', 'cost'])

/** Identifies a record by itself, and is no field of it. */
function isIdentifier(field: string): boolean {
  return field === 'id' || field === 'uid'
}

type Matched = Pick<ParsedRecord, 'kind' | 'values' | 'uid' | 'other_uid' | 'id' | 'zone_follows'>

/**
 * The match for one record: undefined if it has no value for one of the fields. It is then matched as without
 * `--match`; otherwise the next import would create it again.
 */
export function matchFor(record: Matched, match: RecordMatch | undefined): RecordMatch | undefined {
  return match && keyByMatch(record, match) === undefined ? undefined : match
}

function keyByMatch({ kind, values, uid, id }: Matched, match: RecordMatch): string | undefined {
  if (match[0] === 'id') return id === undefined ? undefined : `id:${id}`
  if (match[0] === 'uid') return uid === undefined ? undefined : uidKey(uid)
  return keyBy(kind, values, match)
}

/**
 * The keys by which a record is looked up, best first; a later one is used only if an earlier one finds nothing.
 * Without `--match`, or a value for it: the uid, else the slug, else the fields that identify a record for people.
 * Services choose the slugs of venues and organizers, and another slug if one is taken: these keys are followed by
 * others, because each import would create the record again. Each is made when it is asked for: most rows need one.
 */
export function* keysOf(record: Matched, match: RecordMatch | undefined): Iterable<string> {
  const matched = match && keyByMatch(record, match)
  if (matched === undefined || match?.[0] === 'uid') yield* usualKeysOf(record)
  else if (match?.length === 1 && match[0] === 'slug') yield* slugKeysOf(record)
  else yield* withInstant(matched, record, match)
}

/** The key; then, of dates with an offset, that of their instants: earlier versions stored them in other zones. */
function* withInstant(key: string, { kind, values, zone_follows }: Matched, fields: RecordMatch = []) {
  yield key
  const exact = zone_follows ? instantKey(kind, values, fields) : undefined
  if (exact !== undefined) yield exact
}

/** The keys of a row by its wall times in the calendar and in the file, and whether they are those of the file. */
export function wallKeysOf(record: Matched, match: RecordMatch | undefined): ReadonlyMap<string, boolean> {
  const { zone_follows, ...local } = record
  const written = { ...local, values: { ...local.values, ...zone_follows } }
  const keys = [...keysOf(local, match)].map((key) => [key, false] as const)
  return new Map([...keys, ...[...keysOf(written, match)].map((key) => [key, true] as const)])
}

function* usualKeysOf(record: Matched): Iterable<string> {
  const { kind, uid, other_uid } = record
  if (uid === undefined || isPlace(kind)) return yield* slugKeysOf(record)
  yield uidKey(uid)
  if (other_uid !== undefined) yield uidKey(other_uid)
}

function* slugKeysOf(record: Matched): Iterable<string> {
  const { kind, values } = record
  const slug = keyBy(kind, values, ['slug'])
  if (slug !== undefined) yield slug
  const natural = keyBy(kind, values, naturalFields(kind))
  if (natural === undefined) return
  const keys = withInstant(natural, record, naturalFields(kind))
  if (slug === undefined || isPlace(kind)) yield* keys
  else if (kind === 'events') for (const key of keys) yield renumberedKey(slug, key)
}

/** The keys of `keysOf`, then those of records whose name is hidden but would conflict. */
export function lookupKeysOf(record: Parameters<typeof keysOf>[0], match: RecordMatch | undefined): readonly string[] {
  const { kind, values } = record
  const hidden = isPlace(kind) ? blankKey(values[resources[kind].name]) : undefined
  return [...keysOf(record, match), ...given([hidden])]
}

/** The keys of a new record whatever slug it gets: a slug that is taken is none of another record. */
export function nameKeysOf(kind: Plural, { slug: _, ...values }: Values): readonly string[] {
  return lookupKeysOf({ kind, values }, undefined)
}

/** Every key by which a record of the service can be looked up. */
export function keysOfRecord(kind: Plural, record: Values, match: RecordMatch | undefined): readonly string[] {
  const slug = keyBy(kind, record, ['slug'])
  const matched = match && !match.some(isIdentifier) ? keyBy(kind, record, match) : undefined
  const natural = keyBy(kind, record, naturalFields(kind))
  const exact = kind === 'events' ? instantKey(kind, record, naturalFields(kind)) : undefined
  const exact_match = matched === undefined ? undefined : instantKey(kind, record, match ?? [])
  const base = kind === 'events' ? /^slug=(.+)-[1-9]\d{0,2}$/.exec(slug ?? '')?.[1] : undefined
  const renumbered = base === undefined ? [] : given([natural, exact]).map((key) => renumberedKey(`slug=${base}`, key))
  const blank = isHiddenByPassword(kind, record) ? blankKey(record.slug) : undefined
  const others = [uidKeyOf(record), matched, exact_match, blank, `id:${record.id}`]
  return [...new Set(given([slug, natural, exact, ...renumbered, ...others]))]
}

/** The key of the uid that an event was created with; undefined if it was created without one. */
export function uidKeyOf({ slug }: Values): string | undefined {
  const mark = /-u([0-9a-f]{12})(?:-\d+)?$/.exec(String(slug ?? ''))?.[1]
  return mark && `uid:${mark}`
}

/** `at title=a&start_date=…`, in UTC; undefined if a date is that of a whole day, or the zone is not known. */
function instantKey(kind: Plural, values: Values, fields: RecordMatch): string | undefined {
  const { timezone: zone } = values
  const dates = fields.filter((field) => field === 'start_date' || field === 'end_date')
  if (dates.length === 0 || typeof zone !== 'string' || !isZone(zone) || isYes(values.all_day)) return undefined
  const exact = dates.map((field) => {
    const wall = values[field]
    return [field, isWall(wall) ? utcWall(instantOf(wall, zone)) : '']
  })
  const key = keyBy(kind, { ...values, ...Object.fromEntries(exact) }, fields)
  return key && `at ${key}`
}

/** Whether a key is that of instants, which decides before one of wall times. */
export function isInstantKey(key: string): boolean {
  return key.startsWith('at ')
}

/** Keys of an event by what identifies it without a uid: also in another zone. */
export function startKeysOf({ kind, values }: Pick<ParsedRecord, 'kind' | 'values'>): readonly string[] {
  return given([naturalKeyOf({ kind, values }), instantKey(kind, values, naturalFields(kind))])
}

/** `title=a&start_date=…` */
export function naturalKeyOf({ kind, values }: Pick<ParsedRecord, 'kind' | 'values'>): string | undefined {
  return keyBy(kind, values, naturalFields(kind))
}

/**
 * A name that a password hides is recognized by the slug that services derive from it: deployed ones would overwrite
 * the record with that name (Q6).
 */
function blankKey(text: Json | undefined): string | undefined {
  return typeof text === 'string' && text !== '' ? `hidden=${foldedSlug(textOfHtml(text))}` : undefined
}

/** An event whose slug was taken when it was created: it has the slug with a number, and the same title and start. */
function renumberedKey(slug: string, natural: string): string {
  return `renumbered ${slug}&${natural}`
}

export function isRenumberedKey(key: string): boolean {
  return key.startsWith('renumbered ')
}

/** The key of the row that this key of an event belongs to: the one by which a row is looked up first. */
export function firstKeyOf(key: string): string {
  return isRenumberedKey(key) ? key.slice('renumbered '.length, key.indexOf('&')) : key
}

export function slugKey(slug: string): string {
  return `slug=${partOf('slug', slug)}`
}

function naturalFields(kind: Plural): RecordMatch {
  if (kind === 'events') return ['title', 'start_date']
  return kind === 'categories' ? ['name', 'parent'] : [resources[kind].name]
}

function uidKey(uid: string): string {
  return `uid:${uidMark(uid)}`
}

function keyBy(kind: Plural, values: Values, fields: RecordMatch): string | undefined {
  const parts: string[] = []
  for (const name of fields) {
    const field = name === 'name' ? resources[kind].name : name
    const part = partOf(field, values[field])
    if (part === undefined) return undefined
    parts.push(`${field}=${part}`)
  }
  return parts.join('&')
}

function partOf(field: string, value: Json | undefined): string | undefined {
  if (field === 'parent') return String(typeof value === 'number' || typeof value === 'string' ? value : 0)
  if (typeof value === 'number') return String(value)
  if (typeof value !== 'string' || value === '') return undefined
  // For all-day events without the time.
  if (field.endsWith('_date')) return value.replace(/ 00:00:00$/, '')
  return field === 'slug' ? foldedSlug(value) : foldedName(value)
}

function given(keys: readonly (string | undefined)[]): readonly string[] {
  return keys.filter((key): key is string => key !== undefined)
}

/** The interface has no field for a foreign id, so the slug ends with a hash of it (decision 8). */
function uidMark(uid: string): string {
  return hash('sha256', uid).slice(0, 12)
}

/** `Jazz night` and its uid → `jazz-night-u3f2a…` */
export function slugOfUid(title: string, uid: string): string {
  return `${sentSlugOf(title)}-u${uidMark(uid)}`
}

/** The slug of a new event contains a hash of its uid; an existing event keeps its slug. */
export function withUid(
  { uid, values }: Pick<ParsedRecord, 'values'> & { readonly uid?: string },
  isNew: boolean,
): Values {
  if (uid === undefined) return values
  const { slug: _, ...rest } = values
  return isNew ? { ...rest, slug: slugOfUid(String(values.title ?? ''), uid) } : rest
}
