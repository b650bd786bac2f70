// Single records that may be gone by now.
import type { Exchange } from '../base/exchange.ts'
import { Failure } from '../base/failure.ts'
import type { JsonObject } from '../base/json.ts'
import { recordOf } from '../client/answer.ts'
import { call } from '../client/call.ts'
import type { Plural } from '../spec/model.ts'

/** Undefined where it is deleted, also where it lies in the trash. */
export async function recordIfThere(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  const record = await recordOrTrash(exchange, kind, id)
  return record?.status === 'trash' ? undefined : record
}

export function recordOrTrash(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  return unlessGone(() => call(exchange, `${kind}.get`, { id }, kind === 'events' ? { query: { context: 'edit' } } : {}))
}

export function eventBySlug(exchange: Exchange, slug: string): Promise<JsonObject | undefined> {
  return unlessGone(() => call(exchange, 'events.get-by-slug', { slug }))
}

async function unlessGone(get: () => ReturnType<typeof call>): Promise<JsonObject | undefined> {
  try {
    return recordOf(await get())
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}
