// The events that an undo deletes are read in pages, before it decides about each of them.
import { CalError } from '../../base/errors.ts'
import type { Exchange } from '../../base/exchange.ts'
import type { JsonObject } from '../../base/json.ts'
import { per_page_max } from '../../client/api/pages.ts'
import type { RunWrite } from '../journal/read-journal.ts'
import { allRecords } from '../matching/remote-index.ts'

export interface ReadWrite {
  readonly write: RunWrite
  /** The record that the write created, as a list showed it; undefined if it must be read by itself. */
  readonly listed: JsonObject | undefined
}

/** The writes in the same order, each with its record if it is an event that was created. */
export async function* withListed(writes: AsyncIterable<RunWrite>, exchange: Exchange): AsyncIterable<ReadWrite> {
  let part: RunWrite[] = []
  for await (const write of writes) {
    part.push(write)
    if (part.length < per_page_max) continue
    yield* withPage(part, exchange)
    part = []
  }
  yield* withPage(part, exchange)
}

async function* withPage(part: readonly RunWrite[], exchange: Exchange): AsyncIterable<ReadWrite> {
  const listed = await listedOf(part.flatMap(createdEvent), exchange)
  for (const write of part) {
    const [id] = createdEvent(write)
    yield { write, listed: id === undefined ? undefined : listed.get(id) }
  }
}

function createdEvent({ begin: { action, kind }, end }: RunWrite): readonly number[] {
  return action === 'create' && kind === 'events' && end?.id !== undefined ? [end.id] : []
}

/** A service that refuses the list can still show each event. */
async function listedOf(ids: readonly number[], exchange: Exchange): Promise<ReadonlyMap<number, JsonObject>> {
  const listed = new Map<number, JsonObject>()
  if (ids.length < 2) return listed
  try {
    for await (const record of allRecords(exchange, 'events', { include: ids })) listed.set(Number(record.id), record)
  } catch (error) {
    if (!(error instanceof CalError) || error.remote === undefined) throw error
    listed.clear()
  }
  return listed
}
