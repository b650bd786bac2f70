// Single records: an event, a venue, an organizer, and the events of a category or a tag.
import { type TermKind, recordPath, termPath } from '../address.ts'
import { listWords } from '../api-command.ts'
import type { Page, PageContext } from '../context.ts'
import { html, type Html, jsonScript } from '../html.ts'
import { descriptionHtml } from '../parts/markup.ts'
import { facts } from '../parts/facts.ts'
import { filterForm, choicesFor } from '../parts/filter-form.ts'
import { eventPage } from './event-page.ts'
import { listPart } from './list-page.ts'
import { heading } from '../parts/heading.ts'
import { type PlaceView, placeView } from '../records.ts'
import type { ApiAddress } from '../reader.ts'
import type { Filters } from '../filters.ts'
import { namedUnknown, plurals, recordAddress, type RecordKey, termAt } from '../selection.ts'
import { status_names } from '../words.ts'

/** The page of a record. Errors: 404 for an unknown record, 401 or 403 for one that the reader may not see. */
export async function recordPage(target: RecordKey, context: PageContext): Promise<Page> {
  const { record, key } = target
  const address = recordAddress(target)
  if (record === 'event') return eventPage({ key, address }, context)
  const place = placeView(record, await context.reader.get(address).catch(namedUnknown(target)))
  return placePage(place, { key, address }, context)
}

async function placePage(
  place: PlaceView,
  { key, address }: { readonly key: string; readonly address: ApiAddress },
  context: PageContext,
): Promise<Page> {
  const { text, href, language, query } = context
  const filters: Filters = { [place.kind]: String(place.id) }
  const past = query.get('past') === 'true'
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
  const past = query.get('past') === 'true'
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
    behind: { address: { path: '/events', query: part.query }, command: listWords(part.query) },
  }
}
