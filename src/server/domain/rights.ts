// The rights of each role.
import { quirk } from '../quirks/quirks.ts'
import { type Post, type Role, roles } from './records.ts'
import type { Caller, ServiceSettings } from './settings.ts'

function isAtLeast(caller: Caller | undefined, role: Role): boolean {
  return caller !== undefined && roles.indexOf(caller.role) <= roles.indexOf(role)
}

/** The general right to create and edit records, and to list unpublished ones. */
export function mayWrite(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'contributor')
}

/** The right to publish records, and to set images by URL. Source: interface 13. */
export function mayPublish(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'author')
}

/** The right to edit the records of others, and to store any markup, including scripts. */
export function mayEditAll(caller: Caller | undefined): boolean {
  return isAtLeast(caller, 'editor')
}

/** Whether the caller may edit the record. Authors and contributors may edit their own records only. */
function mayEdit(caller: Caller | undefined, { author }: Pick<Post, 'author'>): boolean {
  return mayEditAll(caller) || (mayWrite(caller) && caller?.id === author)
}

/** As `mayEdit`; since 6.17 contributors may not change their published records. Source: interface 15. */
export function mayChange(
  caller: Caller | undefined,
  post: Pick<Post, 'author' | 'status'>,
  settings: Pick<ServiceSettings, 'mode'>,
): boolean {
  if (quirk(settings, 'contributors_cannot_change_published') && needsRightToPublish(caller, post)) return false
  return mayEdit(caller, post)
}

/** Whether the caller reads a protected record without its password. Source: interface Q30, 16.2. */
export function mayUnlock(
  caller: Caller | undefined,
  post: Pick<Post, 'author' | 'status'>,
  settings: Pick<ServiceSettings, 'mode'>,
): boolean {
  if (quirk(settings, 'contributors_need_passwords_of_published') && needsRightToPublish(caller, post)) return false
  return mayEdit(caller, post)
}

/** Whether the record is published and the caller may not publish. */
function needsRightToPublish(caller: Caller | undefined, { status }: Pick<Post, 'status'>): boolean {
  return (status === 'publish' || status === 'future') && !mayPublish(caller)
}

/**
 * Whether the caller may read the record, regardless of its password: unpublished ones only their author and editors.
 */
export function mayRead(caller: Caller | undefined, record: Pick<Post, 'author' | 'status'>): boolean {
  return record.status === 'publish' || caller?.id === record.author || mayEditAll(caller)
}
