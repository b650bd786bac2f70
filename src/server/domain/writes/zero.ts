// The text `0`, which deployed services let in and then store as nothing.
import { has } from '../../quirks/quirks.ts'
import type { Settings } from '../settings.ts'

/** Source: D21; observed 4. */
export function storedText(sent: string, settings: Pick<Settings, 'mode'>): string {
  return sent === '0' && has(settings, 'zero_is_stored_as_nothing') ? '' : sent
}
