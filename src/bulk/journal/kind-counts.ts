// Numbers of records, by what is done with them and by kind.
import { getOrInsert, keysOf } from '../../base/collections.ts'
import type { Language, Text } from '../../base/text/language.ts'
import { counted } from '../../spec/derived-names.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'

export class KindCounts<Action extends string> {
  readonly #by_action = new Map<Action, Map<Plural, number>>()

  add(action: Action, kind: Plural, count = 1): void {
    const kinds = getOrInsert(this.#by_action, action, () => new Map<Plural, number>())
    kinds.set(kind, (kinds.get(kind) ?? 0) + count)
  }

  /** The number of records of all kinds. */
  of(...actions: readonly Action[]): number {
    return actions
      .flatMap((action) => [...(this.#by_action.get(action)?.values() ?? [])])
      .reduce((sum, count) => sum + count, 0)
  }

  ofKind(action: Action, kind: Plural): number {
    return this.#by_action.get(action)?.get(kind) ?? 0
  }

  kindsOf(action: Action): readonly Plural[] {
    return keysOf(resources).filter((kind) => this.ofKind(action, kind) > 0)
  }

  /** `6 events, 5 venues`: events first. */
  records(action: Action, language: Language): string {
    return this.kindsOf(action)
      .map((kind) => counted(this.ofKind(action, kind), resources[kind], language))
      .join(', ')
  }

  /** `6 events, 5 venues created; 1 event failed`, with these words; empty without records. */
  text(words: Readonly<Record<Action, Text>>, language: Language): string {
    return keysOf(words)
      .filter((action) => this.of(action) > 0)
      .map((action) => `${this.records(action, language)} ${words[action][language]}`)
      .join('; ')
  }
}
