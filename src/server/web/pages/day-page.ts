// Month, week and day: the events of some days, a month and a week as a grid.
import { t, type Text } from '../../../base/text/language.ts'
import { daysLater } from '../../../base/dates/days.ts'
import { dayText, touches } from '../../../spec/event-parts.ts'
import { type Filters, viewPath } from '../address.ts'
import type { Page, PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { dayGrid } from '../parts/day-grid.ts'
import { dayList, legend } from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading, noEvents, type Pager } from '../parts/layout.ts'
import { viewTitle } from '../period-text.ts'
import { listAll, type ApiQuery, listAt, type ListedRecords, listCommand } from '../reader.ts'
import { type EventView, eventView } from '../records.ts'
import { parametersOf } from '../selection.ts'
import { currentView, neighborOf, spanOf, type View } from '../views.ts'

type DayView = Extract<View, { date: string }>

export async function dayPage(view: DayView, filters: Filters, context: PageContext): Promise<Page> {
  const { href, language } = context
  const span = spanOf(view)
  const path = viewPath(view)
  const parameters = await parametersOf(filters, context)
  // Both parameters include whole days: events that end on or after the first day and start on or before the last.
  const query = { ...parameters, ends_after: daysLater(span.from, -1), starts_before: span.to }
  const [list, choices] = await Promise.all([listAll(context.reader, 'events', query), choicesFor(context)])
  // A service in UTC compares UTC times.
  const events = list.records.map(eventView).filter((event) => touches(event, span.from, span.to))
  const title = viewTitle(view, language)
  const { status: _, ...public_filters } = filters
  const subscription = {
    feed: href('/events/', { ...public_filters, ical: '1' }),
    file: href(path, { ...public_filters, ical: '1' }),
  }
  return {
    title,
    view,
    filters,
    isWide: view.kind !== 'day',
    main: html`${heading(title, { pager: pagerOf(view, filters, context), subscription }, context)}
${filterForm({ path, filters, choices }, context)}
${tooMany(list, context)}
${events.length === 0 && (await wayOut({ filters, parameters, path, after: span.to }, context))}
${contentOf(view, { events, list }, context)}`,
    canonical: `${context.options.base}${path}`,
    feed: subscription.feed,
    behind: { address: { path: '/events', query: { ...query, per_page: 50 } }, command: listCommand(query, true) },
  }
}

function contentOf(
  view: DayView,
  { events, list }: { readonly events: readonly EventView[]; readonly list: ListedRecords },
  context: PageContext,
): Html {
  if (view.kind === 'day') return html`${legend(events, context)}${dayList(events, view.date, context)}`
  const { today } = context
  const { from, to } = spanOf(view)
  const first = events.find(({ first_day }) => view.kind === 'week' || first_day.slice(0, 7) === view.date.slice(0, 7))
  const start = first && first.first_day >= from ? first.first_day : view.date
  const grid = {
    view,
    events,
    complete_until: list.records.length < list.total ? events.at(-1)?.first_day : undefined,
    chosen: today >= from && today <= to ? today : start,
  }
  return html`${legend(events, context)}${dayGrid(grid, context)}`
}

interface Empty {
  readonly filters: Filters
  readonly parameters: ApiQuery
  readonly path: string
  /** The last day without events. */
  readonly after: string
}

/** What a page without events offers: the next event, or all events instead of the filtered ones. */
async function wayOut({ filters, parameters, path, after }: Empty, context: PageContext): Promise<Html> {
  const { href, text, language, reader } = context
  const [record] = (await listAt(reader, 'events', { ...parameters, starts_after: after, per_page: 1 })).records
  const next = record && eventView(record)
  return noEvents(
    t('No events.'),
    [
      ...(next
        ? [
            {
              href: href(viewPath({ kind: 'day', date: next.first_day }), filters),
              name: text(
                t('Next event: {event}', { event: `${dayText(next.first_day, { language })}, ${next.title}` }),
              ),
            },
          ]
        : [{ href: href('/events/list/', { ...filters, past: 'true' }), name: text(t('Past events')) }]),
      ...(Object.keys(filters).length > 0 ? [{ href: href(path), name: text(t('Clear filters')) }] : []),
    ],
    text,
  )
}

const steps = {
  month: { previous: t('Previous month'), next: t('Next month') },
  week: { previous: t('Previous week'), next: t('Next week') },
  day: { previous: t('Previous day'), next: t('Next day') },
} as const

function pagerOf(view: DayView, filters: Filters, { href, today }: PageContext): Pager {
  const link = (to: View | undefined, name: Text) => to && { href: href(viewPath(to), filters), name }
  return {
    label: t('Dates'),
    previous: link(neighborOf(view, -1), steps[view.kind].previous),
    next: link(neighborOf(view, 1), steps[view.kind].next),
    today: href(viewPath(currentView(view.kind, today)), filters),
  }
}

function tooMany({ records, total }: ListedRecords, { text }: PageContext): Html {
  if (records.length >= total) return html``
  return html`<p class="note">${text(onlyFirst(records.length, total))}</p>`
}

function onlyFirst(count: number, total: number): Text {
  return t('Only the first {count} of {total} events are shown. Filters narrow the selection.', { count, total })
}
