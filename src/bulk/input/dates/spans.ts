// Beginning and end in one cell, as people write them: `09:00 - 10:30`, `7 to 9 pm`, `12.-14.3.2027`, `12.3.2027 18:00
// - 20:00`.
import type { DateOrder } from '../choices.ts'
import { type WrittenMoment, timeOf, writtenMomentOf } from './dates.ts'

interface Sides {
  readonly from: string
  readonly to: string
}

/** Every way to part a text at a dash or a word such as `to`. */
function sidesOf(text: string): readonly Sides[] {
  return [...text.matchAll(/\s*(?:[-–—]|\b(?:bis|to|until|till)\b)\s*/gi)].map(({ index, 0: sign }) => ({
    from: text.slice(0, index).replace(/^(?:von|from)\s+/i, ''),
    to: text.slice(index + sign.length),
  }))
}

/** Times of day; of `7 - 9 pm` both are in the evening. */
export function timesOf(text: string): { readonly start: string; readonly end?: string } | undefined {
  const alone = timeOf(text)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const end = endTimeOf(to)
    const suffix = /(?:am|pm|a\.m\.|p\.m\.|uhr|h)$/i.exec(to.trim())?.[0] ?? ''
    const alike = timeOf(`${from} ${suffix}`)
    // `11 - 1 pm` begins in the morning.
    const start = /^[ap]/i.test(suffix) && alike && end && alike < end ? alike : (timeOf(from) ?? alike)
    if (start && end) return { start, end }
  }
  return undefined
}

/** A time at which something ends: midnight is `24:00` of the day before. */
export function endTimeOf(text: string): string | undefined {
  return /^24(?:[:.h]?00(?::00)?)?(?:\s*(?:uhr|h))?$/i.test(text.trim()) && text.trim() !== '24'
    ? midnight
    : timeOf(text)
}

export const midnight = '24:00:00'

/** A date with or without a time, or two of them; undefined for anything else. */
export function momentsOf(
  text: string,
  order: DateOrder,
): { readonly start: WrittenMoment; readonly end?: WrittenMoment } | undefined {
  const alone = writtenMomentOf(text, order)
  if (alone) return { start: alone }
  for (const { from, to } of sidesOf(text.trim())) {
    const last = writtenMomentOf(to, order)
    const first = writtenMomentOf(from, order) ?? (last ? writtenMomentOf(completed(from, last.day), order) : undefined)
    if (first && last) return { start: first, end: last }
    // `Sat 12.3.2027, 18-20 Uhr`
    const behind = first?.time === undefined ? undefined : endTimeOf(to)
    if (first && behind) return { start: first, end: { day: first.day, time: behind } }
  }
  const [, day = '', times = ''] = /^(.*\d{4}),?\s+(?:[@|]\s+)?(.+)$/.exec(text.trim()) ?? []
  const moment = day === '' ? undefined : writtenMomentOf(day, order)
  const span = moment && moment.time === undefined ? timesOf(times) : undefined
  return moment && span
    ? {
        start: { day: moment.day, time: span.start },
        ...(span.end ? { end: { day: moment.day, time: span.end } } : {}),
      }
    : undefined
}

/** `12.` and `12.3.` take month and year from the other day. */
function completed(text: string, day: string): string {
  const [, year = '', month = ''] = /^(\d{4})-(\d\d)/.exec(day) ?? []
  const own = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})\.?(?:\s?(\d{1,2})\.)?$/u.exec(text.trim())
  return own ? `${own[1]}.${own[2] ?? month}.${year}` : text
}
