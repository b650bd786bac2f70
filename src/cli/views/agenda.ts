// A list of days with what takes place on each, running events included.
import { type Day, daysBetween, daysLater } from '../../base/dates/days.ts'
import type { Language } from '../../base/text/language.ts'
import { fitted, widthOf, wrapped } from '../output/text-width.ts'
import type { MonthOptions } from './month.ts'
import { longDay } from '../../base/dates/day-names.ts'
import { isBar, type CalendarEntry, touches } from './calendar-entry.ts'

const time_width = 14
const title_width_max = 60
const id_width_max = 8
const venue_width_max = 28

/** The days from the first to the last on which something takes place; says so where there is nothing. */
export function agendaPicture(
  { from, to }: { readonly from: Day; readonly to: Day },
  occasions: readonly CalendarEntry[],
  look: MonthOptions,
): string {
  const days = Array.from({ length: daysBetween(from, to) + 1 }, (_, i) => daysLater(from, i))
  const blocks = days.flatMap((day) => {
    const here = occasions.filter((occasion) => isListedOn(occasion, day, from))
    return here.length === 0
      ? []
      : [[headOf(day, look), ...allDayFirst(here).flatMap((occasion) => entryLines(occasion, day, look))].join('\n')]
  })
  return `${blocks.length === 0 ? nothing(from, to, look.language) : blocks.join('\n\n')}\n`
}

/** What lasts days is listed on each of them; a night only where it began, or where the list begins in it. */
function isListedOn(occasion: CalendarEntry, day: Day, from: Day): boolean {
  return touches(occasion, day, day) && (isBar(occasion) || day === occasion.first_day || day === from)
}

function allDayFirst(occasions: readonly CalendarEntry[]): readonly CalendarEntry[] {
  return [...occasions.filter(({ all_day }) => all_day), ...occasions.filter(({ all_day }) => !all_day)]
}

function headOf(day: Day, { language, palette, today }: MonthOptions): string {
  const words = {
    [today]: { en: 'today', de: 'heute' },
    [daysLater(today, 1)]: { en: 'tomorrow', de: 'morgen' },
    [daysLater(today, -1)]: { en: 'yesterday', de: 'gestern' },
  }[day]
  const title = palette.title(longDay(day, language))
  return words ? `${title} ${palette.faint(`· ${words[language]}`)}` : title
}

function entryLines(
  occasion: CalendarEntry,
  day: Day,
  { columns, language, palette }: MonthOptions,
): readonly string[] {
  const venue_width = Math.min(Math.floor(columns / 4), venue_width_max)
  const title_width = Math.min(
    Math.max(columns - 2 - time_width - 2 - venue_width - id_width_max - 2, 12),
    title_width_max,
  )
  const [first = '', ...rest] = wrapped(titleOf(occasion, day, language), title_width, 3)
  const time = fitted(timeOf(occasion, day, language), time_width)
  const id = palette.faint(`#${occasion.id}`)
  const line = `  ${time}${palette.dot(occasion)} ${fitted(first, title_width)} ${fitted(occasion.venue, venue_width)} ${id}`
  return [line, ...rest.map((text) => `${' '.repeat(2 + time_width + widthOf('• '))}${text}`)]
}

function titleOf(occasion: CalendarEntry, day: Day, language: Language): string {
  const { title, status, first_day, last_day } = occasion
  const lasts = daysBetween(first_day, last_day) + 1
  const nth = daysBetween(first_day, day) + 1
  const part =
    lasts === 1 || !isBar(occasion)
      ? ''
      : language === 'de'
        ? ` (Tag ${nth} von ${lasts})`
        : ` (day ${nth} of ${lasts})`
  return `${title}${part}${status === '' ? '' : ` [${status}]`}`
}

function timeOf(occasion: CalendarEntry, day: Day, language: Language): string {
  const { all_day, start, end, first_day, last_day } = occasion
  const [begins, ends] = [start.slice(11, 16), end.slice(11, 16)]
  if (all_day || (day !== first_day && day !== last_day)) return language === 'de' ? 'ganztägig' : 'all day'
  if (first_day === last_day || (day === first_day && !isBar(occasion)))
    return start === end ? begins : `${begins} – ${ends}`
  if (day === first_day) return language === 'de' ? `ab ${begins}` : `from ${begins}`
  return language === 'de' ? `bis ${ends}` : `until ${ends}`
}

function nothing(from: Day, to: Day, language: Language): string {
  if (from === to)
    return language === 'de'
      ? `Keine Termine am ${longDay(from, language)}.`
      : `No events on ${longDay(from, language)}.`
  const span =
    language === 'de'
      ? `${longDay(from, language)} bis ${longDay(to, language)}`
      : `${longDay(from, language)} to ${longDay(to, language)}`
  return language === 'de' ? `Keine Termine: ${span}.` : `No events: ${span}.`
}
