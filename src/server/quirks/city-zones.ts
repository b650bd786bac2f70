// The zones whose clocks deployed services use for zones that are written as an offset or an abbreviation.

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
