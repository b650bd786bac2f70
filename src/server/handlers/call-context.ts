// What the domain is told of a call: who asks, when, in which language, of which service.
import type { WriteContext } from '../domain/write-context.ts'
import type { Call } from './handler.ts'

export function contextOf({ caller, service, language }: Pick<Call, 'caller' | 'service' | 'language'>): WriteContext {
  return { settings: service.settings, now: service.now(), caller, language }
}
