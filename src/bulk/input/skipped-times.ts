// Times of day that clocks skip in summer: the hour from 02:00 on 28 March 2027 in Berlin.
import { hasWallForm } from '../../base/dates/days.ts'
import { instantOf, wallAt } from '../../base/dates/zoned-time.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { InputError } from './entry.ts'

/** No clock skips a later time of day. */
const skipped_before = '04:00:00'

/** Services store a skipped time as the one after the gap; a second import would not find the event. */
export function onClock(wall: string, zone: string, note: (text: Text) => void): string {
  if (!hasWallForm(wall) || wall.slice(11) >= skipped_before) return wall
  const shown = wallAt(instantOf(wall, zone), zone)
  if (shown !== wall) note(t('{wall} does not exist in {zone}: clocks skip it; read as {shown}', { wall, zone, shown }))
  return shown
}

/** An event whose start, moved out of a skipped hour, is no longer before its end. */
export function lostLength(
  { start, end, zone }: Readonly<Record<'start' | 'end', string | undefined>> & { readonly zone: string },
  { start_date, end_date }: Readonly<Record<'start_date' | 'end_date', string | undefined>>,
): InputError | undefined {
  if (start === undefined || end === undefined || start_date === undefined || end_date === undefined) return undefined
  if (start === start_date || start >= end || start_date < end_date) return undefined
  return {
    field: 'start_date',
    value: start,
    text: t('{start} does not exist in {zone}: clocks skip it; {shown} is not before the end {end_date}', {
      start,
      zone,
      shown: start_date,
      end_date,
    }),
    hint: t('correct one of the two'),
  }
}
