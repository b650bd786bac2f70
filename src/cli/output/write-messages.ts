// Messages after a write: what was written, such as `Created event 812 "Jazz night" · Fri 27 Nov 2026, 20:00–23:00
// (Europe/Berlin) · Blue Cellar · https://…`, and warnings about values that the service stored differently.
import type { Json, JsonObject } from '../../base/json.ts'
import { eachLanguage, type Language, sameText, t, type Text } from '../../base/text/language.ts'
import type { Change } from '../../client/update/compare.ts'
import type { PublishedPlace } from '../../client/update/update.ts'
import {
  eventParts,
  eventTimeOf,
  placeParts,
  statusText,
  timeText,
  websiteOf,
  whenText,
} from '../../spec/event-parts.ts'
import type { Plural } from '../../spec/model.ts'
import { nameOf, resources } from '../../spec/resources.ts'
import type { RunSettings } from '../types/session.ts'
import { cutAroundDifference } from './text-width.ts'

/** `left`: the record already had the requested values, and nothing was sent. */
export type Action = 'created' | 'updated' | 'moved' | 'restored' | 'deleted' | 'left'

const done_words = {
  created: t('Created'),
  updated: t('Updated'),
  moved: t('Moved'),
  restored: t('Restored'),
} as const satisfies Partial<Record<Action, Text>>

/** States the stored values and who wrote them, so that a misread date or name, or the wrong user, is noticed. */
export function successLine(
  plural: Plural,
  action: Action,
  record: JsonObject,
  settings: Pick<RunSettings, 'credentials'>,
): Text {
  const { title } = resources[plural]
  const by = writerText(settings)
  const label = (language: Language) => labelOf(record, language)
  if (action === 'left') return t('Unchanged: {title} {label}', { title, label })
  if (action !== 'deleted') {
    const word = done_words[action]
    const done = t('{word} {title} {label}', { word, title, label })
    return eachLanguage((language) => [done[language], ...detailsOf(record, language)].join(' · ') + by[language])
  }
  // Terms are deleted, other records are moved to the trash; the response says which.
  return record.status === 'trash'
    ? t('Moved {title} {label} to the trash{by}', { title, label, by })
    : t('Permanently deleted {title} {label}{by}', { title, label, by })
}

/** The user that writes, if one is signed in: ` · as anna`. */
export function writerText({ credentials }: Pick<RunSettings, 'credentials'>): Text {
  if (credentials.kind !== 'basic') return sameText('')
  return t(' · as {user}', { user: credentials.user })
}

/** Time, venue, address, contact details, status unless it is the default, and page. */
function detailsOf(record: JsonObject, language: Language): readonly string[] {
  const { email, phone, url } = record
  const parts = [
    whenText(record, { language }),
    venueOf(record),
    placeParts('venue', record).address.join(', '),
    email,
    phone,
    statusText(record.status, language),
    websiteOf(record),
    url,
  ].flatMap((part) => (typeof part === 'string' && part.trim() !== '' ? [part.trim().replace(/\s+/g, ' ')] : []))
  // A database file has no web pages.
  return [...new Set(parts)].filter((part) => !/^https?:\/\/localhost\//.test(part))
}

function venueOf(record: JsonObject): string | undefined {
  return eventParts(record).venues[0]?.name
}

/** ` · Fri 27 Nov 2026, 20:00–23:00 · Blue Cellar`; empty for other records than events. */
export function whenAndWhere(record: JsonObject, language: Language): string {
  const time = eventTimeOf(record)
  if (time === undefined) return ''
  return [timeText(time, { language }), venueOf(record)].flatMap((part) => (part ? [` · ${part}`] : [])).join('')
}

/** `812 "Jazz night"`, in German `812 „Jazz night“`. Line breaks in names are escaped. */
export function labelOf(record: JsonObject, language: Language): string {
  const name = (nameOf(record) ?? '').replace(/\s+/g, ' ')
  return name === '' ? String(record.id) : `${record.id} ${t('"{name}"', { name })[language]}`
}

/** A venue or organizer that the update of an event publishes, too. */
export function publishedText({ kind, id, title, status }: PublishedPlace): Text {
  const singular = resources[kind].title
  return t('also publishes {singular} {id} "{title}" (status {status})', { singular, id, title, status })
}

export function mismatchText(field: string, id: string, { before, after }: Omit<Change, 'field'>): Text {
  const [was, is] = shownBoth(after, before)
  if (field.startsWith('utc_'))
    return t(
      '{field} of {id}: the service stored {is} instead of {was} for this time zone; use a zone such as Europe/Berlin',
      { field, id, was, is },
    )
  return t('{field} of {id}: sent {was}, but the service stored {is}', { field, id, was, is })
}

export function unexpectedText(field: string, id: string, { before, after }: Omit<Change, 'field'>): Text {
  const [was, is] = shownBoth(before, after)
  return t('{field} of {id} changed too, from {was} to {is}', { field, id, was, is })
}

const nothing: Text = t('nothing')
const shown_max = 60

type Both = readonly [string, string]

/** Two values for a message: text is quoted, long values are cut around the difference, empty ones are `nothing`. */
function shownBoth(one: Json | undefined, other: Json | undefined): readonly [Text, Text] {
  const [ones, others] = cutAroundDifference(...asLines(plain(one), plain(other)), shown_max)
  return [
    eachLanguage((language) => quotedValue(one, ones, language)),
    eachLanguage((language) => quotedValue(other, others, language)),
  ]
}

function plain(value: Json | undefined): string {
  if (Array.isArray(value)) return value.map(plain).join(', ')
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

/** Collapses whitespace; if only whitespace differs, it is escaped instead. */
function asLines(one: string, other: string): Both {
  const line = (text: string) => text.replace(/\s+/g, ' ')
  return line(one) === line(other)
    ? [JSON.stringify(one).slice(1, -1), JSON.stringify(other).slice(1, -1)]
    : [line(one), line(other)]
}

function quotedValue(value: Json | undefined, text: string, language: Language): string {
  if (value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0))
    return nothing[language]
  if (typeof value !== 'string' && !(Array.isArray(value) && value.every((item) => typeof item === 'string')))
    return text
  return t('"{text}"', { text })[language]
}
