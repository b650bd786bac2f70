// Items of events in lists, the colors of their categories, the legend; their times, also for the attribute `datetime`.
import { capitalized, type Language, nameOrder, t } from '../../../base/text/language.ts'
import { getOrInsert } from '../../../base/collections.ts'
import { dateText, fullDay, monthTitle, shortDay } from '../../../base/dates/day-names.ts'
import { type Day, weekdayOf } from '../../../base/dates/days.ts'
import type { WallTime } from '../../../base/dates/zoned-time.ts'
import { clockOf, lastsDays, plainLine, statusText, timeOnDay, timeText } from '../../../spec/event-parts.ts'
import { resources } from '../../../spec/resources.ts'
import type { PageContext } from '../context.ts'
import { html, type Html } from '../html.ts'
import type { DatedEvent, EventView, ImageView } from '../records.ts'

const excerpt_length_max = 180

/** The number of an event's color in the style sheet: 0 without a category, else that of its first category. */
export function colorOf({ categories: [category] }: EventView): number {
  return category ? category.color + 1 : 0
}

/** The categories of the events, each in its color, as links. */
export function legend(events: readonly EventView[], { href, language, text }: PageContext): Html {
  const categories = new Map(events.flatMap(({ categories: [first] }) => (first ? [[first.id, first]] : [])))
  if (categories.size === 0) return html``
  const compareNames = nameOrder(language)
  const items = [...categories.values()].toSorted((a, b) => compareNames(a.name, b.name))
  return html`<ul class="legend" aria-label="${text(t('Categories'))}">${items.map(
    ({ color, path, name }) => html`<li class="c${color + 1}"><a href="${href(path)}">${name}</a></li>`,
  )}</ul>`
}

/** The marks of an event: status, hidden, protected, featured. */
export function marks({ status, hidden, concealed, featured }: EventView, { text, language }: PageContext): Html {
  const shown = [
    capitalized(statusText(status, language)),
    ...(hidden ? [text(t('Hidden from lists'))] : []),
    ...(concealed ? [text(t('Protected'))] : []),
  ].filter(Boolean)
  const featured_mark = featured && html` <span class="mark featured">${text(t('Featured'))}</span>`
  return html`${shown.map((mark) => html` <span class="mark">${mark}</span>`)}${featured_mark}`
}

/** The events of a list, grouped by month. */
export function eventList(events: readonly DatedEvent[], context: PageContext): Html {
  const months = new Map<string, DatedEvent[]>()
  for (const event of events) getOrInsert(months, event.first_day.slice(0, 7), () => []).push(event)
  return html`${[...months].map(
    ([month, items]) => html`<section class="month-group"><h2>${monthTitle(month, context.language)}</h2>
<ul class="events">${items.map((event) => listItem(event, undefined, context))}</ul></section>`,
  )}`
}

/** The events of one day. */
export function dayList(events: readonly DatedEvent[], day: Day, context: PageContext): Html {
  if (events.length === 0) return html``
  return html`<h2 class="unseen">${resources.events.titles[context.language]}</h2>
<ul class="events of-day">${events.map((event) => listItem(event, day, context))}</ul>`
}

/** In the list of a day, the time takes the place of the date. */
function listItem(event: DatedEvent, day: Day | undefined, context: PageContext): Html {
  const { path, title, cost, status } = event
  const summary = shortText(event)
  return html`<li class="event c${colorOf(event)}"${status !== 'publish' && html` data-status="${status}"`}>
<div class="date">${day === undefined ? dateParts(event.first_day, context) : timeOf(event, day, context)}</div>
<div class="what"><h3><a href="${context.href(path)}">${title}</a>${marks(event, context)}</h3>
${day === undefined && html`<p class="when">${timeInList(event, context)}</p>`}
${placeLine(event, context)}${summary !== '' && html`<p class="summary">${summary}</p>`}
${cost !== '' && html`<p class="cost">${cost}</p>`}</div>
${picture(event.image, context)}</li>
`
}

/** The weekday and the day in large digits; the text beside them has the whole date for screen readers. */
export function dateParts(day: Day, { language }: PageContext): Html {
  const [weekday, number] = [shortDay(weekdayOf(day), language), String(Number(day.slice(8)))]
  return html`<span aria-hidden="true">${weekday}</span><b aria-hidden="true">${number}</b>`
}

function timeOf(event: DatedEvent, day: Day, { language }: PageContext): Html {
  return html`<time datetime="${machineTime(event, event.start)}">${timeOnDay(event, day, language)}</time>`
}

/** The time of an event beside its date block: `19:00–21:00`, `until 26 Dec 2026`. */
function timeInList(event: DatedEvent, { language, text }: PageContext): Html {
  const { first_day, last_day, all_day, start, end } = event
  const last = dateText(last_day, language)
  const until = text(t('until {day}', { day: all_day ? last : `${last}, ${clockOf(end)}` }))
  const isShort = first_day === last_day || !lastsDays(event)
  const shown = isShort ? timeOnDay(event, first_day, language) : all_day ? until : `${clockOf(start)} – ${until}`
  const whole = periodText(event, language)
  const content = html`<span aria-hidden="true">${shown}</span><span class="unseen">${whole}</span>`
  return html`<time datetime="${machineTime(event, start)}">${content}</time>`
}

function placeLine({ venues }: EventView, { href }: PageContext): Html {
  const [venue] = venues
  if (!venue) return html``
  return html`<p class="place"><a href="${href(venue.path)}">${venue.name}</a>${venue.city !== '' && `, ${venue.city}`}</p>`
}

/** An image of the calendar's own origin; pages load nothing from others. */
export function picture(image: ImageView | undefined, { options }: PageContext): Html {
  if (!image || !isOwnImage(image, options.base)) return html``
  return html`<img class="picture" src="${image.url}" alt="" loading="lazy">`
}

export function isOwnImage({ url }: ImageView, base: string): boolean {
  return new URL(url).origin === new URL(base).origin
}

/** The excerpt, or the beginning of the description, as plain text. */
export function shortText({ excerpt, description, concealed }: EventView): string {
  return concealed ? '' : plainText(excerpt || description)
}

/** The beginning of a description as plain text. */
export function plainText(description: string): string {
  const whole = plainLine(description)
  if (whole.length <= excerpt_length_max) return whole
  const cut = whole.slice(0, excerpt_length_max)
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), excerpt_length_max - 30))} …`
}

/** `Sunday, 22 November 2026, 22:15–23:59`, `Sun 29 Nov – Sat 26 Dec 2026` */
export function periodText(event: DatedEvent, language: Language): string {
  const { first_day, last_day, all_day } = event
  if (first_day !== last_day && lastsDays(event)) return timeText(event, { language })
  const day = fullDay(first_day, language)
  return all_day ? day : `${day}, ${timeOnDay(event, first_day, language)}`
}

/** For the `time` element: a day, or a time with its offset. */
export function machineTime({ all_day, offset_ms }: DatedEvent, wall: WallTime): string {
  if (all_day) return wall.slice(0, 10)
  const minutes = Math.round(offset_ms / 60_000)
  const two = (count: number) => String(count).padStart(2, '0')
  const size = Math.abs(minutes)
  return `${wall.slice(0, 16).replace(' ', 'T')}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}
