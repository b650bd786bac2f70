// The text `0`, which deployed services let in and then store as nothing.
import { quirk } from '../../quirks/quirks.ts'
import type { ServiceSettings } from '../settings.ts'

/** Source: D21; observed 4. */
export function storedText(sent: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return sent === '0' && quirk(settings, 'zero_text_is_stored_empty') ? '' : sent
}
