// Month, week and day: the events of some days, a month and a week as a grid. On a narrow screen a day of the grid is a
// number with dots, and the events of the chosen day are below it: each day is a link to its own events, which works
// without a script.
import { t, type Text } from '../../../base/text/language.ts'
import { type Day, daysBetween, daysLater, weekdayOf } from '../../../base/dates/days.ts'
import { isListedOn, lanesOf, lastsDays, queryOfDays, timeOnDay, touches } from '../../../spec/event-parts.ts'
import { currentView, type Filters, neighborOf, spanOf, type View, viewPath } from '../address.ts'
import type { Page, PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { colorOf, dayList, legend, marks, machineTime } from '../parts/event-items.ts'
import { choicesFor, filterForm } from '../parts/filter-form.ts'
import { heading, noEvents, type Pager, viewTitle } from '../parts/layout.ts'
import { flagsOf, listAll, type ListedRecords } from '../reader.ts'
import { type DatedEvent, datedEvents, parametersOf } from '../records.ts'
import { fullDay, monthTitle, shortDay, weekdaysFrom } from '../../../base/dates/day-names.ts'
import { daysOf } from '../../../base/dates/periods.ts'
import { instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { per_page_max } from '../../../spec/lists.ts'
import { resources } from '../../../spec/resources.ts'

type DayView = Extract<View, { date: string }>

export async function dayPage(view: DayView, filters: Filters, context: PageContext): Promise<Page> {
  const { href, language } = context
  const span = spanOf(view)
  const path = viewPath(view)
  const parameters = await parametersOf(filters, context)
  const days = { ...parameters, ...queryOfDays(span) }
  const [list, choices] = await Promise.all([listAll(context.reader, 'events', days), choicesFor(context)])
  const events = datedEvents(list).filter((event) => touches(event, span.from, span.to))
  // The same days as the service counts them; both parameters include whole days.
  const query = { ...parameters, ends_after: daysLater(span.from, -1), starts_before: span.to }
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
${events.length === 0 && emptyDays(path, filters, context)}
${contentOf(view, { events, list }, context)}`,
    canonical: `${context.options.base}${path}`,
    feed: subscription.feed,
    behind: {
      address: { path: '/events', query: { ...query, per_page: per_page_max } },
      command: ['agenda', span.from === span.to ? span.from : `${span.from}..${span.to}`, ...flagsOf(parameters)],
    },
  }
}

function contentOf(
  view: DayView,
  { events, list }: { readonly events: readonly DatedEvent[]; readonly list: ListedRecords },
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

/** Links to other events than those of some days without any. */
function emptyDays(path: string, filters: Filters, { href, text }: PageContext): Html {
  const links = [{ href: href('/events/list/', { ...filters, past: 'true' }), name: text(t('Past events')) }]
  const isFiltered = Object.keys(filters).length > 0
  if (isFiltered) links.push({ href: href(path), name: text(t('Clear filters')) })
  return noEvents(t('No events.'), links, text)
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
  const count = records.length
  if (count >= total) return html``
  const note = t('Only the first {count} of {total} events are shown. Filters narrow the selection.', { count, total })
  return html`<p class="note">${text(note)}</p>`
}

/** Rows of a day on a wide screen; one of them for the link to the other events. */
const rows_max = 6
/** Rows for events of several days. */
const lanes_max = 4
/** Events of a day that are in the page; its own page has all. */
const listed_max = 20

interface Grid {
  readonly view: Extract<View, { date: Day }>
  readonly events: readonly DatedEvent[]
  /** The day from which events are missing, because there are too many. */
  readonly complete_until?: Day | undefined
  /** The day whose events a narrow screen shows at first. */
  readonly chosen: Day
}

function dayGrid(grid: Grid, context: PageContext): Html {
  const { from, to } = spanOf(grid.view)
  const days: Cell[] = []
  for (let week = from; week <= to; week = daysLater(week, 7)) days.push(...weekCells(week, { from, ...grid }))
  if (grid.view.kind === 'week') return weekGrid(days, grid, context)
  const names = weekdaysFrom(1).map(
    (day) => html`<li class="weekday" aria-hidden="true">${shortDay(day, context.language)}</li>`,
  )
  return html`<ol class="grid month" id="days">${names}
${days.map((cell) => dayItem(cell, grid, context))}</ol>`
}

/** An event of several days on one of them. `columns` is the number of days of its bar, 0 if the bar began before. */
interface Bar {
  readonly event: DatedEvent
  readonly columns: number
}

interface Cell {
  readonly day: Day
  /** By lane; undefined is an empty place. */
  readonly bars: readonly (Bar | undefined)[]
  readonly timed: readonly DatedEvent[]
}

/** Events of several days are in the same lane on all days of a week. */
function weekCells(
  week: Day,
  { from, events }: { readonly from: Day; readonly events: readonly DatedEvent[] },
): Cell[] {
  const last = daysLater(week, 6)
  const lanes = lanesOf(events.filter((one) => lastsDays(one) && touches(one, week, last)))
  return daysOf({ from: week, to: last }).map((day) => {
    const bars = lanes.map((lane) => {
      const event = lane.find((one) => touches(one, day, day))
      if (!event) return undefined
      const begins = event.first_day === day || day === week
      return { event, columns: begins ? columnsOf(event, day, last) : 0 }
    })
    const timed = events.filter((event) => !lastsDays(event) && isListedOn(event, day, from))
    return { day, bars: bars.slice(0, bars.findLastIndex((bar) => bar !== undefined) + 1), timed }
  })
}

function columnsOf({ last_day }: DatedEvent, day: Day, last: Day): number {
  const end = last_day < last ? last_day : last
  return daysBetween(day, end) + 1
}

/** On a wide screen, a day has bars, then events with times, then a link to the others. */
function dayItem(cell: Cell, grid: Grid, context: PageContext): Html {
  const { bars, timed, day } = cell
  const fits = bars.length <= lanes_max && bars.length + timed.length <= rows_max
  const lanes = Math.min(bars.length, lanes_max)
  const shown = fits ? timed.length : Math.max(rows_max - 1 - lanes, 0)
  const entries = [...bars, ...timed.map((event) => ({ event, columns: undefined }))]
  const isExtra = (i: number) => (i < bars.length ? i >= lanes : i - bars.length >= shown)
  const gaps = bars.filter((bar) => bar === undefined).length
  const items = entries.slice(0, listed_max + gaps).map((entry, i) => {
    const extra = isExtra(i) ? ' extra' : ''
    if (!entry) return html`<li class="gap${extra}"></li>`
    const kind = entry.columns === undefined ? '' : ` run ${barWidth(entry.columns)}`
    return item(entry.event, day, `${kind}${extra}`, context)
  })
  const hidden = entries.filter((entry, i) => entry && isExtra(i)).length
  const content = html`${items.length > 0 && html`<ul>${items}</ul>`}${moreLink(day, hidden, 'wide', context)}
${moreLink(day, entries.length - items.length, 'narrow', context)}`
  return dayFrame(cell, content, grid, context)
}

function barWidth(columns: number): string {
  return columns === 0 ? 'continued' : `w${columns}`
}

function moreLink(day: Day, count: number, screen: 'wide' | 'narrow', { href, text, language }: PageContext): Html {
  if (count === 0) return html``
  const shown = text(t('{count} more', { count }))
  const label = `${shown}, ${fullDay(day, language)}`
  return html`<a class="more ${screen}" href="${href(`/events/${day}/`)}" aria-label="${label}">${shown}</a>`
}

/** The day with its content, and its link on a narrow screen. */
function dayFrame({ day, bars, timed }: Cell, content: Html, grid: Grid, context: PageContext): Html {
  const { href, language, today, text } = context
  const here = [...bars.flatMap((bar) => bar?.event ?? []), ...timed]
  const isMissing = grid.complete_until !== undefined && day > grid.complete_until
  const long = fullDay(day, language)
  const number = String(Number(day.slice(8)))
  const outside = grid.view.kind === 'month' && day.slice(0, 7) !== grid.view.date.slice(0, 7)
  const classes = `day${outside ? ' outside' : ''}${day === grid.chosen ? ' chosen' : ''}`
  const short = grid.view.kind === 'week' ? `${shortDay(weekdayOf(day), language)} ${number}` : number
  // The accessible name contains what is visible.
  const name = grid.view.kind === 'week' ? `${short} ${monthTitle(day, language)}` : long
  const dots = [...new Set(here.map(colorOf))].slice(0, 3).map((color) => html`<i class="c${color}"></i>`)
  const missing = isMissing && html`<a class="more" href="${href(`/events/${day}/`)}">${text(t('Show this day'))}</a>`
  return html`<li class="${classes}" id="d${day}"${day === today && html` aria-current="date"`}>
<a class="pick" href="#d${day}" aria-label="${name}: ${text(resources.events.counted(here.length))}">
<span>${short}</span><span class="dots">${dots}</span></a>
<div class="panel">
<h2><a href="${href(`/events/${day}/`)}"><span class="short" aria-hidden="true">${short}</span>
<span class="long">${long}</span></a></h2>
${content}${missing}${here.length === 0 && !isMissing && html`<p class="empty">${text(t('No events.'))}</p>`}</div></li>
`
}

function item(event: DatedEvent, day: Day, classes: string, context: PageContext): Html {
  const { path, title, status, venues } = event
  const [begin = '', until] = timeOnDay(event, day, context.language).split('–')
  const rest = until !== undefined && html`<span class="end">–${until}</span>`
  const time = html`<time datetime="${machineTime(event, event.start)}">${begin}${rest}</time>`
  const unpublished = status === 'publish' ? '' : ' unpublished'
  const venue = venues[0] && html` <span class="at">${venues[0].name}</span>`
  const link = html`<a href="${context.href(path)}">${time} <span class="name" dir="auto">${title}</span></a>`
  return html`<li class="c${colorOf(event)}${classes}${unpublished}">${link}${marks(event, context)}${venue}</li>
`
}

const quarter_ms = 900_000
const quarters_of_day = 96

/** The rows of an event in the hours of its day, in quarters of an hour; it has at least two, so that it is legible. */
function quartersOf(
  { start, end, first_day, last_day }: DatedEvent,
  day: Day,
): { readonly begin: number; readonly until: number } {
  const quarter = (wall: string) => (instantOfUtc(wall) - instantOfUtc(`${wall.slice(0, 10)} 00:00:00`)) / quarter_ms
  const begin = first_day < day ? 0 : Math.min(Math.floor(quarter(start)), quarters_of_day - 2)
  const until = last_day > day || end.slice(0, 10) > day ? quarters_of_day : Math.ceil(quarter(end))
  return { begin, until: Math.max(until, begin + 2) }
}

/** A week with its hours: from 8:00 to 20:00, and further if events are earlier or later. */
function weekGrid(days: readonly Cell[], grid: Grid, context: PageContext): Html {
  const all = days.flatMap(({ timed, day }) => timed.map((event) => quartersOf(event, day)))
  const first = Math.floor(Math.min(32, ...all.map(({ begin }) => begin)) / 4)
  const last = Math.ceil(Math.max(80, ...all.map(({ until }) => until)) / 4)
  const axis = Array.from(
    { length: last - first },
    (_, i) => html`<span>${String(first + i).padStart(2, '0')}:00</span>`,
  )
  return html`<ol class="grid week" id="days"><li class="axis" aria-hidden="true">${axis}</li>
${days.map((cell) => dayFrame(cell, weekDay(cell, first * 4, context), grid, context))}</ol>`
}

function weekDay({ bars, timed, day }: Cell, first: number, context: PageContext): Html {
  const items = timed.map((event) => {
    const { begin, until } = quartersOf(event, day)
    return item(event, day, ` s${begin - first} e${until - first}`, context)
  })
  const bar_items = bars.map((bar) =>
    bar ? item(bar.event, day, ` run ${barWidth(bar.columns)}`, context) : html`<li class="gap"></li>`,
  )
  return html`${bar_items.length > 0 && html`<ul class="bars">${bar_items}</ul>`}
${items.length > 0 && html`<ul class="hours">${items}</ul>`}`
}
