// The list of upcoming or past events, also of one category, tag, venue or organizer.
import { daysLater } from '../../../base/dates/days.ts'
import { instantOf, utcWall } from '../../../base/dates/zoned-time.ts'
import { t } from '../../../base/text/language.ts'
import { type Filters, type QueryParts, viewPath } from '../address.ts'
import type { Page, PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { PageError } from '../page-error.ts'
import { eventList, legend } from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading, noEvents, viewTitle } from '../parts/layout.ts'
import { listAt, listCommand, type ListedRecords } from '../reader.ts'
import { datedEvents, parametersOf } from '../records.ts'
import { per_page_max } from '../../../spec/lists.ts'

const per_page = 25

export interface ListOptions {
  readonly past: boolean
  readonly filters: Filters
}

export async function listPage({ past, filters }: ListOptions, context: PageContext): Promise<Page> {
  const { href, text, language } = context
  const view = { kind: 'list', past } as const
  const path = viewPath(view)
  const [{ content, query }, choices] = await Promise.all([
    listPart({ past, filters, path, keep: filters }, context),
    choicesFor(context),
  ])
  const title = viewTitle(view, language)
  const keep = past ? { past: 'true' } : {}
  const other_list = href(path, past ? filters : { ...filters, past: 'true' })
  const { status: _, ...public_filters } = filters
  const subscription = { feed: href('/events/', { ...public_filters, ical: '1' }) }
  return {
    title,
    view,
    filters,
    main: html`${heading(title, { subscription }, context)}
<p class="sub"><a href="${other_list}">${text(past ? t('Upcoming events') : t('Past events'))}</a></p>
${filterForm({ path, filters, choices, keep }, context)}
${content}`,
    canonical: `${context.options.base}${path}`,
    feed: subscription.feed,
    behind: { address: { path: '/events', query }, command: listCommand(query) },
  }
}

export interface ListPartOptions extends ListOptions {
  /** The path of the list, and further values of its address. */
  readonly path: string
  readonly keep: Readonly<Record<string, string | undefined>>
}

/** One page of the list. Errors: 400 for a page that is not a number, 404 for a page past the end. */
export async function listPart({ past, filters, path, keep }: ListPartOptions, context: PageContext) {
  const page = pageNumber(context.query.page)
  const parameters = await parametersOf(filters, context)
  const { list, query } = past
    ? await pastPage({ ...parameters, ...endsBeforeToday(context) }, page, context)
    : await upcomingPage({ ...parameters, ends_after: daysLater(context.today, -1) }, page, context)
  const address = (number: number) =>
    context.href(path, { ...keep, ...(past && { past: 'true' }), page: number > 1 ? String(number) : undefined })
  const events = datedEvents(list)
  return {
    query,
    content: html`${list.total === 0 ? emptyList({ past, filters, path, keep }, context) : legend(events, context)}
${eventList(events, context)}
${pages({ page, last: list.total_pages, address }, context)}`,
  }
}

/** Offers the events of the other list, or all events if these were selected. */
function emptyList({ past, filters, path, keep }: ListPartOptions, { href, text }: PageContext): Html {
  const other = {
    href: href(path, past ? keep : { ...keep, past: 'true' }),
    name: text(past ? t('Upcoming events') : t('Past events')),
  }
  const isFiltered = Object.keys(filters).length > 0
  return noEvents(
    t('No events.'),
    [other, ...(isFiltered ? [{ href: href('/events/list/'), name: text(t('All events')) }] : [])],
    text,
  )
}

/**
 * The parameters for events that end before today. The bound is an instant: `ends_before` with a day leaves out events
 * that end in its last second, as all-day events do.
 */
function endsBeforeToday({ today, options: { timezone } }: PageContext): QueryParts {
  const midnight = utcWall(instantOf(`${today} 00:00:00`, timezone))
  return { ends_before: `${midnight.replace(' ', 'T')}Z`, strict_dates: true }
}

interface ListedPage {
  readonly list: ListedRecords
  readonly query: QueryParts
}

async function upcomingPage(parameters: QueryParts, page: number, { reader }: PageContext): Promise<ListedPage> {
  const query = { ...parameters, per_page, ...(page > 1 && { page }) }
  try {
    return { query, list: await listAt(reader, 'events', query) }
  } catch (error) {
    if (error instanceof PageError && error.status === 404 && page > 1) throw noSuchPage(page)
    throw error
  }
}

/** Past events, latest first. The service lists the earliest first, so they are read from its last page. */
async function pastPage(parameters: QueryParts, page: number, { reader }: PageContext): Promise<ListedPage> {
  const sized = { ...parameters, per_page: per_page_max }
  const first = await listAt(reader, 'events', sized)
  const from_start = first.total_pages - page + 1
  if (page > Math.max(first.total_pages, 1)) throw noSuchPage(page)
  const query = from_start > 1 ? { ...sized, page: from_start } : sized
  const list = from_start > 1 ? await listAt(reader, 'events', query) : first
  return { query, list: { ...list, records: list.records.toReversed() } }
}

function pages(
  { page, last, address }: { readonly page: number; readonly last: number; readonly address: (page: number) => string },
  { text }: PageContext,
): Html {
  if (last <= 1) return html``
  return html`<nav class="pages" aria-label="${text(t('Pages'))}">
${page > 1 && html`<a rel="prev" href="${address(page - 1)}">${text(t('Previous page'))}</a>`}
<span>${text(t('Page {page} of {pages}', { page, pages: last }))}</span>
${page < last && html`<a rel="next" href="${address(page + 1)}">${text(t('Next page'))}</a>`}
</nav>`
}

function pageNumber(typed: string | undefined): number {
  if (typed === undefined || typed === '') return 1
  if (/^[1-9]\d{0,5}$/.test(typed)) return Number(typed)
  throw new PageError(400, t('page must be a number such as 2, not “{typed}”.', { typed }))
}

function noSuchPage(page: number): PageError {
  return new PageError(404, t('There is no page {page} of this list.', { page }))
}
