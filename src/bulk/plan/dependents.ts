// What a term takes with it when it is deleted, which no service gives back: events lose it, its children move up.
import type { Exchange } from '../../base/exchange.ts'
import { isObject, type Json } from '../../base/json.ts'
import type { Plural } from '../../spec/model.ts'
import { allRecords } from '../matching/remote-index.ts'
import type { Dependents } from '../journal/journal.ts'

export async function dependentsOf(
  exchange: Exchange,
  { kind, id }: { readonly kind: Plural; readonly id: number },
): Promise<Dependents> {
  const events: { id: number; terms: readonly number[] }[] = []
  for await (const event of allRecords(exchange, 'events', { [kind]: [id] })) {
    const terms = idsOf(event[kind])
    // Services list what carries a category below it as well.
    if (terms.includes(id)) events.push({ id: Number(event.id), terms })
  }
  const children: number[] = []
  if (kind === 'categories')
    for await (const child of allRecords(exchange, kind, { parent: id }))
      if (Number(child.parent) === id) children.push(Number(child.id))
  return { events, children }
}

/** Linked records, or ids as they are sent, as ids. */
export function idsOf(links: Json | undefined): readonly number[] {
  return [links]
    .flat()
    .flatMap((link: unknown) => (isObject(link) ? [Number(link.id)] : typeof link === 'number' ? [link] : []))
}
