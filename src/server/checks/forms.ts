// Forms of linked data that a deployed service takes for usable and then stumbles over.
import { isObject } from '../../base/json.ts'
import { has } from '../domain/modes.ts'
import { Refusal } from '../domain/refusal.ts'
import type { Question } from './check.ts'

/** Fails: 400 `could-not-create-venue`, `could-not-create-organizer`, in quirks mode. Source: D7; observed 8. */
export function refuseForms({ operation: { resource, verb }, given, world: { settings } }: Question): void {
  if (resource !== 'events' || (verb !== 'create' && verb !== 'update') || !has(settings, 'links_take_few_forms')) return
  const { venue, organizer } = given
  if (isSeveral(venue) || (Array.isArray(venue) && venue.length > 0)) throw new Refusal('could-not-create-venue')
  if (isSeveral(organizer) || (isObject(organizer) && 'organizer' in organizer && !('id' in organizer))) throw new Refusal('could-not-create-organizer')
}

function isSeveral(value: unknown): boolean {
  return typeof value === 'string' && value.includes(',')
}
