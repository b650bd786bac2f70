// The cities whose clocks deployed services use for zones written as an offset, with their daylight saving.

/** Offsets without a city count as UTC. Source: interface Q19. */
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

/** `UTC+2` → `Europe/Helsinki`; other zones are returned unchanged. */
export function cityZone(timezone: string): string {
  const match = /^UTC([+-]?)(\d{1,2})(?::?(\d\d)|(\.\d+))?$/i.exec(timezone)
  if (!match) return timezone
  const [, sign, hours, minutes, fraction] = match
  const size = Number(hours) + (minutes ? Number(minutes) / 60 : Number(fraction ?? 0))
  return cities[String(sign === '-' ? -size || 0 : size)] ?? 'UTC'
}
