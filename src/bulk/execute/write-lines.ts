// The journal lines before and after a write.
import type { JsonObject } from '../../base/json.ts'
import { isBlank } from '../../client/api/protected-records.ts'
import { sendableOf } from '../../client/update/sendable.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Dependents, WriteBegin, WriteEnd } from '../journal/journal.ts'
import { compact, identityOf, recordSummaryOf } from '../journal/record-summary.ts'
import { lookupFieldsOf } from '../matching/lookup.ts'
import type { WriteStep } from '../plan/plan.ts'

interface BeginOptions {
  /** Time in milliseconds. */
  readonly at: number
  readonly dependents?: Dependents | undefined
}

/** The line before a write. `dependents` are those of a term that is deleted. */
export function beginLineOf(step: WriteStep, { at, dependents }: BeginOptions): WriteBegin {
  const source_id = step.entry?.source_id
  const named = {
    begin: step.n,
    action: step.action,
    kind: step.kind,
    key: step.key,
    at,
    ...(source_id === undefined ? {} : { source_id }),
  } as const
  switch (step.action) {
    case 'create': {
      const find = lookupFieldsOf(step.kind, step.values)
      const sent = compact(Object.fromEntries(Object.entries(step.values).filter(([field]) => !(field in find))))
      return {
        ...named,
        find,
        ...(Object.keys(sent).length === 0 ? {} : { sent }),
        ...(step.replaces === undefined ? {} : { replaces: step.replaces }),
      }
    }
    case 'update': {
      const fields = step.changes.map(({ field }) => field)
      const sent = Object.fromEntries(step.changes.map(({ field, after }) => [field, after]))
      return {
        ...named,
        id: step.id,
        before: sendableFieldsOf(step.kind, step.before, fields),
        sent: compact(sent),
        is: identityOf(step.kind, { ...step.before, ...sent }),
      }
    }
    case 'delete':
      return {
        ...named,
        id: step.id,
        before: { ...sendableOf(step.kind, step.before), slug: step.before.slug },
        ...(dependents ? { dependents } : {}),
      }
  }
}

/** The record after the write, for the line after it. */
export function afterOf(step: WriteStep, record: JsonObject): Pick<WriteEnd, 'after'> {
  if (isBlank(step.kind, record)) return {}
  // A record restored from the trash counts as created: an undo moves it back to the trash.
  if (step.action === 'create' || (step.action === 'update' && step.before.status === 'trash'))
    return { after: recordSummaryOf(step.kind, record) }
  if (step.action === 'delete') return {}
  const fields = step.changes.map(({ field }) => field)
  return { after: sendableFieldsOf(step.kind, record, fields) }
}

/** Some fields of a record, in the form of a request. */
function sendableFieldsOf(kind: Plural, record: JsonObject, fields: readonly string[]): Values {
  const present = sendableOf(kind, record)
  return Object.fromEntries(fields.map((field) => [field, present[field] ?? '']))
}
