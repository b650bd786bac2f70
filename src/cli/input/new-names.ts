// `--create-missing`: the records to create for unknown names, before the events that refer to them.
import { isList, itemsOf, type Json } from '../../base/json.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Create } from '../../bulk/plan/plan.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import { isName, namedKind } from '../arguments/name-fields.ts'
import type { Session } from '../core/session.ts'
import { withIds } from './names.ts'

/** The ids of new records, by kind and name. */
export type NewIds = ReadonlyMap<string, Json>

export const no_ids: NewIds = new Map()

/** A step for each name that remains in the values; only with `--create-missing` do any remain. */
export function missingIn(plural: Plural, values: readonly Values[], since: number): readonly Create[] {
  const found = new Map<string, Create>()
  const add = (kind: Plural, title: string) => {
    const key = keyOf(kind, title)
    if (found.has(key)) return title
    const named = { kind, n: -1 - found.size, key, title, since }
    found.set(key, { ...named, action: 'create', values: { [resources[kind].name]: title } })
    return title
  }
  for (const one of values) eachName(plural, one, add)
  return [...found.values()]
}

/** The values with the ids of new records instead of their names. */
export function withNewIds(plural: Plural, values: Values, ids: NewIds): Values {
  return ids.size === 0 ? values : eachName(plural, values, (kind, name) => ids.get(keyOf(kind, name)) ?? name)
}

function keyOf(kind: Plural, name: string): string {
  return `${kind}:${foldedName(name)}`
}

function eachName(plural: Plural, values: Values, replaced: (kind: Plural, name: string) => Json): Values {
  const parameters: Parameters = resources[plural].fields
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const kind = field === 'parent' ? undefined : namedKind(field, parameters)
      if (kind === undefined) return [field, value]
      const one = (item: Json) => (isName(item) || isDigits(item) ? replaced(kind, item) : item)
      const items = [...new Set(itemsOf(value).map(one))]
      return [field, isList(value) ? items : items[0]]
    }),
  )
}

/** Whether a name consists of digits; ids are numbers. */
function isDigits(item: Json | undefined): item is string {
  return typeof item === 'string' && /^\d+$/.test(item) && Number(item) !== 0
}

/** The id of a term that an event has created. */
export async function foundId(name: string, kind: Plural, { open }: Session): Promise<Json> {
  const field = kind === 'tags' ? 'tags' : 'categories'
  const { exchange } = await open()
  const { [field]: id } = await withIds({ [field]: name }, resources.events.fields, {
    exchange,
    unknown: 'keep',
    writes: false,
    found: new Map(),
  })
  return id ?? name
}
