// Costs as deployed services store and read them.
import type { Json } from '../../base/json.ts'
import { oneLine } from '../../base/text/stored-text.ts'
import { slugOf } from '../../base/text/slug.ts'
import { type CostReading, costText, sentCost } from '../../spec/cost.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { quirk } from './quirks.ts'

export const deployed_costs: CostReading = { slugOf, isDeployed: true }
const documented_costs: CostReading = { slugOf, isDeployed: false }

export function costReading(settings: Pick<ServiceSettings, 'mode'>): CostReading {
  return quirk(settings, 'costs_are_read_in_part') ? deployed_costs : documented_costs
}

/** The text that is stored for a cost that was sent. Source: interface 7. */
export function storedCost(sent: Json | undefined, settings: Pick<ServiceSettings, 'mode'>): string {
  const cost = sentCost(costText(sent))
  return costText(typeof cost === 'string' ? storedLine(cost, settings) : cost.map((one) => storedLine(one, settings)))
}

/** A website or a cost as it is stored: in quirks mode a line without tags and `%20`. Source: interface 16.2. */
export function storedLine(text: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'websites_and_costs_are_cleaned') ? oneLine(text).replace(/%[a-f0-9]{2}/gi, '') : text
}
