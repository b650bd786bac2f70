// One event; a protected one asks for its password first.
import type { Page, PageContext } from '../context.ts'
import { html, type Html, jsonScript } from '../html.ts'
import { descriptionHtml } from '../parts/markup.ts'
import { PageError } from '../page-error.ts'
import { marks } from '../parts/event-items.ts'
import { facts } from '../parts/facts.ts'
import { machineTime, periodText } from '../period-text.ts'
import type { ApiAddress } from '../reader.ts'
import { type EventView, eventView, type PlaceView, type TermView } from '../records.ts'
import { namedUnknown } from '../selection.ts'

export interface EventKey {
  /** The slug or the id of the event. */
  readonly key: string
  readonly address: ApiAddress
}

export async function eventPage({ key, address }: EventKey, context: PageContext): Promise<Page> {
  const { password, reader } = context
  const behind = { address, command: ['events', 'get', key] }
  try {
    const query = password === undefined ? address.query : { ...address.query, password }
    const event = eventView(await reader.get({ ...address, query }).catch(namedUnknown({ record: 'event', key })))
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
  const kept = Object.fromEntries(query)
  return {
    status: 403,
    title: text('protected_event'),
    head: html`<meta name="robots" content="noindex">`,
    main: html`<h1>${text('protected_event')}</h1>
<p>${text('password_needed')}</p>
<form method="post" action="${href(request.path, kept)}" class="password">
${password !== undefined && html`<p class="note" role="alert">${text('password_wrong')}</p>`}
<label>${text('password')} <input type="password" name="password" required autocomplete="off"></label>
<button>${text('open')}</button></form>`,
  }
}
