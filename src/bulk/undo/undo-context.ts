// The context that all steps of an undo share: options, recreated terms, and errors.
import type { Exchange } from '../../base/exchange.ts'
import { t } from '../../base/text/language.ts'
import type { CalendarIdentity } from '../../client/address/calendar-identity.ts'
import { counted } from '../../spec/derived-names.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { InputError } from '../input/entry.ts'
import type { InterruptedCreates } from '../matching/interrupted-creates.ts'
import type { KeptValues } from '../plan/kept-values.ts'
import { idsOf } from '../plan/record-usage.ts'

export interface UndoOptions {
  readonly exchange: Exchange
  readonly state_dir: string
  readonly run: string
  readonly calendar: CalendarIdentity
  /** Whether to undo records that were edited since or are in use. */
  readonly force: boolean
}

/** Shared by all steps of an undo. */
export interface UndoContext extends UndoOptions {
  readonly recreated: RecreatedTerms
  readonly interrupted: InterruptedCreates
  /** The highest id of a kind before the run, as far as its journal says. */
  readonly known_id_max: (record: { readonly kind: Plural }) => number
  readonly kept: KeptValues
  /** The number of the next step. */
  next(): number
}

/** The terms that were created again for deleted ones. */
export class RecreatedTerms {
  readonly #ids: Map<string, number>

  /** Terms that earlier undos created: `tags 5` → 9. */
  constructor(earlier: ReadonlyMap<string, number>) {
    this.#ids = new Map(earlier)
  }

  set(kind: Plural, old: number, id: number): void {
    this.#ids.set(`${kind} ${old}`, id)
  }

  /** The id itself if it was never deleted; a term may have been created again more than once. */
  of(kind: Plural, id: number): number {
    const seen = new Set([id])
    let last = id
    for (
      let next = this.#ids.get(`${kind} ${id}`);
      next !== undefined && !seen.has(next);
      next = this.#ids.get(`${kind} ${next}`)
    ) {
      seen.add(next)
      last = next
    }
    return last
  }

  has(kind: Plural, old: number): boolean {
    return this.#ids.has(`${kind} ${old}`)
  }

  /** The values with the ids of new terms in place of deleted ones. */
  replaceIn(kind: Plural, values: Values): Values {
    return Object.fromEntries(
      Object.entries(values).map(([field, value]) => {
        if (kind === 'events' && (field === 'categories' || field === 'tags'))
          return [field, idsOf(value).map((id) => this.of(field, id))]
        return [field, kind === 'categories' && field === 'parent' ? this.of(kind, Number(value) || 0) : value]
      }),
    )
  }
}

export function changedSince(fields: readonly string[]): InputError {
  const list = fields.join(', ')
  return { text: t('changed since the run: {list}', { list }), by_force: true }
}

export function notCleared(fields: readonly string[]): InputError {
  const list = fields.join(', ')
  return {
    text: t('not cleared, because the service does not support it: {list}', { list }),
  }
}

export function inUse(kind: Plural, ids: readonly number[]): InputError {
  const list = `${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ', …' : ''}`
  return {
    text: t('in use by {resources}: {list}', {
      resources: (language) => counted(ids.length, resources[kind], language),
      list,
    }),
    by_force: true,
  }
}

export function uncertainCreateError(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: t('the run was interrupted while creating it; {title} {id} may not be its own', { title, id }),
    by_force: true,
  }
}

export function anotherRecord(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return {
    text: t('{title} {id} is now a different record, not the one that the run wrote', { title, id }),
  }
}

export function gone(kind: Plural, id: number): InputError {
  const { title } = resources[kind]
  return { text: t('{title} {id} no longer exists', { title, id }) }
}
