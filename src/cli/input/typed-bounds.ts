// Parses the dates of `--since`, `--from` and `--until`, such as `friday`.
import { nonexistent } from '../../base/dates/date-parser.ts'
import { isDay } from '../../base/dates/days.ts'
import { readDate } from '../../base/dates/typed-dates.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Session } from '../core/session.ts'

type BoundName = 'since' | 'from' | 'until'

const strict_form = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/

/**
 * The options with dates in the interface's format; a note says how words were read. Text that isn't a date is returned
 * unchanged, for the caller to reject. Of a period, `--from` takes the first day and `--until` the last.
 */
export async function withTypedBounds<O extends { readonly [N in BoundName]?: string | undefined }>(
  options: O,
  { runtime, settings, note }: Pick<Session, 'runtime' | 'settings' | 'note'>,
): Promise<O> {
  const here = { now: runtime.now(), zone: settings.timezone ?? runtime.timezone }
  const read: Partial<Record<BoundName, string>> = {}
  for (const name of ['since', 'from', 'until'] as const) {
    const typed = options[name]
    if (typed === undefined || strict_form.test(typed) || nonexistent(typed)) continue
    const date = await readDate(typed, here)
    const moment = date === undefined ? undefined : 'at' in date ? date.at : name === 'until' ? date.to : date.from
    if (moment === undefined || !isDay(moment.slice(0, 10))) continue
    read[name] = moment
    await note(readText(name, typed, moment))
  }
  return { ...options, ...read }
}

function readText(name: BoundName, typed: string, moment: string): Text {
  return t('--{name} "{typed}": {moment}', { name, typed, moment })
}
