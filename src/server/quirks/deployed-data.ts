// Structured data (schema.org, JSON-LD) of deployed services: escaped texts, and keys without values.
import type { Json } from '../../base/json.ts'
import { oneLine } from '../../base/text/stored-text.ts'
import { replacedRuns, withoutTags } from '../../base/text/untrusted-text.ts'
import { type Cost, costText, readCost, sentCost } from '../../spec/cost.ts'
import type { EventRecord, OrganizerRecord, Post, VenueRecord } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { asTitle, withParagraphs } from './texturize.ts'
import { quirk } from './quirks.ts'

const excerpt_words_max = 30

/** Whether the service has this data instead of that of standard mode. */
export function hasDeployedData(settings: Parameters<typeof quirk>[0]): boolean {
  return quirk(settings, 'structured_data_is_escaped')
}

/** The members of an event that differ from those of standard mode. */
export function deployedEvent(event: EventRecord, url: string) {
  const price = priceOf(event.cost)
  return {
    name: escapedTitle(event),
    description: descriptionOf(event),
    url: event.status === 'publish' || event.status === 'private' ? url : `${url}%2F/`,
    ...(price !== undefined && { price }),
  }
}

export function deployedVenue(venue: VenueRecord) {
  return {
    '@type': 'Place',
    name: escapedTitle(venue),
    description: descriptionOf(venue),
    url: '',
    telephone: venue.phone,
    sameAs: venue.website,
  }
}

export function deployedOrganizer(organizer: OrganizerRecord) {
  const website = organizer.website.replace(/&(?!#)/g, '&#038;')
  return {
    '@type': 'Person',
    name: escapedTitle(organizer),
    description: descriptionOf(organizer),
    url: website,
    telephone: organizer.phone,
    email: organizer.email,
    sameAs: website,
  }
}

/** The text with special characters as entities; entities that it has stay. */
export function escapedText(text: string): string {
  return text
    .replace(/&(?!(?:#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);)/gi, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
}

function escapedTitle({ title, status }: Post): string {
  const name = asTitle(title.replace(/\\(.?)/gs, '$1'))
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
  return status === 'private' ? `Private: ${name}` : name
}

/** The excerpt, or the first words of the description, as a text of JavaScript. */
function descriptionOf({ excerpt, description }: Post): string {
  const text = excerpt === '' ? firstWords(description) : excerpt
  if (text.trim() === '') return ''
  return escapedText(`${withParagraphs(text)}\n`)
    .replace(/\n/g, '\\n')
    .replace(/'/g, "\\'")
}

function firstWords(text: string): string {
  const words = withoutTags(replacedRuns(text, [/\[gallery/g, /\]/g], ''))
    .split(/\s+/)
    .filter((word) => word !== '')
  return words.length > excerpt_words_max
    ? `${words.slice(0, excerpt_words_max).join(' ')} [&hellip;]`
    : words.join(' ')
}

/** `5 – 10`, `0` for free events, or the price in words. */
function priceOf(cost: string): string | undefined {
  if (cost === '') return undefined
  const { shown, currency_symbol } = readCost(cost, true)
  const prices = shown.split(' – ').map((price) => {
    if (price === 'Free') return '0'
    return /\d/.test(price) ? price.replaceAll(currency_symbol === '' ? '$' : currency_symbol, '').trim() : price
  })
  return prices.join(' – ') === 'free' ? '0' : prices.join(' – ')
}

/** The cost as answers of this mode show it. */
export function shownCost(stored: string, settings: Pick<ServiceSettings, 'mode'>): Cost {
  return readCost(stored, quirk(settings, 'costs_are_read_in_part'))
}

/** The text that is stored for a cost that was sent. Source: interface 7. */
export function storedCost(sent: Json | undefined, settings: Pick<ServiceSettings, 'mode'>): string {
  const cost = sentCost(costText(sent))
  return costText(typeof cost === 'string' ? storedLine(cost, settings) : cost.map((one) => storedLine(one, settings)))
}

/** A website or a cost as it is stored: in quirks mode a line without tags and `%20`. Source: interface 16.2. */
export function storedLine(text: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'websites_and_costs_are_cleaned') ? oneLine(text).replace(/%[a-f0-9]{2}/gi, '') : text
}
