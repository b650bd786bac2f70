// `cal agenda`, `cal week`, `cal month` and others: shows the events of some days, or prints them as data.
import { longDay, type Weekday, weekStartOf } from '../../../base/dates/day-names.ts'
import { weekday_names } from '../../../base/dates/date-words.ts'
import { dayOf } from '../../../base/dates/days.ts'
import { inUnit, weekSpan } from '../../../base/dates/periods.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { eachLanguage, type Language, t, type Text } from '../../../base/text/language.ts'
import { localeVariable } from '../../session/settings.ts'
import { isTable, streamOf, type ViewOutcome } from '../../types/outcome.ts'
import type { CommandAction, CommandInput } from '../../types/command.ts'
import { calendarHere } from '../../session/session.ts'
import { hereOf, type Session } from '../../types/session.ts'
import { agendaText, noEventsText } from '../../views/agenda.ts'
import { type CalendarEntry, eventsTouching } from '../../views/calendar-entry.ts'
import { monthText, monthSpan, weekText, yearText } from '../../views/month.ts'
import { dayNamed, monthOf, spanOf, type ViewSpan } from '../../views/span.ts'
import { paletteOf, type ViewOptions } from '../../views/view-options.ts'

/** The days of a view, and its text. */
interface DaysView {
  readonly span: ViewSpan
  draw(entries: readonly CalendarEntry[], options: ViewOptions, fields?: readonly string[]): string
  /** The text shows the fields of `--fields`, which are printed as a table otherwise. */
  readonly shows_fields?: true
}

export const showAgenda = showing(async (input, { here, week_start }) =>
  agendaOf(await typedDays(input, (words) => spanOf(words, here, week_start))),
)

export const showDay = showing(async (input, { here, week_start }) => {
  const day = await typedDays(input, (words) => dayNamed(words && inUnit(words, 'day'), here, week_start))
  return agendaOf({ from: day, to: day })
})

/** The action of a command whose name is a span of days: `today`, `weekend`. */
export function showDaysOf(words: string): CommandAction {
  return showing(async (_, { here, week_start }) => agendaOf(await spanOf(words, here, week_start)))
}

export const showWeek = showing(async (input, { here, week_start }) => {
  const day = await typedDays(input, (words) => dayNamed(words && inUnit(words, 'week'), here, week_start))
  return { span: weekSpan(day, week_start), draw: (entries, options) => weekText(day, entries, options) }
})

export const showMonth = showing(async (input, { here, week_start }) => {
  const month = await typedDays(input, (words) => monthOf(words && inUnit(words, 'month'), here))
  return month.length === 4
    ? {
        span: { from: `${month}-01-01`, to: `${month}-12-31` },
        draw: (entries, options) => yearText(month, entries, options),
      }
    : { span: monthSpan(month, week_start), draw: (entries, options) => monthText(month, entries, options) }
})

function agendaOf(span: ViewSpan): DaysView {
  return {
    span,
    draw: (entries, options, fields) => agendaText(span, entries, options, { fields }),
    shows_fields: true,
  }
}

/** The result of `read` for all arguments, joined, so that `next week` needs no quotes. */
async function typedDays<T>({ operands }: CommandInput, read: (words: string | undefined) => Promise<T>): Promise<T> {
  return read(operands.length === 0 ? undefined : operands.join(' '))
}

/** An empty view names the days also where it is a table. */
function showing(viewOf: (input: CommandInput, context: ViewContext) => Promise<DaysView>): CommandAction {
  return async (input, session): Promise<ViewOutcome> => {
    const context = await viewContextOf(input, session)
    const { span, draw, shows_fields } = await viewOf(input, context)
    const { zone, today, week_start } = context
    const { exchange } = await session.open()
    const entries = await eventsTouching(span, input.values, { exchange, zone })
    const isForPeople = isTable(session.format)
    const isEmptyTable = input.options.fields !== undefined && !shows_fields && session.page.isTerminal
    const notes = [
      ...(isForPeople && entries.length === 0 && isEmptyTable
        ? [eachLanguage((language) => noEventsText(span.from, span.to, language))]
        : []),
      ...clockNote(context, session),
      ...(span.meant_from === undefined
        ? []
        : [t('Whole days are shown, not only from {time} on.', { time: span.meant_from.slice(11, 16) })]),
    ]
    return {
      kind: 'view',
      shown_as: { plural: 'events' },
      render: (page, fields) => draw(entries, { ...page, palette: paletteOf(page), week_start, today, zone }, fields),
      records: streamOf(entries.map(({ item }) => item)),
      notes: () => notes,
      ...(shows_fields && { shows_fields }),
    }
  }
}

/** Where the user is, it can be another day than where the calendar is. */
function clockNote({ zone, here, today }: ViewContext, session: Session): readonly Text[] {
  if (zone !== undefined || today === dayOf(wallAt(here.now, hereOf(session).zone))) return []
  const day = (language: Language) => longDay(today, language)
  return [t('today is {day} in {zone}, the time zone of the calendar', { day, zone: here.zone })]
}

type ViewContext = Awaited<ReturnType<typeof viewContextOf>>

async function viewContextOf({ options }: CommandInput, session: Session) {
  const zone = typeof options.tz === 'string' ? options.tz : undefined
  const here = zone === undefined ? await calendarHere(session) : { now: session.runtime.now(), zone }
  const { env } = session.runtime
  const named = weekday_names.indexOf(String(options.week_start)) + 1
  const week_start = named > 0 ? (named as Weekday) : weekStartOf(env[localeVariable(env, 'LC_TIME') ?? ''])
  return { zone, here, today: dayOf(wallAt(here.now, here.zone)), week_start }
}
