// What the domain is told of a call: who asks, when, of which service.
import type { Asking } from '../domain/selection-of.ts'
import type { Call } from './handler.ts'

export function askingOf({ caller, world }: Pick<Call, 'caller' | 'world'>): Asking {
  return { settings: world.settings, now: world.now(), caller }
}
