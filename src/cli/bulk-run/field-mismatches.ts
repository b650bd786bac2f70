// What a service made of many writes: each field it kept otherwise is told once, by the first record and how many more.
import type { Json } from '../../base/json.ts'
import type { PlanResult } from '../../bulk/execute/execute-plan.ts'
import type { Text } from '../../base/text/language.ts'
import { visibleMismatchesOf } from '../../client/update/verify-write.ts'
import { rewrittenFieldsOf } from '../../client/update/update.ts'
import type { Values } from '../../spec/read.ts'
import type { Session } from '../core/session.ts'
import { mismatchText, rewrittenText } from '../output/warnings.ts'

interface Seen {
  readonly first: Text
  more: number
}

export class FieldMismatches {
  readonly #seen = new Map<string, Seen>()

  see(result: PlanResult): void {
    if (result.done !== 'created' && result.done !== 'updated') return
    const { step, record } = result
    const [kind, id] = [step.kind, String(record.id)]
    const asked = step.action === 'create' ? step.values : step.action === 'update' ? changedTo(step.changes) : {}
    const rewritten = step.action === 'update' ? rewrittenFieldsOf(kind, step.before, asked) : []
    for (const one of rewritten) this.#add(`${kind}.${one.field} sent`, rewrittenText(id, one))
    for (const unkept of visibleMismatchesOf(kind, asked, record))
      this.#add(`${kind}.${unkept.field}`, mismatchText(unkept.field, id, unkept))
  }

  async tell({ note }: Pick<Session, 'note'>): Promise<void> {
    for (const {
      first: { en, de },
      more,
    } of this.#seen.values()) {
      await note(
        more === 0 ? { en, de } : { en: `${en}; so with ${more} more`, de: `${de}; ebenso bei ${more} weiteren` },
      )
    }
  }

  #add(key: string, text: Text): void {
    const seen = this.#seen.get(key)
    if (seen) seen.more++
    else this.#seen.set(key, { first: text, more: 0 })
  }
}

function changedTo(changes: readonly { readonly field: string; readonly after: Json | undefined }[]): Values {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]))
}
