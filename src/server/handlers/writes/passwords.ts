// Passwords of records: who sets them, and from whom they keep a record.
import { quirk } from '../../quirks/quirks.ts'
import type { Post, PostKind } from '../../domain/records.ts'
import { mayUnlock } from '../../domain/rights.ts'
import type { ServiceSettings } from '../../domain/settings.ts'
import type { Call } from '../handler.ts'

/**
 * Counts in the body of a write of this kind without a slug in its path; in the query it is the key to a protected
 * record. Source: D18, D-550.
 */
export function passwordOf(
  kind: PostKind,
  { operation: { resource, place }, body: { password }, service: { settings } }: Call,
): string | undefined {
  const counts = resource === `${kind}s` && place.slug === undefined && havePasswords(kind, settings)
  return counts && typeof password === 'string' ? password : undefined
}

/** Whether a record is for those with its password. */
export function isProtected(kind: PostKind, { password }: Pick<Post, 'password'>, settings: ServiceSettings): boolean {
  return password !== '' && havePasswords(kind, settings)
}

/** Whether its password keeps a record from the caller. Source: D18, D30, D-550, D-590. */
export function isConcealed(
  kind: PostKind,
  post: Post,
  { caller, given, service: { settings } }: Pick<Call, 'caller' | 'given' | 'service'>,
): boolean {
  if (!isProtected(kind, post, settings) || given.password === post.password) return false
  return (
    !mayUnlock(caller, post, settings) || (quirk(settings, 'passwords_apply_to_editors') && given.context !== 'edit')
  )
}

function havePasswords(kind: PostKind, settings: ServiceSettings): boolean {
  return kind === 'event' || quirk(settings, 'places_have_passwords')
}
