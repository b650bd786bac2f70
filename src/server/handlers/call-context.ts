// What the domain is told of a call: who asks, when, in which language, of which service.
import type { WriteContext } from '../domain/write-context.ts'
import type { Call } from './handler.ts'

export function contextOf({ caller, world, language }: Pick<Call, 'caller' | 'world' | 'language'>): WriteContext {
  return { settings: world.settings, now: world.now(), caller, language }
}
