// Single records: an event, a venue, an organizer, and the events of a category or a tag. A protected event asks for
// its password first.
import { capitalized, t } from '../../../base/text/language.ts'
import type { JsonObject } from '../../../base/json.ts'
import { Parser } from 'htmlparser2'
import { shortDate } from '../../../base/dates/day-names.ts'
import { safeMarkup } from '../../../base/text/safe-markup.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import { statusText, timeOnDay } from '../../../spec/event-parts.ts'
import { plurals } from '../../../spec/resources.ts'
import { type Filters, recordPath, type TermKind, termPath, withQuery } from '../address.ts'
import { names, type Page, type PageContext } from '../context.ts'
import { html, type Html, jsonScript, trusted } from '../html.ts'
import { PageError } from '../page-error.ts'
import {
  dateParts,
  isOwnImage,
  marks,
  picture,
  plainText,
  shortText,
  machineTime,
  periodText,
} from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading } from '../parts/layout.ts'
import { addToCalendarMenu, subscribeMenu } from '../parts/subscribe.ts'
import { type ApiAddress, listCommand } from '../reader.ts'
import {
  type DatedEvent,
  datedEvent,
  eventView,
  type ImageView,
  type PlaceView,
  placeView,
  type TermView,
  toNotFound,
  recordAddress,
  type RecordKey,
  termAt,
} from '../records.ts'
import { listPart } from './list-page.ts'

/** The page of a record. Errors: 404 for an unknown record, 401 or 403 for one that the reader may not see. */
export async function recordPage(target: RecordKey, context: PageContext): Promise<Page> {
  const { record, key } = target
  const address = recordAddress(target)
  if (record === 'event') return eventPage({ key, address }, context)
  const place = placeView(record, await context.reader.get(address).catch(toNotFound(target)))
  return placePage(place, { key, address }, context)
}

async function placePage(
  place: PlaceView,
  { key, address }: { readonly key: string; readonly address: ApiAddress },
  context: PageContext,
): Promise<Page> {
  const { text, href, language, query } = context
  const filters: Filters = { [place.kind]: String(place.id) }
  const past = query.past === 'true'
  const { content } = await listPart({ past, filters, path: place.path, keep: {} }, context)
  const isPublic = place.status === 'publish'
  const status = !isPublic && html` <span class="mark">${capitalized(statusText(place.status, language))}</span>`
  const other_list = href(place.path, past ? {} : { past: 'true' })
  const month_link = html`<a href="${href('/events/', filters)}">${text(t('Month'))}</a>`
  const feed = href(recordPath(place.kind, { id: place.id, slug: key, status: place.status }), { ical: '1' })
  return {
    title: place.name,
    main: html`<article class="record"><p class="kicker">${text(names[place.kind])}</p>
<div class="bar"><h1>${place.name}${status}</h1>${isPublic && subscribeMenu({ feed }, context)}</div>
${place.concealed ? html`<p class="note">${text(t('Its details are protected by a password.'))}</p>` : placeFacts(place, context)}
${descriptionHtml(place.description)}</article>
<h2 class="section">${text(past ? t('Past events') : t('Upcoming events'))}</h2>
<p class="sub"><a href="${other_list}">${text(past ? t('Upcoming events') : t('Past events'))}</a> · ${month_link}</p>
${content}`,
    ...(isPublic && { canonical: place.url || `${context.options.base}${place.path}` }),
    ...(place.json_ld !== undefined && isPublic && { head: jsonScript(place.json_ld) }),
    feed,
    description: [...place.address, plainText(place.description)].filter((part) => part !== '').join(' · '),
    image: place.image?.url,
    behind: { address, command: [plurals[place.kind], 'get', key] },
  }
}

/** Where a place is on a map: by its coordinates, else by its address. */
function mapAddress({ coordinates, address }: PlaceView): string | undefined {
  if (coordinates) {
    const { lat, lng } = coordinates
    return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
  }
  if (address.length === 0) return undefined
  return withQuery('https://www.openstreetmap.org/search', { query: address.join(', ') })
}

function placeFacts(place: PlaceView, context: PageContext): Html {
  const { address, phone, email, website, image } = place
  const { text } = context
  const map = mapAddress(place)
  const rows: readonly (readonly [string, Html | undefined])[] = [
    [text(t('Address')), address.length > 0 ? html`${address.map((line) => html`${line}<br>`)}` : undefined],
    [text(t('Map')), map === undefined ? undefined : html`<a href="${map}">OpenStreetMap</a>`],
    [text(t('Phone')), phone === '' ? undefined : html`${phone}`],
    [text(t('Email')), /^[^@\s]+@[^@\s]+$/.test(email) ? html`<a href="mailto:${email}">${email}</a>` : undefined],
    [text(t('Website')), website === undefined ? undefined : html`<a href="${website}" rel="nofollow">${website}</a>`],
    [text(t('Image')), image && imageHtml(image, context)],
  ]
  return facts(rows)
}

/** A picture of the calendar's own origin, or a link. */
function imageHtml(image: ImageView, context: PageContext): Html {
  const shown = isOwnImage(image, context.options.base) ? picture(image, context) : image.name
  return html`<a href="${image.url}" rel="nofollow">${shown}</a>`
}

/** The events of a category or a tag. Errors: 404. */
export async function termPage(taxonomy: TermKind, slug: string, context: PageContext): Promise<Page> {
  const { text, href, query, options } = context
  const term = await termAt(taxonomy, slug, context)
  const filters: Filters = { [taxonomy]: term.slug }
  const past = query.past === 'true'
  const path = termPath(taxonomy, term.slug)
  const feed = href(path, { ical: '1' })
  const [part, choices] = await Promise.all([listPart({ past, filters, path, keep: {} }, context), choicesFor(context)])
  return {
    title: term.name,
    view: { kind: 'list', past },
    filters,
    main: html`<p class="kicker">${text(names[taxonomy])}</p>
${heading(term.name, { subscription: { feed } }, context)}
${descriptionHtml(term.description)}
<p class="sub"><a href="${href(path, past ? {} : { past: 'true' })}">${text(past ? t('Upcoming events') : t('Past events'))}</a></p>
${filterForm({ path: '/events/list/', filters, choices }, context)}
${part.content}`,
    canonical: `${options.base}${path}`,
    description: plainText(term.description),
    feed,
    behind: { address: { path: '/events', query: part.query }, command: listCommand(part.query) },
  }
}

interface EventKey {
  /** The slug or the id of the event. */
  readonly key: string
  readonly address: ApiAddress
}

async function eventPage({ key, address }: EventKey, context: PageContext): Promise<Page> {
  const { password, reader } = context
  const behind = { address, command: ['events', 'get', key] }
  try {
    const query = password === undefined ? address.query : { ...address.query, password }
    const record = await reader.get({ ...address, query }).catch(toNotFound({ record: 'event', key }))
    return { ...shownEvent(record, context), behind }
  } catch (error) {
    if (error instanceof PageError && error.code === 'event-password-protected')
      return { ...passwordPage(context), behind }
    throw error
  }
}

function shownEvent(record: JsonObject, context: PageContext): Page {
  const { language, href, text, options } = context
  const [event, dated] = [eventView(record), datedEvent(record)]
  const { title, path, status, description, json_ld, timezone, zone_name, cost, website, image } = event
  const isPublic = status === 'publish'
  const feed = isPublic ? href(path, { ical: '1' }) : undefined
  const data = json_ld !== undefined && isPublic && jsonScript(json_ld)
  const zone = zone_name === timezone ? timezone : `${timezone} (${zone_name})`
  const isShown = image !== undefined && isOwnImage(image, options.base)
  return {
    title,
    main: html`<article class="record event-page">
<div class="head">${dated && dateBlock(dated, context)}
<div><h1>${title}${marks(event, context)}</h1>
${dated && whenLine(dated, context)}
${event.venues.map((venue) => venueText(venue, context))}
${dated && feed !== undefined && addToCalendarMenu(dated, feed, context)}</div></div>
${isShown && picture(image, context)}
${descriptionHtml(description)}
${facts([
  [text(t('Organizer')), event.organizers.length > 0 ? linked(event.organizers, context) : undefined],
  [text(t('Cost')), cost === '' ? undefined : html`${cost}`],
  [text(t('Website')), website === undefined ? undefined : html`<a href="${website}" rel="nofollow">${website}</a>`],
  [text(t('Categories')), event.categories.length > 0 ? linked(event.categories, context) : undefined],
  [text(t('Tags')), event.tags.length > 0 ? linked(event.tags, context) : undefined],
  [text(t('Time zone')), dated?.all_day === false ? html`${zone}` : undefined],
  [text(t('Image')), image && !isShown ? imageHtml(image, context) : undefined],
])}
</article>
<p class="sub"><a href="${href(dated ? `/events/month/${dated.first_day.slice(0, 7)}/` : '/events/')}">${text(t('Go to the calendar'))}</a></p>`,
    ...(isPublic && { canonical: event.url || `${options.base}${path}` }),
    description: [dated ? periodText(dated, language) : '', event.venues[0]?.name ?? '', shortText(event)]
      .filter((part) => part !== '')
      .join(' · '),
    image: image?.url,
    head: html`${data}${!isPublic && html`<meta name="robots" content="noindex">`}`,
    ...(feed !== undefined && { feed }),
  }
}

/** The date in large letters. */
function dateBlock({ first_day }: DatedEvent, context: PageContext): Html {
  return html`<div class="date">${dateParts(first_day, context)}
<span aria-hidden="true">${shortDate(first_day, context.language).replace(/^\d+\.? /, '')}</span></div>`
}

function whenLine(event: DatedEvent, { language }: PageContext): Html {
  const all_day = event.all_day && html` · ${timeOnDay(event, event.first_day, language)}`
  const datetime = machineTime(event, event.start)
  return html`<p class="when"><time datetime="${datetime}">${periodText(event, language)}</time>${all_day}</p>`
}

function venueText(venue: PlaceView, { href, text }: PageContext): Html {
  const map = mapAddress(venue)
  const address = venue.address.length > 0 && html`<br>${venue.address.join(', ')}`
  const map_link = map !== undefined && html` · <a href="${map}" rel="noopener">${text(t('Map'))}</a>`
  return html`<p class="where"><a href="${href(venue.path)}">${venue.name}</a>${address}${map_link}</p>`
}

function linked(records: readonly (PlaceView | TermView)[], { href }: PageContext): Html {
  return html`${records.map(({ path, name }, i) => html`${i > 0 && ', '}<a href="${href(path)}">${name}</a>`)}`
}

/** The form for the password of an event; shows no field of the event, not even the title. */
function passwordPage({ text, href, request, password, query }: PageContext): Page {
  return {
    status: 403,
    title: text(t('Protected event')),
    head: html`<meta name="robots" content="noindex">`,
    main: html`<h1>${text(t('Protected event'))}</h1>
<p>${text(t('This event is protected by a password.'))}</p>
<form method="post" action="${href(request.path, query)}" class="password">
${password !== undefined && html`<p class="note" role="alert">${text(t('The password is incorrect.'))}</p>`}
<label>${text(t('Password'))} <input type="password" name="password" required autocomplete="off"></label>
<button>${text(t('Open'))}</button></form>`,
  }
}

/** A definition list of names and values, without undefined values. */
function facts(rows: readonly (readonly [string, Html | undefined])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined)
  if (shown.length === 0) return html``
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}

const allowed_elements = new Set(
  [
    'a abbr b blockquote br caption cite code dd del dfn div dl dt em figcaption figure h1 h2 h3 h4 h5 h6 hr i ins kbd',
    'li mark ol p pre q s samp small span strong sub sup table tbody td tfoot th thead time tr u ul var wbr',
  ].flatMap((line) => line.split(' ')),
)

const empty_elements = new Set(['br', 'hr', 'wbr'])

/** Headings of a description are below those of the page. */
const headings: Readonly<Record<string, string>> = { h1: 'h3', h2: 'h3', h3: 'h4', h4: 'h5', h5: 'h6', h6: 'h6' }

const media = new Set(['img', 'audio', 'video', 'source'])

/** Elements that are removed together with their content. */
const dropped = new Set(['script', 'style', 'template', 'noscript', 'iframe', 'object', 'svg', 'math', 'title'])

const plain_attributes = new Map<string, RegExp>([
  ['lang', /^[\w-]{1,35}$/],
  ['dir', /^(ltr|rtl|auto)$/],
  ['colspan', /^\d{1,3}$/],
  ['rowspan', /^\d{1,3}$/],
  ['start', /^-?\d{1,6}$/],
  ['datetime', /^[\w:.+-]{1,40}$/],
])

const web_address = /^(?:https?:\/\/|mailto:|tel:)/i

const blocks = /<(?:p|div|br|ul|ol|table|h[1-6]|blockquote|pre|dl|figure)\b/i

/** A description as HTML; line breaks are preserved if it has no paragraphs. */
export function descriptionHtml(description: string): Html {
  const text = description.trim()
  if (text === '') return html``
  const isPlain = !blocks.test(text)
  return html`<div class="${isPlain ? 'prose plain' : 'prose'}" dir="auto">${trusted(safeMarkup(rewritten(text), 'prose'))}</div>`
}

/** Elements inside each other. The parser looks through all open ones at each tag, and no text needs as many. */
const depth_max = 2_000

/** The same text with the allowed elements only, each of them closed; without any if too many are in each other. */
function rewritten(source: string): string {
  const parts: string[] = []
  let [depth, dropped_depth] = [0, 0]
  const write = (part: string) => {
    if (dropped_depth === 0) parts.push(part)
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1
      if (depth > depth_max) parser.pause()
      if (dropped.has(name)) dropped_depth += 1
      else if (media.has(name)) write(mediaLink(attributes))
      else if (allowed_elements.has(name)) write(openTag(headings[name] ?? name, attributes))
    },
    ontext(data) {
      write(escaped(data))
    },
    onclosetag(name) {
      depth -= 1
      if (dropped.has(name)) dropped_depth -= 1
      else if (allowed_elements.has(name) && !empty_elements.has(name)) write(`</${headings[name] ?? name}>`)
    },
  })
  parser.write(source)
  if (depth > depth_max) return escaped(textOfHtml(source))
  parser.end()
  return parts.join('')
}

function openTag(name: string, attributes: Readonly<Record<string, string>>): string {
  const accepted = Object.entries(attributes).filter(([key, value]) => plain_attributes.get(key)?.test(value))
  const href = name === 'a' ? attributes.href?.trim() : undefined
  const link = href !== undefined && web_address.test(href) ? ` href="${escaped(href)}" rel="nofollow noopener"` : ''
  return `<${name}${accepted.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}${link}>`
}

/** Images, audio and video as links, because pages load nothing from other hosts. */
function mediaLink({ src = '', alt = '', title = '' }: Readonly<Record<string, string>>): string {
  if (!web_address.test(src.trim())) return escaped(alt)
  const name = alt || title || src.split(/[?#]/)[0]?.split('/').at(-1) || src
  return `<a class="media" href="${escaped(src.trim())}" rel="nofollow noopener">${escaped(name)}</a>`
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
