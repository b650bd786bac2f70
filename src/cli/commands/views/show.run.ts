// `cal agenda`, `cal week`, `cal month`: days as pictures, the same events as data in every other format.
import { isZone, wallAt } from '../../../base/dates/zoned-time.ts'
import { type Day, dayOf } from '../../../base/dates/days.ts'
import { CalError } from '../../../base/errors.ts'
import type { DateContext } from '../../../base/dates/date-parser.ts'
import { resources } from '../../../spec/resources.ts'
import type { CommandAction, CommandInput } from '../../core/command.ts'
import { type OutputPage, type ViewOutcome, streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { agendaPicture } from '../../views/agenda.ts'
import { eventsTouching } from '../../views/fetch.ts'
import { type MonthOptions, monthPicture, monthSpan, weekPicture, weekSpan } from '../../views/month.ts'
import { weekday_names } from '../../core/choices.ts'
import { type Weekday, weekStartOf } from '../../views/names.ts'
import type { CalendarEntry } from '../../views/calendar-entry.ts'
import { paletteOf } from '../../views/palette.ts'
import { type ViewSpan, dayNamed, monthOf, spanOf } from '../../views/span.ts'
import { yearPicture } from '../../views/year.ts'

export const showAgenda: CommandAction = async (input, session) => {
  const scene = sceneOf(input, session)
  const span = spanOf(input.operands[0], scene.here, scene.week_start)
  return view(span, input, session, (occasions, look) => agendaPicture(span, occasions, look))
}

export const showWeek: CommandAction = async (input, session) => {
  const { here, week_start } = sceneOf(input, session)
  const day = dayNamed(input.operands[0], here)
  return view(weekSpan(day, week_start), input, session, (occasions, look) => weekPicture(day, occasions, look))
}

export const showMonth: CommandAction = async (input, session) => {
  const { here, week_start } = sceneOf(input, session)
  const month = monthOf(input.operands[0], here)
  if (month.length === 4)
    return view({ from: `${month}-01-01`, to: `${month}-12-31` }, input, session, (occasions, look) =>
      yearPicture(month, occasions, look),
    )
  return view(monthSpan(month, week_start), input, session, (occasions, look) => monthPicture(month, occasions, look))
}

async function view(
  span: ViewSpan,
  input: CommandInput,
  session: Session,
  draw: (occasions: readonly CalendarEntry[], look: MonthOptions) => string,
): Promise<ViewOutcome> {
  const { zone, today, week_start } = sceneOf(input, session)
  const { exchange } = await session.open()
  const { items, occasions } = await eventsTouching(span, input.values, { exchange, zone })
  const lookOf = (page: OutputPage): MonthOptions => ({
    language: page.language,
    palette: paletteOf(page),
    columns: page.columns,
    lines: page.lines,
    week_start,
    today,
  })
  return {
    kind: 'view',
    columns: resources.events.columns,
    picture: (page) => draw(occasions, lookOf(page)),
    records: streamOf(items),
  }
}

interface Scene {
  /** The zone that times are shown in; undefined keeps each event's own. */
  readonly zone: string | undefined
  readonly here: DateContext
  readonly today: Day
  readonly week_start: Weekday
}

function sceneOf({ options }: CommandInput, { runtime, settings }: Session): Scene {
  const zone = options.tz as string | undefined
  if (zone !== undefined && !isZone(zone)) {
    throw new CalError(
      'usage',
      { en: `--tz needs a time zone, not "${zone}"`, de: `--tz braucht eine Zeitzone, nicht „${zone}“` },
      { hint: { en: 'such as Europe/Berlin or UTC', de: 'etwa Europe/Berlin oder UTC' } },
    )
  }
  const here = { now: runtime.now(), zone: zone ?? settings.timezone ?? runtime.timezone }
  const { env } = runtime
  const named = weekday_names.indexOf(options.week_start as (typeof weekday_names)[number]) + 1
  const week_start = named > 0 ? (named as Weekday) : weekStartOf(env.LC_ALL || env.LC_TIME || env.LANG)
  return { zone, here, today: dayOf(wallAt(here.now, here.zone)), week_start }
}
