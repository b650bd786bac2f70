// Forms of linked data that a deployed service takes for usable and then stumbles over.
import { isObject } from '../../base/json.ts'
import type { Given } from '../../spec/read.ts'
import { quirk } from './quirks.ts'
import { ApiError } from '../domain/api-error.ts'
import type { ServiceSettings } from '../domain/settings.ts'

/**
 * Fails:  400 `could-not-create-venue`, `could-not-create-organizer`, in quirks mode. What was made before an organizer
 *         stays.
 * Source: D7; observed 8.
 */
export function refuseForm(kind: 'venue' | 'organizer', given: Given, settings: Pick<ServiceSettings, 'mode'>): void {
  if (isStumblingBlock[kind](given[kind]) && quirk(settings, 'linked_data_takes_few_forms'))
    throw new ApiError(`could-not-create-${kind}`, { keeps: kind === 'organizer' })
}

const isStumblingBlock = {
  venue: (sent: unknown) => isSeveral(sent) || (Array.isArray(sent) && sent.length > 0),
  organizer: (sent: unknown) => isSeveral(sent) || (isObject(sent) && 'organizer' in sent && !('id' in sent)),
} as const

function isSeveral(value: unknown): boolean {
  return typeof value === 'string' && value.includes(',')
}
