// Finds the events that a password protects although the caller reads them without it. Services in standard mode do not
// mark them in answers to editors, so each published event is compared with what visitors see.
import { CalError, type ErrorCode } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { type Text, warningText } from '../../base/text/language.ts'
import { call, isDeployed, recordOf } from '../../client/api/call.ts'
import { getPage } from '../../client/api/pages.ts'
import { isHiddenByPassword } from '../../spec/resources.ts'
import { handled, per_page_max } from '../../spec/lists.ts'

interface ProtectionOptions {
  /** An exchange without the caller's rights. */
  readonly visitors: Exchange
  /** The ids of protected events that are known; others are added before they are yielded. */
  readonly unlocked: Set<number>
  /** Called once, after the last event, if visitors cannot read the service. */
  readonly onUnchecked: () => void
}

export const unchecked_text: Text = warningText(
  'visitors cannot read this calendar, so it is unknown which events are protected by a password',
)

/** Pages of events that are compared at the same time. */
const ahead_max = 7

/** The same events in the same order. */
export async function* withProtection(
  exchange: Exchange,
  events: AsyncIterable<JsonObject>,
  { visitors, unlocked, onUnchecked }: ProtectionOptions,
): AsyncIterable<JsonObject> {
  let isClosed = false
  const checked = async (page: readonly JsonObject[]) => {
    const unclear = page.filter(
      (event) => isVisible(event) && !isHiddenByPassword('events', event) && !unlocked.has(Number(event.id)),
    )
    if (unclear.length === 0 || isClosed) return page
    // Deployed services empty a protected event in every list.
    if (await isDeployed(exchange)) return page
    const found = await protectedAmong(unclear, visitors)
    if (found === undefined) isClosed = true
    for (const { id } of found ?? []) unlocked.add(Number(id))
    return page
  }
  const pending: Promise<readonly JsonObject[]>[] = []
  for await (const page of pagesOf(events)) {
    pending.push(handled(checked(page)))
    if (pending.length > ahead_max) yield* (await pending.shift()) ?? []
  }
  for (const page of pending) yield* await page
  if (isClosed) onUnchecked()
}

function isVisible({ status = 'publish' }: JsonObject): boolean {
  return status === 'publish'
}

async function* pagesOf(events: AsyncIterable<JsonObject>): AsyncIterable<readonly JsonObject[]> {
  let page: JsonObject[] = []
  for await (const event of events) {
    page.push(event)
    if (page.length < per_page_max) continue
    yield page
    page = []
  }
  if (page.length > 0) yield page
}

/** The context of visitors: without one, protected events would be read again in the edit context. */
const as_shown = { context: 'view' }

/** Those of at most 50 published events that a password protects; undefined if visitors cannot read the service. */
async function protectedAmong(
  events: readonly JsonObject[],
  visitors: Exchange,
): Promise<readonly JsonObject[] | undefined> {
  try {
    const { records } = await getPage(visitors, {
      plural: 'events',
      query: { include: events.map(({ id }) => Number(id)), per_page: per_page_max },
      extra: as_shown,
    })
    const shown = new Map(records.map((record) => [Number(record.id), isHiddenByPassword('events', record)]))
    const locked = await Promise.all(events.map(({ id }) => shown.get(Number(id)) ?? isLocked(Number(id), visitors)))
    return events.filter((_, n) => locked[n])
  } catch (error) {
    if (isClosedTo(error)) return undefined
    throw error
  }
}

/** Lists for visitors omit events that are hidden from lists. */
async function isLocked(id: number, visitors: Exchange): Promise<boolean> {
  try {
    return isHiddenByPassword('events', recordOf(await call(visitors, 'events.get', { id }, { query: as_shown })))
  } catch (error) {
    if (error instanceof CalError && error.remote?.code === 'event-password-protected') return true
    // Deleted, or no longer published.
    if (error instanceof CalError && (error.code === 'not_found' || error.remote?.code?.startsWith('event-')))
      return false
    throw error
  }
}

const closed_codes: readonly ErrorCode[] = ['not_allowed', 'not_found', 'refused', 'server_failed', 'unreachable']

function isClosedTo(error: unknown): boolean {
  return error instanceof CalError && closed_codes.includes(error.code)
}
