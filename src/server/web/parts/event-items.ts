// Items of events: with the date in lists, in a short form in the day, week and month views.
import { type Day, daysLater } from '../../../base/dates/days.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { day_ms, instantOfUtc } from '../../../base/dates/zoned-time.ts'
import { monthTitle } from '../../../base/dates/day-names.ts'
import { textOfHtml } from '../../../base/text/untrusted-text.ts'
import type { DaySpan } from '../../../base/dates/periods.ts'
import { filledText, type PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import { dayText, machineTime, periodText, timeText } from '../period-text.ts'
import type { EventView } from '../records.ts'
import { status_names } from '../words.ts'

const excerpt_length_max = 180
const colors = 8

/** The marks of an event: status, hidden, protected, featured. */
export function marks({ status, hidden, concealed, featured }: EventView, { text, language }: PageContext): Html {
  const shown = [
    ...(status === 'publish' ? [] : [status_names[status]?.[language] ?? status]),
    ...(hidden ? [text('hidden')] : []),
    ...(concealed ? [text('protected_event')] : []),
  ]
  const featured_mark = featured && html` <span class="mark featured">${text('featured')}</span>`
  return html`${shown.map((mark) => html` <span class="mark">${mark}</span>`)}${featured_mark}`
}

/** The events of a list, grouped by month. */
export function eventList(events: readonly EventView[], context: PageContext): Html {
  const months = grouped(events, ({ first_day }) => first_day.slice(0, 7))
  return html`${[...months].map(
    ([month, items]) => html`<section class="month-group"><h2>${monthTitle(month, context.language)}</h2>
<ul class="events">${items.map((event) => listItem(event, context))}</ul></section>`,
  )}`
}

function listItem(event: EventView, context: PageContext): Html {
  const { language, href, text } = context
  const { first_day, path, title, cost } = event
  const summary = shortText(event)
  const start = machineTime(event, event.start)
  const all_day = event.all_day && html` · ${text('all_day')}`
  const facts = [
    summary !== '' && html`<p class="summary">${summary}</p>`,
    cost !== '' && html`<p class="cost">${cost}</p>`,
  ]
  return html`<li class="event c${colorOf(event)}"${event.status !== 'publish' && html` data-status="${event.status}"`}>
<div class="date" aria-hidden="true"><b>${String(Number(first_day.slice(8)))}</b><span>${weekdayText(first_day, language)}</span></div>
<div class="what"><h3><a href="${href(path)}">${title}</a>${marks(event, context)}</h3>
<p class="when"><time datetime="${start}">${periodText(event, language)}</time>${all_day}</p>
${placeLine(event, context)}${facts}</div></li>
`
}

function placeLine({ venues }: EventView, { href }: PageContext): Html {
  const [venue] = venues
  if (!venue) return html``
  return html`<p class="place"><a href="${href(venue.path)}">${venue.name}</a>${venue.city !== '' && `, ${venue.city}`}</p>`
}

/** The excerpt, or the beginning of the description, as plain text. */
function shortText({ excerpt, description, concealed }: EventView): string {
  if (concealed) return ''
  const whole = textOfHtml(excerpt || description).replace(/\s+/g, ' ')
  if (whole.length <= excerpt_length_max) return whole
  const cut = whole.slice(0, excerpt_length_max)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), excerpt_length_max - 30))} …`
}

function weekdayText(day: Day, language: PageContext['language']): string {
  return dayText(day, 'short', language).slice(0, language === 'de' ? 2 : 3)
}

/**
 * The events of a span of days, grouped by their first day in the span. The script of the grid reads them from this
 * list, so that the page contains them only once.
 */
export function dayList(events: readonly EventView[], span: DaySpan, context: PageContext): Html {
  const isBefore = ({ first_day }: EventView) => first_day < span.from
  const days = grouped(events, (event) => (isBefore(event) ? span.from : event.first_day))
  const { language, href, today } = context
  const sections = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
  return html`${sections.map(([day, items]) => {
    const current = day === today && html` aria-current="date"`
    const link = html`<a href="${href(`/events/${day}/`)}">${dayText(day, 'long', language)}</a>`
    return html`<section class="day"${current}><h2>${link}</h2>
<ul>${items.map((event) => dayItem(event, day, context))}</ul></section>
`
  })}`
}

function dayItem(event: EventView, day: Day, context: PageContext): Html {
  const { language, href } = context
  const { path, title, status, venues } = event
  const data = [gridData(event), status !== 'publish' && html` data-status="${status}"`]
  const time = html`<time datetime="${machineTime(event, event.start)}">${timeText(event, day, language)}</time>`
  const rest = [
    marks(event, context),
    untilText(event, day, context),
    venues[0] && html` <span>${venues[0].name}</span>`,
  ]
  return html`<li class="c${colorOf(event)}"${data}>${time} <a href="${href(path)}">${title}</a>${rest}</li>
`
}

/** The end of an event that continues after the day. */
function untilText({ last_day, all_day, end }: EventView, day: Day, { language, text }: PageContext): Html {
  if (last_day <= day) return html``
  const last = dayText(last_day, 'bare', language)
  return html` <i>${filledText(text('until_day'), { '': all_day ? last : `${last}, ${end.slice(11, 16)}` })}</i>`
}

/**
 * The attributes for the grid in addition to the text: `data-d`, the days of a bar, or `data-e`, the end of an event
 * with times. The names are short, because up to 200 of these items make up most of a page.
 */
function gridData({ all_day, start, end, first_day, last_day }: EventView): Html {
  const isBar = first_day !== last_day && (all_day || instantOfUtc(end) - instantOfUtc(start) >= day_ms)
  if (isBar) return html` data-d="${first_day}/${daysLater(last_day, 1)}"`
  return html`${!all_day && start !== end && html` data-e="${end.slice(0, 16).replace(' ', 'T')}"`}`
}

/** The number of the event's color: 0 without a category, else that of its first category. */
function colorOf({ categories }: EventView): number {
  return categories[0] ? (categories[0].id % colors) + 1 : 0
}

/** Events by key, ordered by the first event of each group. */
function grouped(events: readonly EventView[], key: (event: EventView) => string): Map<string, EventView[]> {
  const groups = new Map<string, EventView[]>()
  for (const event of events) getOrInsert(groups, key(event), () => []).push(event)
  return groups
}
