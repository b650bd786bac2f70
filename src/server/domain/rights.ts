// What each role may do with records, and who may read what is not public.
import { quirk } from '../quirks/quirks.ts'
import type { Post, Role } from './records.ts'
import type { Caller, ServiceSettings } from './settings.ts'

const ranks: Readonly<Record<Role, number>> = { subscriber: 0, contributor: 1, author: 2, editor: 3, administrator: 4 }

function isAtLeast(caller: Caller | undefined, role: Role): boolean {
  return caller !== undefined && ranks[caller.role] >= ranks[role]
}

/** The generic right to create and edit; it also shows the unpublished in lists. */
export function mayWrite(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'contributor')
}

export function mayPublish(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'author')
}

/** Pictures by their address. Source: deployed 8. */
export function mayUpload(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'author')
}

/** Markup of any kind, scripts included. Source: observed 5, Text. */
export function mayUseAnyMarkup(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'editor')
}

/** Other people's records, too. */
export function mayEditAll(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'editor')
}

/** Authors and contributors edit their own records only. */
function mayEdit(caller: Caller | undefined, { author }: Pick<Post, 'author'>): boolean {
  return mayEditAll(caller) || (mayWrite(caller) && caller?.id === author)
}

/** As above; the newest release keeps contributors from what of theirs is published. Source: D-550. */
export function mayChange(
  caller: Caller | undefined,
  post: Pick<Post, 'author' | 'status'>,
  settings: Pick<ServiceSettings, 'mode'>,
): boolean {
  return mayEdit(caller, post) && !(quirk(settings, 'contributors_cannot_change_published') && isBeyond(caller, post))
}

/** Whether the caller reads a protected record without its password. Source: D30, D-590. */
export function mayUnlock(
  caller: Caller | undefined,
  post: Pick<Post, 'author' | 'status'>,
  settings: Pick<ServiceSettings, 'mode'>,
): boolean {
  return (
    mayEdit(caller, post) && !(quirk(settings, 'contributors_need_passwords_of_published') && isBeyond(caller, post))
  )
}

/** Published, for a caller who may not publish. */
function isBeyond(caller: Caller | undefined, { status }: Pick<Post, 'status'>): boolean {
  return (status === 'publish' || status === 'future') && !mayPublish(caller)
}

/**
 * Published records are for everybody, others for their author, whatever the role, and for editors; passwords are a
 * separate question. Source: D-590.
 */
export function mayRead(caller: Caller | undefined, record: Pick<Post, 'author' | 'status'>): boolean {
  return record.status === 'publish' || caller?.id === record.author || mayEditAll(caller)
}
