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
  /** The fields of the record that rights depend on; undefined for terms and paths without a record. */
  readonly post: Pick<Post, 'author' | 'status'> | undefined
  readonly settings: ServiceSettings
}

/** The methods of a route that the caller may use, as `GET, POST`. */
export function allowOf(route: Route, request: AccessRequest): string {
  return route.operations
    .filter((operation) => mayCarryOut(operation, request))
    .flatMap(({ methods }) => methods)
    .join(', ')
}

/** Errors: 401 `rest_forbidden` for visitors, 403 for users; 403 `rest_read_only`. */
export function requireRight(operation: Operation, request: AccessRequest): void {
  if (mayCarryOut(operation, request)) return
  if (request.settings.read_only) throw new ApiError('rest_read_only')
  throw new ApiError('rest_forbidden', request.caller ? {} : { status: 401 })
}

function mayCarryOut(operation: Operation, { caller, post, settings }: AccessRequest): boolean {
  const { verb, resource } = operation
  if (verb === undefined || verb === 'list' || verb === 'get') return true
  if (settings.read_only) return false
  if (resource === 'categories' || resource === 'tags') return mayWriteTerms(resource, caller, settings)
  return post === undefined || isGeneric(operation, settings) ? mayWrite(caller) : mayChange(caller, post, settings)
}

/** Whether the general right is enough, regardless of the author. Source: interface Q26, 15. */
function isGeneric({ place }: Operation, settings: ServiceSettings): boolean {
  return (
    quirk(settings, 'rights_ignore_author') ||
    (place.slug !== undefined && quirk(settings, 'rights_by_slug_ignore_author'))
  )
}

/** Source: interface 15. */
function mayWriteTerms(
  resource: 'categories' | 'tags',
  caller: Caller | undefined,
  settings: ServiceSettings,
): boolean {
  if (!quirk(settings, 'terms_need_author_or_editor')) return mayWrite(caller)
  return resource === 'tags' ? mayEditAll(caller) : mayPublish(caller)
}
