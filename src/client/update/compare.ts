// The fields in which a record differs from the wanted values.
import { isoMomentOf } from '../../base/dates/machine-dates.ts'
import { isEmpty, isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { foldedSlug, undoTexturize } from '../../base/text/slug.ts'
import { isShownAs, type TextForm } from '../../base/text/stored-text.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import { isSameCost } from '../../spec/cost.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import { allDayWith } from '../../spec/moved-events.ts'
import { isHiddenByPassword, isTerm, resources } from '../../spec/resources.ts'
import { booleanOf, isYes, splitItems, unreadable, type Values } from '../../spec/read.ts'
import { sendableField } from './sendable.ts'

export interface Change {
  readonly field: string
  readonly before: Json | undefined
  readonly after: Json | undefined
}

/**
 * Which values are the same. `shown`: the record shows the wanted value, however services spell it. `stored`: a service
 * may have made the shown value from the wanted one by sorting, sanitizing, rendering or resolving it.
 */
export type Tolerance = 'shown' | 'stored'

/** The fields whose wanted value differs from the one that the record shows. */
export function changesOf(
  kind: Plural,
  given: Values,
  record: JsonObject,
  tolerance: Tolerance = 'shown',
): readonly Change[] {
  const endsWholeDays = tolerance === 'shown' && record.all_day === true && !allDayWith(given, record)
  const wanted = endsWholeDays && given.all_day === undefined ? { ...given, all_day: false } : given
  const { all_day = record.all_day } = wanted
  // Of an event that is no longer all-day, the times count, too.
  const shown = record.all_day === true && !flag(all_day) ? { ...record, all_day: false } : record
  const changes: Change[] = []
  for (const [field, after] of Object.entries(wanted)) {
    if (field === 'password' || !Object.hasOwn(resources[kind].fields, field)) continue
    const before = sendableField(kind, field, record) ?? ''
    if (after === before) continue
    const change = { field, before, after }
    const same = isSame(kind, change, shown) || (tolerance === 'stored' && isStored(kind, change, record))
    if (!same) changes.push(change)
  }
  return changes
}

/** Whether a record shows the same value before and after; a status is the same only if it is equal. */
export function isSameShown(kind: Plural, { field, before, after }: Change, record: JsonObject): boolean {
  if (before === after || (isEmpty(before) && isEmpty(after))) return true
  return field !== 'status' && isSame(kind, { field, before: after, after: before }, record)
}

function isSame(kind: Plural, { field, after, before }: Change, record: Values): boolean {
  if (field === 'cost') return isSameCost(after, before, record)
  if (Array.isArray(after)) return areSameIds(field, after, Array.isArray(before) ? before : [])
  if (typeof before === 'boolean' || booleans.has(field)) return flag(after) === flag(before)
  if (field.endsWith('_date')) return isSameDate(String(after), String(before), record)
  switch (field) {
    case 'image':
      return isObject(record.image) ? isSameImage(String(after), record.image) : after === '' || after === false
    case 'status':
      return (
        after === before || (after === 'publish' && before === 'future') || (after === 'future' && before === 'publish')
      )
    case 'timezone':
      return String(after).toLowerCase() === String(before).toLowerCase()
    case 'slug':
      return isSameSlug(String(after), String(before))
    case 'parent':
      return Number(after) === (Number(before) || 0)
    default:
      return isShownAs(textFormOf(kind, field), String(after), String(before))
  }
}

const booleans = new Set(['all_day', 'show_map', 'show_map_link', 'hide_from_listings', 'sticky', 'featured'])

function flag(value: Json | undefined): boolean {
  const read = booleanOf(value)
  return read === unreadable ? isYes(value) : read
}

/** Terms are ordered by the service, organizers by the user. */
function areSameIds(field: string, after: readonly Json[], before: readonly Json[]): boolean {
  const sorted = field === 'categories' || field === 'tags'
  const text = (ids: readonly Json[]) => (sorted ? [...ids].map(Number).sort((a, b) => a - b) : ids.map(Number)).join()
  return text(after) === text(before)
}

function isSameDate(after: string, before: string, { all_day }: Values): boolean {
  return (
    after === before ||
    (all_day === true && after.slice(0, 10) === before.slice(0, 10)) ||
    (after.length === 10 && before === `${after} 00:00:00`)
  )
}

/** Deployed services copy an image that is sent as a URL: the copy has another host and the same file name. */
function isSameImage(after: string, { id, url }: Values): boolean {
  if (after === String(id) || after === url) return true
  if (!URL.canParse(after) || typeof url !== 'string' || !URL.canParse(url)) return false
  const [wanted, present] = [new URL(after), new URL(url)]
  return wanted.origin !== present.origin && imageName(wanted) === imageName(present)
}

/** `/2026/11/hall-2.jpg` → `hall.jpg`; the name of a copy may end in a number or in `-scaled`. */
function imageName({ pathname }: URL): string {
  return (pathname.split('/').at(-1) ?? '').toLowerCase().replace(/-(?:\d{1,2}|scaled)(?=\.\w+$)/, '')
}

/** A service adds a suffix to a slug that is taken, and would add it again. */
function isSameSlug(after: string, before: string): boolean {
  return after === '' || after === before || foldedSlug(after) === foldedSlug(before)
}

function textFormOf(kind: Plural, field: string): TextForm {
  if (field === 'website') return 'address'
  if (isTerm(kind)) return 'term'
  if (field === resources[kind].name) return 'title'
  return field === 'description' || field === 'excerpt' ? 'prose' : 'line'
}

/** Events show every field, protected ones only some; venues, organizers and terms leave out empty fields. */
export function isShown(plural: Plural, field: string, record: JsonObject): boolean {
  if (plural !== 'events') return true
  const value = record[field]
  return field in record && (!isHiddenByPassword(plural, record) || !(isEmpty(value) || value === false))
}

/** Whether the service made the stored value from the sent one, by the kind of field. */
function isStored(plural: Plural, { field, after: sent, before: stored }: Change, record: JsonObject): boolean {
  if (sent === undefined || sent === null || !isShown(plural, field, record)) return true
  const fields: Parameters = resources[plural].fields
  switch (fields[field]?.form) {
    case 'datetime':
      return isSameMoment(String(sent), String(stored))
    case 'terms':
    case 'linked':
      return hasSameLinks(splitItems(sent), objectsOf(record[field]))
    // A service copies the image of a URL, and the copy has another URL.
    case 'image':
      return isObject(record.image) && /^https?:/.test(String(sent))
    case 'timezone':
      return sent === ''
    default:
      return (field === 'stateprovince' && sent === '') || isSameText(String(sent), String(stored))
  }
}

/** Only the service can resolve words and instants; a draft shows a missing date as zeros. */
function isSameMoment(sent: string, stored: string): boolean {
  const moment = isoMomentOf(sent.trim())
  if (moment === undefined || moment.offset !== undefined || stored.startsWith('0000')) return true
  return stored.startsWith(moment.time === undefined ? moment.day : moment.wall)
}

function isSameText(sent: string, stored: string): boolean {
  const letters = shownLettersOf(sent)
  return letters === undefined ? stored !== '' : letters === lettersOf(stored)
}

/** The letters and digits that a service shows of a text; undefined if it may render shortcodes and blocks. */
export function shownLettersOf(sent: string): string | undefined {
  const shortcode = sent.search(/\[\/?[a-z]/i)
  if ((shortcode >= 0 && sent.includes(']', shortcode)) || sent.includes('<!--')) return undefined
  return lettersOf(sent)
}

/** Services replace emoticons and `(tm)` by symbols. */
export function lettersOf(text: string): string {
  const plain = readable(text.replace(/(^|\s)[:;]-?[)(D](?=\s|$)/g, ' ')).replace(/\(tm\)/gi, '')
  return plain.replace(/[^\p{L}\p{N}]+/gu, '') || plain
}

/** The same records by id, name or slug, in any order. */
function hasSameLinks(sent: readonly Json[], stored: readonly Values[]): boolean {
  const targets = new Set(
    sent
      .filter((item) => item !== 0 && item !== '')
      .map((item) => stored.find((record) => isReferenceTo(item, record)) ?? item),
  )
  return targets.size === stored.length && stored.every((record) => targets.has(record))
}

function isReferenceTo(item: Json | undefined, { id, ...record }: Values): boolean {
  if (!isObject(item))
    return String(item) === String(id) || [record.name, record.slug].some((name) => readable(name) === readable(item))
  return item.id === undefined
    ? ['venue', 'organizer', 'name'].some((field) => field in item && readable(item[field]) === readable(record[field]))
    : String(item.id) === String(id)
}

function readable(value: Json | undefined): string {
  return undoTexturize(textOfHtml(String(value ?? '')))
}
