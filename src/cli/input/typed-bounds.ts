// Bounds in flags such as `--from friday`: dates in words or in another order become dates of the interface.
import { nonexistent } from '../../base/dates/date-parser.ts'
import { isDay } from '../../base/dates/days.ts'
import { readDate } from '../../base/dates/typed-dates.ts'
import type { Text } from '../../base/text/language.ts'
import type { Session } from '../core/session.ts'

type BoundName = 'since' | 'from' | 'until'

const strict_form = /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d)?)?$/

/**
 * The options with bounds in the interface's form, and a note of how others were read. Texts that are not understood
 * are left to the check that follows. A period counts from its first to its last day.
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
  return { en: `--${name} "${typed}": ${moment}`, de: `--${name} „${typed}“: ${moment}` }
}
