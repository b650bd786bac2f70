// What the domain is told of a call: who asks, when, in which language, of which service.
import type { Writing } from '../domain/write-context.ts'
import type { Call } from './handler.ts'

export function askingOf({ caller, world, language }: Pick<Call, 'caller' | 'world' | 'language'>): Writing {
  return { settings: world.settings, now: world.now(), caller, language }
}
