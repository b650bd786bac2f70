// One record by its id or slug.
import { quirk } from '../quirks/quirks.ts'
import type { EventRecord } from '../domain/records.ts'
import { ApiError } from '../domain/api-error.ts'
import { mayRead } from '../domain/rights.ts'
import { type HandlerAnswer, type Call, type Handler, targetRecord, targetTerm } from './handler.ts'
import { shownPost, shownTerm, isConcealed } from './show.ts'

/**
 * Errors: 403 for records the caller may not read, trashed ones, and without the password.
 * Source: interface Q25, Q30, 15.
 */
export const getEvent: Handler = async (call) => {
  const event = targetRecord('event', call)
  if (event.status === 'trash' && quirk(call.service.settings, 'trashed_events_are_unavailable'))
    throw new ApiError('event-no-longer-available')
  if (!mayRead(call.caller, event)) throw new ApiError(refusalOf(event, call))
  if (isConcealed('event', event, call)) throw new ApiError('event-password-protected')
  return { status: 200, body: await shownPost('event', event, call, 'single') }
}

function refusalOf(
  { status }: EventRecord,
  { service: { settings } }: Call,
): 'event-no-longer-available' | 'event-not-accessible' {
  return status === 'trash' && !quirk(settings, 'trashed_events_are_inaccessible')
    ? 'event-no-longer-available'
    : 'event-not-accessible'
}

export const getVenue: Handler = (call) => getPlace('venue', call)
export const getOrganizer: Handler = (call) => getPlace('organizer', call)

async function getPlace(kind: 'venue' | 'organizer', call: Call): Promise<HandlerAnswer> {
  const record = targetRecord(kind, call)
  if (!mayRead(call.caller, record)) throw new ApiError(`${kind}-not-accessible`)
  return { status: 200, body: await shownPost(kind, record, call, 'single') }
}

export const getTerm: Handler = async (call) => ({
  status: 200,
  body: await shownTerm(targetTerm(call), call.service, 'single'),
})
