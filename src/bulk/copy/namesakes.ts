// Venues and organizers of one name: a deployed service holds one of them, and a second create overwrites it (Q6).
import type { Exchange } from '../../base/exchange.ts'
import { isObject, itemsOf, type Json } from '../../base/json.ts'
import { foldedName } from '../../base/text/undo-texturize.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { Entry } from '../input/entry.ts'
import { allRecords } from '../matching/remote-index.ts'
import { listsHideEvents } from '../matching/unlisted.ts'
import type { EarlierCopies } from './earlier-copies.ts'
import type { SourceCalendar } from './read-source.ts'

export interface NamesakeOptions {
  readonly target: Exchange
  readonly copies: EarlierCopies
}

/** A record that is not copied, and the one of its name to which its events are linked. */
export interface Namesake {
  readonly entry: Entry
  readonly instead: Entry
}

const fields = { venues: 'venue', organizers: 'organizer' } as const

/**
 * Without the places that a deployed target would store in one record with another one; their events get that one.
 * Those that the target has already, by id or slug, stay.
 */
export async function withoutNamesakes(
  { entries, places }: Pick<SourceCalendar, 'entries' | 'places'>,
  { target, copies }: NamesakeOptions,
): Promise<{ readonly entries: readonly Entry[]; readonly namesakes: readonly Namesake[] }> {
  const pairs = (['venues', 'organizers'] as const).flatMap((kind) => pairsIn(kind, places))
  if (pairs.length === 0 || !(await listsHideEvents(target))) return { entries, namesakes: [] }
  const slugs = new Set<string>()
  for (const kind of new Set(pairs.map(({ entry }) => entry.kind)))
    for await (const { slug } of allRecords(target, kind)) slugs.add(`${kind} ${slug}`)
  const namesakes = pairs.filter(
    ({ entry: { kind, source_id = 0, values } }) =>
      copies.idsOf(kind, [source_id]).length === 0 && !slugs.has(`${kind} ${values.slug}`),
  )
  const present = new Set(entries.map(nameOf))
  const instead = new Map(namesakes.map((one) => [nameOf(one.entry), one.instead]))
  const dropped = namesakes.filter(({ entry }) => present.has(nameOf(entry)))
  const added = new Set(dropped.map((one) => one.instead).filter((entry) => !present.has(nameOf(entry))))
  return {
    namesakes: dropped,
    entries: [...added, ...entries]
      .filter((entry) => !instead.has(nameOf(entry)))
      .map((entry) => (entry.kind === 'events' ? { ...entry, values: relinked(entry.values, instead) } : entry)),
  }
}

function nameOf({ kind, source_id }: Entry): string {
  return `${kind} ${source_id}`
}

/** Each place whose name another one before it has. */
function pairsIn(kind: Plural, entries: readonly Entry[]): readonly Namesake[] {
  const first = new Map<string, Entry>()
  return entries.flatMap((entry) => {
    if (entry.kind !== kind) return []
    const name = foldedName(String(entry.values[resources[kind].name] ?? ''))
    const instead = first.get(name)
    if (instead) return [{ entry, instead }]
    first.set(name, entry)
    return []
  })
}

function relinked(values: Values, instead: ReadonlyMap<string, Entry>): Values {
  const links = (kind: 'venues' | 'organizers') =>
    itemsOf(values[fields[kind]]).map((link): Json => {
      const other = isObject(link) ? instead.get(`${kind} ${link.id}`) : undefined
      if (!other) return link
      const { name } = resources[kind]
      return { id: other.source_id, slug: other.values.slug, [name]: other.values[name] }
    })
  return {
    ...values,
    ...(values.venue === undefined ? {} : { venue: links('venues') }),
    ...(values.organizer === undefined ? {} : { organizer: links('organizers') }),
  }
}
