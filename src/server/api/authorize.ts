// The rights a request needs, and the `Allow` header.
import type { Operation } from '../../spec/operations.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Post } from '../domain/records.ts'
import { ApiError } from '../domain/api-error.ts'
import { mayChange, mayEditAll, mayPublish, mayWrite } from '../domain/rights.ts'
import type { Caller, ServiceSettings } from '../domain/settings.ts'
import type { Route } from '../route.ts'

interface AccessRequest {
  readonly caller: Caller | undefined
  /** The event, venue or organizer of the path; undefined for terms and paths without a record. */
  readonly post: Pick<Post, 'author' | 'status'> | undefined
  readonly settings: ServiceSettings
}

/** The header `Allow` of a route: the methods that the caller may use. */
export function allowOf(route: Route, request: AccessRequest): string {
  return route.operations
    .filter((operation) => mayExecute(operation, request))
    .flatMap(({ methods }) => methods)
    .join(', ')
}

/**
 * Throws unless the caller may execute the operation. Errors: `rest_forbidden`, 401 for visitors and 403 for users; 403
 * `rest_read_only`.
 */
export function requireRight(operation: Operation, request: AccessRequest): void {
  if (mayExecute(operation, request)) return
  if (request.settings.read_only) throw new ApiError('rest_read_only')
  throw new ApiError('rest_forbidden', request.caller ? {} : { status: 401 })
}

function mayExecute(operation: Operation, { caller, post, settings }: AccessRequest): boolean {
  const { verb, resource } = operation
  if (verb === undefined || verb === 'list' || verb === 'get') return true
  if (settings.read_only) return false
  if (resource === 'categories' || resource === 'tags') return mayWriteTerms(resource, caller, settings)
  return post === undefined || isGeneric(operation, settings) ? mayWrite(caller) : mayChange(caller, post, settings)
}

/** Whether the general right is enough, regardless of the author. Source: interface Q26, 15. */
function isGeneric({ path_parameters }: Operation, settings: ServiceSettings): boolean {
  return (
    quirk(settings, 'rights_ignore_author') ||
    (path_parameters.slug !== undefined && quirk(settings, 'rights_by_slug_ignore_author'))
  )
}

/** Whether the caller may write categories or tags. Source: interface 13, 15. */
function mayWriteTerms(
  resource: 'categories' | 'tags',
  caller: Caller | undefined,
  settings: ServiceSettings,
): boolean {
  if (!quirk(settings, 'terms_need_author_or_editor')) return mayWrite(caller)
  return resource === 'tags' ? mayEditAll(caller) : mayPublish(caller)
}
