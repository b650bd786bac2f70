// What a service made of many writes: each field it kept otherwise is told once, by the first record and how many more.
import type { Result } from '../../bulk/carry-out.ts'
import { type Unkept, unkeptOf } from '../../client/kept.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import type { Session } from '../session.ts'
import { unkeptText } from '../warnings.ts'

interface Seen {
  readonly id: string
  readonly first: Unkept
  more: number
}

export class UnkeptFields {
  readonly #fields = new Map<string, Seen>()

  see(result: Result): void {
    if (result.done !== 'created' && result.done !== 'updated') return
    const { step, record } = result
    const asked = step.action === 'create' ? step.values : step.action === 'update' ? changedTo(step.changes) : {}
    for (const unkept of unkeptOf(step.kind, asked, record)) this.#add(step.kind, String(record.id), unkept)
  }

  async tell({ note }: Pick<Session, 'note'>): Promise<void> {
    for (const { id, first, more } of this.#fields.values()) {
      const { en, de } = unkeptText(first.field, id, first)
      await note(more === 0 ? { en, de } : { en: `${en}; so with ${more} more`, de: `${de}; ebenso bei ${more} weiteren` })
    }
  }

  #add(kind: Plural, id: string, unkept: Unkept): void {
    const seen = this.#fields.get(`${kind}.${unkept.field}`)
    if (seen) seen.more++
    else this.#fields.set(`${kind}.${unkept.field}`, { id, first: unkept, more: 0 })
  }
}

function changedTo(changes: readonly { readonly field: string; readonly after: unknown }[]): Values {
  return Object.fromEntries(changes.map(({ field, after }) => [field, after]))
}
