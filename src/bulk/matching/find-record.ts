// Single records that may be gone by now.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { getRecord } from '../../client/api/records.ts'
import { isInTrash } from '../../client/api/error-answer.ts'
import type { Plural } from '../../spec/model.ts'

/** Undefined where it is deleted, also where it lies in the trash. */
export async function findRecord(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  const record = await findRecordOrTrashed(exchange, kind, id)
  return record?.status === 'trash' ? undefined : record
}

/** Of a trashed event that no list shows there is only its id and status. */
export function findRecordOrTrashed(exchange: Exchange, kind: Plural, id: number): Promise<JsonObject | undefined> {
  return unlessGone(async () => {
    try {
      return await getRecord(
        exchange,
        kind,
        { kind: 'id', id },
        kind === 'events' ? { query: { context: 'edit' } } : {},
      )
    } catch (error) {
      if (isInTrash(error)) return { id, status: 'trash' }
      throw error
    }
  })
}

async function unlessGone(get: () => Promise<JsonObject>): Promise<JsonObject | undefined> {
  try {
    return await get()
  } catch (error) {
    if (error instanceof CalError && error.code === 'not_found') return undefined
    throw error
  }
}
