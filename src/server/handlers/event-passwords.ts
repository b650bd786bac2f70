// Checks the passwords of protected events, and of places where deployed services have them.
import type { EventRecord, Post, PostKind } from '../domain/records.ts'
import { mayUnlock } from '../domain/rights.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import { quirk } from '../quirks/quirks.ts'
import type { ShowContext } from './handler.ts'

/** Whether a password protects the record. */
export function isProtected(kind: PostKind, { password }: Pick<Post, 'password'>, settings: ServiceSettings): boolean {
  return password !== '' && havePasswords(kind, settings)
}

/** Whether the caller sees the record without what its password protects. Source: interface Q18, Q30, 15, 16.2. */
export function isConcealed(kind: PostKind, post: Post, { caller, given, settings }: ShowContext): boolean {
  if (!isProtected(kind, post, settings) || given.password === post.password) return false
  return (
    !mayUnlock(caller, post, settings) || (quirk(settings, 'passwords_apply_to_editors') && given.context !== 'edit')
  )
}

/**
 * The request without its password if that would be tried on several events of a list: one attempt tries one event.
 * Source: interface Q44.
 */
export function withPasswordOfOne(events: readonly EventRecord[], call: ShowContext): ShowContext {
  const { password, ...given } = call.given
  if (password === undefined || quirk(call.settings, 'passwords_unlock_lists')) return call
  const without = { ...call, given }
  return events.filter((event) => isConcealed('event', event, without)).length > 1 ? without : call
}

/** Whether records of this kind can have a password. */
export function havePasswords(kind: PostKind, settings: ServiceSettings): boolean {
  return kind === 'event' || quirk(settings, 'places_have_passwords')
}
