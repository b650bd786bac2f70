// The records that the arguments of a command name, each read once.
import { CalError } from '../../../../base/errors.ts'
import type { Json, JsonObject } from '../../../../base/json.ts'
import { getRecord } from '../../../../client/api/records.ts'
import type { RecordTarget } from '../../../../client/api/target.ts'
import type { Plural } from '../../../../spec/model.ts'
import { targetsOf } from '../../../arguments/targets.ts'
import type { Session } from '../../../core/session.ts'

export interface TargetRecords {
  readonly records: readonly JsonObject[]
  /** The number of records that could not be read; each was reported. */
  readonly unread: number
}

type ReadTarget = (target: RecordTarget) => Promise<JsonObject>

/** Errors: those of a single target; for several targets each error is reported, and the others are read. */
export async function recordsOfTargets(
  plural: Plural,
  operands: readonly string[],
  session: Session,
  readTarget: ReadTarget = asEditor(plural, session),
): Promise<TargetRecords> {
  const targets = await targetsOf(operands, plural, session)
  const records = new Map<Json | undefined, JsonObject>()
  let unread = 0
  for (const { target } of targets) {
    try {
      const record = await readTarget(target)
      records.set(record.id, record)
    } catch (error) {
      if (!(error instanceof CalError) || targets.length === 1 || session.runtime.signal.aborted) throw error
      unread++
      await session.complain(error)
    }
  }
  return { records: [...records.values()], unread }
}

/** Deployed services show a protected event to an editor only in this context. */
export function asEditor(plural: Plural, session: Session): ReadTarget {
  return async (target) => {
    const { exchange } = await session.open()
    return getRecord(exchange, plural, target, plural === 'events' ? { query: { context: 'edit' } } : {})
  }
}
