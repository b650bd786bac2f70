// A length of time as a flag gives it.
import { CalError } from '../../base/errors.ts'

/** `90`, `90s`, `0.5s`, `5m`, `1h30m` in milliseconds. Errors: `usage` for any other text. */
export function lengthOf(flag: string, text: string): number {
  const [, hours = 0, minutes = 0, seconds = 0] = /^(?:(\d+)h)?(?:(\d+)m)?(?:(\d+(?:\.\d+)?)s?)?$/.exec(text) ?? []
  const length_ms = (Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)) * 1000
  if (length_ms > 0 && length_ms <= length_ms_max) return length_ms
  throw new CalError(
    'usage',
    { en: `${flag} needs a length of time, not "${text}"`, de: `${flag} erwartet eine Dauer, nicht „${text}“` },
    { hint: { en: 'such as 90s, 5m or 1h30m, up to 24h', de: 'etwa 90s, 5m oder 1h30m, höchstens 24h' } },
  )
}

/** Timers can't wait much longer. */
const length_ms_max = 24 * 3_600_000
