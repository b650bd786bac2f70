// Derived columns: the keys that lists sort by, and the text that searches read.
import { day_ms, instantOfUtc, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'
import { foldForSearch } from '../../base/text/slug.ts'
import type { EventRecord, New, PostKind, PostRecords, TermRecord } from '../domain/records.ts'
import type { SelectionClock } from '../domain/lists/selection.ts'

/** A local time as a number with the same order: `20270131190000`; 0 for an empty text. */
export function keyOf(wall: WallTime): number {
  const part = (start: number, end: number) => Number(wall.slice(start, end))
  return wall === ''
    ? 0
    : part(0, -15) * 1e10 +
        part(-14, -12) * 1e8 +
        part(-11, -9) * 1e6 +
        part(-8, -6) * 1e4 +
        part(-5, -3) * 100 +
        part(-2, wall.length)
}

/** The maximum offset of a zone from UTC, which `UTC+99` has. */
export const zones_days = 5

/** The key after all others. */
export const key_max = 99_999_999_999_999

/** The key of a local time, moved by a number of days. */
export function shiftedKey(wall: WallTime, days: number): number {
  if (days === 0) return keyOf(wall)
  if (wall < '0101' || wall > '9899') return days < 0 ? 0 : key_max
  return keyOf(utcWall(instantOfUtc(wall) + days * day_ms))
}

/** The difference between the keys of two days, and of two months. */
export const key_day = 1_000_000
export const key_month = 100_000_000

/** The start of the month of a key such as 20270131190000, which need not be a valid date. */
export function monthOfKey(key: number): WallTime {
  const [year, months] = [Math.floor(key / key_month / 100), Math.floor(key / key_month) % 100]
  return key < 0
    ? ''
    : `${String(year).padStart(4, '0')}-${String(Math.min(12, Math.max(1, months))).padStart(2, '0')}-01 00:00:00`
}

/**
 * The listing bucket of an event: its status, with `~` appended if the event is hidden from listings or has no valid
 * time span.
 */
export function listingBucketOf(status: string, hidden: boolean): string {
  return hidden ? `${status}~` : status
}

/** The values of the derived columns of a record, in the order of `derivedNames`. */
export function derivedOf<K extends PostKind>(
  kind: K,
  record: New<PostRecords[K]>,
  clock: SelectionClock,
): readonly (string | number)[] {
  return [...derive[kind](record, clock), wordsOf(kind, record)]
}

const derive: {
  readonly [K in PostKind]: (record: New<PostRecords[K]>, clock: SelectionClock) => readonly (string | number)[]
} = {
  event: ({ status, hide_from_listings, date, start_date, end_date, utc_start_date, utc_end_date }, clock) => [
    listingBucketOf(status, hide_from_listings || !isListed({ status, utc_start_date, utc_end_date })),
    keyOf(start_date),
    keyOf(clock === 'utc' ? utc_start_date : start_date),
    keyOf(clock === 'utc' ? utc_end_date : end_date),
    keyOf(date),
  ],
  venue: ({ title }) => [title.toLowerCase()],
  organizer: ({ title }) => [title.toLowerCase()],
}

/** Whether an event has a start that is not after its end; in the trash a start is enough. Source: decision 18. */
function isListed({
  status,
  utc_start_date,
  utc_end_date,
}: Pick<EventRecord, 'status' | 'utc_start_date' | 'utc_end_date'>): boolean {
  return utc_start_date !== '' && (status === 'trash' || keyOf(utc_start_date) <= keyOf(utc_end_date))
}

/** The fields that searches read. Source: interface 5.2, 5.3. */
const searched: { readonly [K in PostKind]: readonly (keyof New<PostRecords[K]>)[] } = {
  event: ['title', 'excerpt', 'description'],
  venue: ['title', 'description', 'excerpt', 'address', 'city', 'province', 'state', 'stateprovince', 'zip', 'phone'],
  organizer: ['title', 'description', 'excerpt', 'phone', 'email', 'website'],
}

/** The text that searches read: the fields of a post, folded and joined. */
function wordsOf<K extends PostKind>(kind: K, record: New<PostRecords[K]>): string {
  return searched[kind]
    .map((name) => String(record[name]))
    .filter((text) => text !== '')
    .map(foldForSearch)
    .join(field_end)
}

/** The derived columns of a term: keys that compare and sort names and descriptions without case and accents. */
export function termKeysOf({ name, description }: New<TermRecord>) {
  return { name_key: foldForSearch(name), name_lower: name.toLowerCase(), description_key: foldForSearch(description) }
}

/** Separates the fields in the `words` of a post; `foldForSearch` removes it from texts. */
export const field_end = '\u001f'

const trigram_length = 3

/** The trigrams that every text with this word contains; undefined if the word is too short to have one. */
export function trigramsOf(word: string): readonly string[] | undefined {
  const characters = [...foldForSearch(word)]
  if (characters.length < trigram_length) return undefined
  return [
    ...new Set(characters.slice(0, 1 - trigram_length).map((_, i) => characters.slice(i, i + trigram_length).join(''))),
  ]
}

/** A full-text query for all of these trigrams. */
export function trigramMatch(trigrams: readonly string[]): string {
  return [...new Set(trigrams)].map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(' AND ')
}
