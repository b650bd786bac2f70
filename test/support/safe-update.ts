// An update as a run executes it, with the fields that the service stored differently or changed too.
import type { Exchange } from '../../src/base/exchange.ts'
import type { JsonObject } from '../../src/base/json.ts'
import { withRetry } from '../../src/client/transport/retry.ts'
import { executeWrite } from '../../src/bulk/execute/execute-write.ts'
import { CreateClaims } from '../../src/bulk/matching/create-claims.ts'
import { Throttle } from '../../src/bulk/execute/throttle.ts'
import { visibleMismatchesOf, withStoredCost, withWrittenCost } from '../../src/client/update/verify-write.ts'
import { unexpectedChangesOf } from '../../src/client/update/update.ts'
import type { Plural } from '../../src/spec/model.ts'
import type { Values } from '../../src/spec/read.ts'
import { stillClock } from './clock.ts'

/** What a write of a single record needs. */
export function writeDeps(exchange: Exchange) {
  const clock = stillClock()
  const creates = new CreateClaims({ known_id_max: () => 0 })
  return {
    exchange,
    reading: withRetry(exchange, clock),
    clock,
    throttle: new Throttle({ concurrency: 1, clock }),
    creates,
    single: true,
    shows_records: true,
  }
}

export async function updateSafely(exchange: Exchange, kind: Plural, before: JsonObject, changes: Values) {
  const { record } = await executeWrite(
    {
      ...{ kind, n: 0, id: Number(before.id), key: '', title: '', action: 'update' },
      before: await withStoredCost(exchange, kind, before),
      changes: Object.entries(changes).map(([field, after]) => ({ field, before: undefined, after })),
    },
    writeDeps(exchange),
  )
  return {
    record,
    unexpected_changes: unexpectedChangesOf(kind, { before, after: record, changes }),
    mismatches: visibleMismatchesOf(kind, changes, await withWrittenCost(exchange, kind, changes, record)),
  }
}
