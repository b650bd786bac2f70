// The terminal layout of records of a kind: the clock and the time zone of the viewer.
import { isLocalCalendar } from '../../client/address/calendar-identity.ts'
import type { ShownAs } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'
import type { RecordScreen } from './formats/formats.ts'

export function recordScreen({ plural, iso_dates }: ShownAs, { runtime, settings }: Session): RecordScreen {
  return {
    plural,
    iso_dates: iso_dates === true,
    now: runtime.now(),
    zone: settings.timezone ?? runtime.timezone,
    has_pages: !isLocalCalendar(settings.api_root ?? ''),
  }
}
