// `stateprovince` of a venue: as sent, or made of state, province and country.
import type { Values } from '../../../spec/read.ts'
import { quirk } from '../../quirks/quirks.ts'
import { oneLine } from './one-line.ts'
import type { VenueRecord } from '../records.ts'
import type { WriteContext } from '../write-context.ts'
import { storedText } from './zero.ts'

type Parts = Pick<VenueRecord, 'country' | 'state' | 'province'>

/** Made of its parts it follows them; what was once sent stays. Source: observed 9; D1. */
export function stateProvinceOf(
  before: Parts & Pick<VenueRecord, 'stateprovince'>,
  after: Parts,
  values: Values,
  { settings }: WriteContext,
): string {
  const sent = (name: keyof Parts) => (values[name] === undefined ? '' : after[name])
  if (typeof values.stateprovince === 'string' && storedText(values.stateprovince, settings) !== '')
    return oneLine(values.stateprovince)
  if (quirk(settings, 'stateprovince_is_recomputed'))
    return madeOf({ country: sent('country'), state: sent('state'), province: sent('province') })
  if (values.stateprovince === '' || before.stateprovince === madeOf(before)) return madeOf(after)
  return before.stateprovince
}

function madeOf({ country, state, province }: Parts): string {
  const inUnitedStates = country === '' || country === 'US' || country === 'United States'
  return (inUnitedStates && state) || province
}
