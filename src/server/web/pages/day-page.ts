// Month, week and day: the events of some days. A script shows the list of a month or a week as a grid.
import { daysLater } from '../../../base/dates/days.ts'
import { weekSpan } from '../../../base/dates/periods.ts'
import { type Filters, viewPath } from '../address.ts'
import { filledText, type Page, type PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { dayList } from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading, type Pager } from '../parts/layout.ts'
import { viewTitle } from '../period-text.ts'
import { allEvents, type ListedEvents, listCommand } from '../reader.ts'
import { type EventView, eventView } from '../records.ts'
import { parametersOf } from '../selection.ts'
import { neighborOf, spanOf, type View } from '../views.ts'

type DayView = Extract<View, { date: string }>

export async function dayPage(view: DayView, filters: Filters, context: PageContext): Promise<Page> {
  const { href, language } = context
  const span = spanOf(view)
  const path = viewPath(view)
  const parameters = await parametersOf(filters, context)
  // Both parameters include whole days: events that end on or after the first day and start on or before the last.
  const query = { ...parameters, ends_after: daysLater(span.from, -1), starts_before: span.to }
  const [list, choices] = await Promise.all([allEvents(context.reader, query), choicesFor(context)])
  const events = list.events.map(eventView).filter((event) => touches(event, span))
  const title = viewTitle(view, language)
  const grid = view.kind !== 'day'
  const none = html`<p class="none">${context.text('no_events')}</p>`
  const days = events.length === 0 ? none : dayList(events, span, context)
  return {
    title,
    view,
    filters,
    hasGrid: grid,
    main: html`${heading(title, pagerOf(view, filters, context), context)}
${filterForm({ path, filters, choices }, context)}
${tooMany(list, context)}
${grid && gridContainer(view, context)}
<div class="days" id="days">${days}</div>`,
    canonical: `${context.options.base}${path}`,
    feed: href(path, { ...filters, ical: '1' }),
    behind: { address: { path: '/events', query: { ...query, per_page: 50 } }, command: listCommand(query, true) },
  }
}

/** Whether the event is on any of the days as shown: a service in UTC compares UTC times. */
function touches(
  { first_day, last_day }: EventView,
  { from, to }: { readonly from: string; readonly to: string },
): boolean {
  return first_day <= to && last_day >= from
}

/** The empty element for the grid, with the data that the script needs. */
function gridContainer(view: DayView, { text, href, query, today, language }: PageContext): Html {
  const { lang } = query
  const prefix = href('/events/', { lang: undefined })
  const data = [
    html`data-view="${view.kind}" data-date="${view.date}" data-today="${today}" data-language="${language}"`,
    html` data-more="${text('more')}" data-prefix="${prefix}"`,
    lang !== undefined && html` data-query="?lang=${language}"`,
  ]
  return html`<div class="grid-frame"><div id="grid" hidden ${data}></div></div>`
}

function pagerOf(view: DayView, filters: Filters, { href, today }: PageContext): Pager {
  const link = (to: View | undefined, name: `${'previous' | 'next'}_${DayView['kind']}`) =>
    to && { href: href(viewPath(to), filters), name }
  return {
    label: 'browse_dates',
    previous: link(neighborOf(view, -1), `previous_${view.kind}`),
    next: link(neighborOf(view, 1), `next_${view.kind}`),
    today: href(viewPath({ kind: view.kind, date: view.kind === 'week' ? weekSpan(today, 1).from : today }), filters),
  }
}

function tooMany({ events, total }: ListedEvents, { text }: PageContext): Html {
  if (events.length >= total) return html``
  return html`<p class="note">${filledText(text('only_first'), { count: events.length, total })}</p>`
}
