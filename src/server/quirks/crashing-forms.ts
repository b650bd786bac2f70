// Forms of linked data that a deployed service takes for usable and then stumbles over.
import { isObject } from '../../base/json.ts'
import type { Given } from '../../spec/read.ts'
import { has } from './quirks.ts'
import { Refusal } from '../domain/api-error.ts'
import type { Settings } from '../domain/settings.ts'

/**
 * Fails:  400 `could-not-create-venue`, `could-not-create-organizer`, in quirks mode. What was made before an organizer stays.
 * Source: D7; observed 8.
 */
export function refuseForm(kind: 'venue' | 'organizer', given: Given, settings: Pick<Settings, 'mode'>): void {
  if (isStumblingBlock[kind](given[kind]) && has(settings, 'links_take_few_forms')) throw new Refusal(`could-not-create-${kind}`, { keeps: kind === 'organizer' })
}

const isStumblingBlock = {
  venue: (sent: unknown) => isSeveral(sent) || (Array.isArray(sent) && sent.length > 0),
  organizer: (sent: unknown) => isSeveral(sent) || (isObject(sent) && 'organizer' in sent && !('id' in sent)),
} as const

function isSeveral(value: unknown): boolean {
  return typeof value === 'string' && value.includes(',')
}
