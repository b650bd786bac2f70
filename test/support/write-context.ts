// What domain functions know about a write: at 16:00 in New York on Friday, 20 November 2026, of an anonymous caller.
import type { WriteContext } from '../../src/server/domain/settings.ts'
import { calendar_address, friday } from './calendar.ts'

type Given = Partial<Omit<WriteContext['settings'], 'address'>> & Pick<Partial<WriteContext>, 'caller'>

export function writeContext({ caller, ...settings }: Given = {}): WriteContext {
  return {
    settings: {
      address: calendar_address,
      timezone: 'America/New_York',
      mode: 'standard',
      read_only: false,
      ...settings,
    },
    now: friday,
    caller,
    language: 'en',
  }
}
