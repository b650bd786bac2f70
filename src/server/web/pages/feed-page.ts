// The calendar file of a page.
import { t } from '../../../base/text/language.ts'
import type { DaySpan } from '../../../base/dates/periods.ts'
import type { WebResponse } from '../../../base/exchange.ts'
import { queryOfDays } from '../../../spec/event-parts.ts'
import { feedOf, type FeedSelection } from '../../feed/feed.ts'
import { currentView, type Destination, type Filters, filtersOf, queryOf, spanOf, type View } from '../address.ts'
import type { PageContext } from '../context.ts'
import { PageError } from '../page-error.ts'
import { placeView, toNotFound, parametersOf, recordAddress, type RecordKey, termAt } from '../records.ts'

interface Subscription {
  readonly selection: FeedSelection
  readonly name?: string
  readonly file: string
}

/** Events of all dates, except for pages of some days. Errors: 404 as for the page. */
export async function feedPage(destination: Destination, context: PageContext): Promise<WebResponse> {
  const { options, request, language } = context
  const { selection, name, file } = await subscriptionOf(destination, context)
  const calendar = context.text(t('Calendar'))
  return feedOf({
    exchange: options.feed?.exchange ?? options.exchange,
    ...(options.feed?.state && { state: options.feed.state }),
    request,
    selection,
    name: name === undefined ? calendar : `${calendar}: ${name}`,
    url: `${options.base}${request.path}${request.query === '' ? '' : `?${request.query}`}`,
    file,
    language,
    timezone: options.timezone,
  })
}

async function subscriptionOf(destination: Destination, context: PageContext): Promise<Subscription> {
  switch (destination.kind) {
    case 'feed':
      return destination.term === undefined
        ? ofFilters({}, context)
        : ofTerm(destination.term.taxonomy, destination.term.slug, context)
    case 'start':
      return ofFilters(filtersOf(context.query), context)
    case 'today':
      return ofView(currentView(destination.view, context.today), context)
    case 'view':
      return ofView(destination.view, context)
    case 'term':
      return ofTerm(destination.taxonomy, destination.slug, context)
    case 'record':
      return ofRecord(destination, context)
    default:
      throw new PageError(404, t('There is no page at this address.'))
  }
}

/** The feed of a list. The status is ignored, because feeds contain published events only. */
async function ofFilters(
  { status: _, ...filters }: Filters,
  context: PageContext,
  days?: DaySpan,
): Promise<Subscription> {
  const query = { ...(await parametersOf(filters, context)), ...(days && queryOfDays(days)) }
  return { selection: { kind: 'list', query: queryOf(query), days }, file: 'events' }
}

function ofView(view: View, context: PageContext): Promise<Subscription> {
  const filters = filtersOf(context.query)
  if (view.kind === 'list') return ofFilters(filters, context)
  return ofFilters(filters, context, spanOf(view))
}

async function ofTerm(taxonomy: 'category' | 'tag', slug: string, context: PageContext): Promise<Subscription> {
  const { name, slug: file } = await termAt(taxonomy, slug, context)
  return { ...(await ofFilters({ [taxonomy]: file }, context)), name, file }
}

async function ofRecord(target: RecordKey, context: PageContext): Promise<Subscription> {
  const { record, key } = target
  const address = recordAddress(target)
  if (record === 'event') return { selection: { kind: 'event', path: address.path }, file: key }
  const place = placeView(record, await context.reader.get(address).catch(toNotFound(target)))
  return { ...(await ofFilters({ [record]: String(place.id) }, context)), name: place.name, file: key }
}
