// The forms of dates that deployed services accept beyond the documented ones, and the cities whose clocks they use
// for zones written as an offset.
import { dayOfWritten, dialects, momentsIn } from '../../base/dates/date-grammar.ts'
import { dayOf } from '../../base/dates/days.ts'
import { instantOfUtc, isZone, utcWall, type WallTime } from '../../base/dates/zoned-time.ts'

/** A local time, with its zone if one follows it. */
interface LooseMoment {
  readonly wall: WallTime
  readonly zone?: string
}

/** Longer texts are not dates; looking for zones in a long one would take minutes. */
const length_max = 300

/** The date that the text means, as a function of the current local time; undefined for texts that are not dates. */
export function looseMoment(text: string): ((now: WallTime) => LooseMoment) | undefined {
  if (text.length > length_max) return undefined
  if (text.startsWith('@') && /^@-?\d+$/.test(text)) {
    const moment = sinceEpoch(Number(text.slice(1)))
    return moment && (() => moment)
  }
  if (/^(?:\s+|[a-ik-z])$/i.test(text)) return (now) => ({ wall: now })
  for (const { written, time = '00:00:00', zone: written_zone } of momentsIn(text, dialects.deployed)) {
    const zone = written_zone === undefined ? undefined : zoneOf(written_zone)
    const dayAt = (now: WallTime) => dayOfWritten(written, { today: dayOf(now), rolls: true })
    if (dayAt('2000-01-01 00:00:00') === undefined || (zone !== undefined && !isZone(zone))) continue
    const [hour = 0, minute = 0, second = 0] = time.split(':').map(Number)
    const since_midnight_ms = ((hour * 60 + minute) * 60 + second) * 1000
    return (now) => ({
      // The time can be 24:00:00.
      wall: utcWall(instantOfUtc(`${dayAt(now)} 00:00:00`) + since_midnight_ms),
      ...(zone !== undefined && { zone }),
    })
  }
  return undefined
}

/** Seconds since 1970; undefined outside the years of four digits. */
function sinceEpoch(seconds: number): LooseMoment | undefined {
  const isYear = seconds >= -62_167_219_200 && seconds <= 253_402_300_799
  return isYear ? { wall: utcWall(seconds * 1000), zone: 'UTC' } : undefined
}

function zoneOf(written: string): string {
  if (/^CET$/i.test(written)) return '+01:00'
  return written.includes('/') ? written : written.toUpperCase()
}

/** The city for each offset in hours. Source: interface Q19. */
const cities: Readonly<Record<string, string>> = {
  '-11': 'Pacific/Apia',
  '-10': 'Pacific/Honolulu',
  '-9': 'America/Anchorage',
  '-8': 'America/Los_Angeles',
  '-7': 'America/Denver',
  '-6': 'America/Chicago',
  '-5': 'America/New_York',
  '-4': 'America/Halifax',
  '-3.5': 'America/St_Johns',
  '-3': 'America/Sao_Paulo',
  '-1': 'Atlantic/Azores',
  '0': 'UTC',
  '1': 'Europe/Paris',
  '2': 'Europe/Helsinki',
  '3': 'Europe/Moscow',
  '4': 'Asia/Dubai',
  '5': 'Asia/Karachi',
  '5.5': 'Asia/Kolkata',
  '5.75': 'Asia/Kathmandu',
  '7': 'Asia/Krasnoyarsk',
  '8': 'Asia/Shanghai',
  '9': 'Asia/Tokyo',
  '9.5': 'Australia/Adelaide',
  '10': 'Australia/Melbourne',
  '11.5': 'Pacific/Auckland',
  '12': 'Pacific/Auckland',
}

/** The offset of names that are zones of the tz database, with daylight saving, to other programs. */
const fixed_names: Readonly<Record<string, string>> = { CET: '+01:00', MET: '+01:00', EET: '+02:00', WET: '+00:00' }

/** Ahead of UTC by 1 to 12 hours, and behind it by 1 to 12; `Z` is UTC. */
const letters_ahead = 'ABCDEFGHIKLM'
const letters_behind = 'NOPQRSTUVWXY'

/** Whether a zone is a name or a letter with a fixed offset. */
export function isAbbreviatedZone(timezone: string): boolean {
  return fixedZone(timezone) !== undefined
}

function fixedZone(timezone: string): string | undefined {
  const name = timezone.toUpperCase()
  if (name.length !== 1) return fixed_names[name]
  const [ahead, behind] = [letters_ahead.indexOf(name) + 1, letters_behind.indexOf(name) + 1]
  if (ahead === 0 && behind === 0) return name === 'Z' ? 'UTC' : undefined
  return `${ahead > 0 ? '+' : '-'}${String(ahead + behind).padStart(2, '0')}:00`
}

/**
 * The zone of the city for an offset: `UTC+2` → `Europe/Helsinki`, `UTC` without a city; the offset of an abbreviation:
 * `CET` → `+01:00`. Other zones are unchanged.
 */
export function cityZone(timezone: string): string {
  const fixed = fixedZone(timezone)
  if (fixed !== undefined) return fixed
  const match = /^UTC([+-]?)(\d{1,2})(?::?(\d\d)|(\.\d+))?$/i.exec(timezone)
  if (!match) return timezone
  const [, sign, hours, minutes, fraction] = match
  const size = Number(hours) + (minutes ? Number(minutes) / 60 : Number(fraction ?? 0))
  return cities[String(sign === '-' ? -size || 0 : size)] ?? 'UTC'
}
