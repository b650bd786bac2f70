// Single records: an event, a venue, an organizer, and the events of a category or a tag. A protected event asks for
// its password first.
import { type Filters, recordPath, type TermKind, termPath } from '../address.ts'
import type { Page, PageContext } from '../context.ts'
import { html, type Html, jsonScript } from '../html.ts'
import { PageError } from '../page-error.ts'
import { marks } from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading } from '../parts/layout.ts'
import { descriptionHtml } from '../parts/markup.ts'
import { machineTime, periodText } from '../period-text.ts'
import { type ApiAddress, listCommand } from '../reader.ts'
import { type EventView, eventView, type PlaceView, placeView, type TermView } from '../records.ts'
import { toNotFound, plurals, recordAddress, type RecordKey, termAt } from '../selection.ts'
import { status_names } from '../words.ts'
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
  const other_list = href(place.path, past ? {} : { past: 'true' })
  const month_link = html`<a href="${href('/events/', filters)}">${text('month')}</a>`
  return {
    title: place.name,
    main: html`<article class="record"><p class="kicker">${text(place.kind)}</p>
<h1>${place.name}${!isPublic && html` <span class="mark">${status_names[place.status]?.[language] ?? place.status}</span>`}</h1>
${place.concealed ? html`<p class="note">${text('place_protected')}</p>` : placeFacts(place, context)}
${descriptionHtml(place.description)}</article>
<h2 class="section">${text(past ? 'past_events' : 'upcoming_events')}</h2>
<p class="sub"><a href="${other_list}">${text(past ? 'upcoming_events' : 'past_events')}</a> · ${month_link}</p>
${content}`,
    ...(isPublic && { canonical: place.url || `${context.options.base}${place.path}` }),
    ...(place.json_ld !== undefined && isPublic && { head: jsonScript('application/ld+json', place.json_ld) }),
    feed: href(recordPath(place.kind, { id: place.id, slug: key, status: place.status }), { ical: '1' }),
    behind: { address, command: [plurals[place.kind], 'get', key] },
  }
}

function placeFacts({ address, phone, email, website, image, coordinates }: PlaceView, { text }: PageContext): Html {
  const map =
    coordinates &&
    `https://www.openstreetmap.org/?mlat=${coordinates.lat}&mlon=${coordinates.lng}#map=17/${coordinates.lat}/${coordinates.lng}`
  const rows: readonly (readonly [string, Html | undefined])[] = [
    [text('address'), address.length > 0 ? html`${address.map((line) => html`${line}<br>`)}` : undefined],
    [text('map'), map === undefined ? undefined : html`<a href="${map}">OpenStreetMap</a>`],
    [text('phone'), phone === '' ? undefined : html`${phone}`],
    [text('email'), /^[^@\s]+@[^@\s]+$/.test(email) ? html`<a href="mailto:${email}">${email}</a>` : undefined],
    [text('website'), website === undefined ? undefined : html`<a href="${website}" rel="nofollow">${website}</a>`],
    [text('image'), image && html`<a href="${image.url}" rel="nofollow">${image.name}</a>`],
  ]
  return facts(rows)
}

/** The events of a category or a tag. Errors: 404. */
export async function termPage(taxonomy: TermKind, slug: string, context: PageContext): Promise<Page> {
  const { text, href, query, options } = context
  const term = await termAt(taxonomy, slug, context)
  const filters: Filters = { [taxonomy]: term.slug }
  const past = query.past === 'true'
  const path = termPath(taxonomy, term.slug)
  const [part, choices] = await Promise.all([listPart({ past, filters, path, keep: {} }, context), choicesFor(context)])
  return {
    title: term.name,
    view: { kind: 'list', past },
    filters,
    main: html`<p class="kicker">${text(taxonomy)}</p>
${heading(term.name, undefined, context)}
${descriptionHtml(term.description)}
<p class="sub"><a href="${href(path, past ? {} : { past: 'true' })}">${text(past ? 'upcoming_events' : 'past_events')}</a></p>
${filterForm({ path: '/events/list/', filters, choices }, context)}
${part.content}`,
    canonical: `${options.base}${path}`,
    feed: href(path, { ical: '1' }),
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
    const event = eventView(await reader.get({ ...address, query }).catch(toNotFound({ record: 'event', key })))
    return { ...shownEvent(event, context), behind }
  } catch (error) {
    if (error instanceof PageError && error.code === 'event-password-protected')
      return { ...passwordPage(context), behind }
    throw error
  }
}

function shownEvent(event: EventView, context: PageContext): Page {
  const { language, href, text, options } = context
  const { title, path, status, start, description, json_ld, timezone, zone_name, cost, website, image } = event
  const isPublic = status === 'publish'
  const all_day = event.all_day && html` · ${text('all_day')}`
  const data = json_ld !== undefined && isPublic && jsonScript('application/ld+json', json_ld)
  const zone = zone_name === timezone ? timezone : `${timezone} (${zone_name})`
  return {
    title,
    main: html`<article class="record event-page">
<h1>${title}${marks(event, context)}</h1>
<p class="when"><time datetime="${machineTime(event, start)}">${periodText(event, language)}</time>${all_day}</p>
${facts([
  [
    text('where'),
    event.venues.length > 0 ? html`${event.venues.map((venue) => venueText(venue, context))}` : undefined,
  ],
  [text('organizer'), event.organizers.length > 0 ? linked(event.organizers, context) : undefined],
  [text('cost'), cost === '' ? undefined : html`${cost}`],
  [text('timezone'), event.all_day ? undefined : html`${zone}`],
  [text('website'), website === undefined ? undefined : html`<a href="${website}" rel="nofollow">${website}</a>`],
  [text('categories'), event.categories.length > 0 ? linked(event.categories, context) : undefined],
  [text('tags'), event.tags.length > 0 ? linked(event.tags, context) : undefined],
  [text('image'), image && html`<a href="${image.url}" rel="nofollow">${image.name}</a>`],
])}
${descriptionHtml(description)}
</article>
<p class="sub"><a href="${href(`/events/month/${event.first_day.slice(0, 7)}/`)}">${text('to_calendar')}</a></p>`,
    ...(isPublic && { canonical: event.url || `${options.base}${path}` }),
    head: html`${data}${!isPublic && html`<meta name="robots" content="noindex">`}`,
    ...(isPublic && { feed: href(path, { ical: '1' }) }),
  }
}

function venueText(venue: PlaceView, { href }: PageContext): Html {
  return html`<a href="${href(venue.path)}">${venue.name}</a>${venue.address.length > 0 && html`<br>${venue.address.join(', ')}`}<br>`
}

function linked(records: readonly (PlaceView | TermView)[], { href }: PageContext): Html {
  return html`${records.map(({ path, name }, i) => html`${i > 0 && ', '}<a href="${href(path)}">${name}</a>`)}`
}

/** The form for the password of an event; shows no field of the event, not even the title. */
function passwordPage({ text, href, request, password, query }: PageContext): Page {
  return {
    status: 403,
    title: text('protected_page'),
    head: html`<meta name="robots" content="noindex">`,
    main: html`<h1>${text('protected_page')}</h1>
<p>${text('password_needed')}</p>
<form method="post" action="${href(request.path, query)}" class="password">
${password !== undefined && html`<p class="note" role="alert">${text('password_wrong')}</p>`}
<label>${text('password')} <input type="password" name="password" required autocomplete="off"></label>
<button>${text('open')}</button></form>`,
  }
}

/** A definition list of names and values, without undefined values. */
function facts(rows: readonly (readonly [string, Html | undefined])[]): Html {
  const shown = rows.filter(([, value]) => value !== undefined)
  if (shown.length === 0) return html``
  return html`<dl class="facts">${shown.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>`
}
