// Calendars that tests open in this process.
import { afterEach } from 'vitest'
import { type OpenedCalendar, openCalendar, type OpenOptions } from '../../src/server/service/open.ts'

/** At noon on 20 November 2026. */
export const plain_options = {
  address: { base: 'http://localhost', root: 'wp-json', vendor: 'tribe' },
  mode: 'standard',
  read_only: false,
  writer: 'inline',
  now: () => Date.UTC(2026, 10, 20, 12),
} as const satisfies Partial<OpenOptions>

const opened: OpenedCalendar[] = []
afterEach(closeTestCalendars)

export async function closeTestCalendars(): Promise<void> {
  for (const calendar of opened.splice(0)) await calendar.close()
}

/** The calendar in a file or at the address of a database; closed after the test. */
export async function openTestCalendar(file: string, options: Partial<OpenOptions> = {}): Promise<OpenedCalendar> {
  const calendar = await openCalendar({ file, ...plain_options, ...options })
  opened.push(calendar)
  return calendar
}
