// `GET wp/v2/tribe_events/ID?context=edit`: an event in the core interface of deployed services, the only place that
// shows the cost as it is stored.
import { ApiError } from '../domain/api-error.ts'
import { mayChange } from '../domain/rights.ts'
import type { Caller } from '../domain/settings.ts'
import type { HandlerAnswer, ServiceContext } from '../handlers/handler.ts'
import type { ParsedRequest } from '../api/request.ts'
import { sentCost } from '../../spec/cost.ts'
import { quirk } from './quirks.ts'

/**
 * Only the fields that a client of the calendar needs.
 * Errors: 404 without this interface, 401 or 403 without the right.
 */
export async function coreEventOf(
  { method, path, given, error }: ParsedRequest,
  caller: Caller | undefined,
  { store, settings }: Pick<ServiceContext, 'store' | 'settings'>,
): Promise<HandlerAnswer> {
  const [, type, id] = /^\/(\w+)\/(\d+)$/.exec(path) ?? []
  const isEvent = type === `${settings.address.vendor}_events` && quirk(settings, 'core_interface_shows_stored_costs')
  if (!isEvent || method !== 'GET') throw new ApiError('rest_no_route')
  if (error) throw error
  const event = await store.event.get(Number(id))
  if (!event) throw new ApiError('rest_no_route')
  if (given.context !== 'edit' || !mayChange(caller, event, settings))
    throw new ApiError('rest_forbidden', caller ? {} : { status: 401 })
  return { status: 200, body: { id: event.id, status: event.status, meta: { _EventCost: sentCost(event.cost) } } }
}
