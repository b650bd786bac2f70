// The records of the target that a copied record may be: what earlier copies wrote and was edited since, and places of
// the same name, of which a deployed service holds one (Q6).
import type { Exchange } from '../../base/exchange.ts'
import { isObject, itemsOf, type Json } from '../../base/json.ts'
import { foldedName } from '../../base/text/slug.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { link_fields, resources } from '../../spec/resources.ts'
import type { RunRecord } from '../journal/run-records.ts'
import type { Entry } from '../input/entry.ts'
import { editedSince, isSameRecord } from '../journal/record-summary.ts'
import type { EarlierRecords, Row } from '../matching/existing.ts'
import { allRecords } from '../../client/api/pages.ts'
import type { Step, Update } from '../plan/plan.ts'
import type { SourceCalendar } from './read-source.ts'
import { isDeployed } from '../../client/api/call.ts'

/** The calendar that is copied. */
interface CopiedSource {
  readonly entries: readonly Entry[]
  /** `events 12` for each record that exists. */
  readonly seen: ReadonlySet<string>
  /** Whether the source has an id, which distinguishes it from another calendar at the same address. */
  readonly isIdentified: boolean
}

export class EarlierCopies implements EarlierRecords {
  readonly first = 'earlier'
  readonly event_ids: readonly number[]
  readonly #of_source = new Map<string, RunRecord>()
  readonly #at_target = new Map<string, RunRecord>()
  readonly #seen: ReadonlySet<string>
  /** Whether the ids of the source still refer to the same records. */
  readonly #trusts_source: boolean

  /**
   * The owner's name contains the id of a database file. A service without an id is the same calendar if most records
   * that were copied before still have the same name, slug or date; otherwise it was reset.
   */
  constructor(written: readonly RunRecord[], { entries, seen, isIdentified }: CopiedSource) {
    for (const one of written) {
      this.#at_target.set(`${one.kind} ${one.id}`, one)
      if (one.source_id !== undefined) this.#of_source.set(`${one.kind} ${one.source_id}`, one)
    }
    this.#seen = seen
    this.event_ids = entries.flatMap(({ kind, source_id }) =>
      kind === 'events' ? (this.#of_source.get(`${kind} ${source_id}`)?.id ?? []) : [],
    )
    const known = entries.flatMap(({ kind, source_id, values }) => {
      const copy = this.#of_source.get(`${kind} ${source_id}`)
      return copy ? [isSameRecord(kind, copy.written, values)] : []
    })
    this.#trusts_source = isIdentified || known.filter(Boolean).length * 2 > known.length
  }

  has(kind: Plural, source_id: number | undefined): boolean {
    return this.#of_source.has(`${kind} ${source_id}`)
  }

  /** The copy of a record, unless its id now belongs to another record, because a service was reset. */
  of({ kind, id, values }: Row): RunRecord | undefined {
    const copy = id === undefined ? undefined : this.#of_source.get(`${kind} ${id}`)
    return copy && (this.#trusts_source || isSameRecord(kind, copy.written, values)) ? copy : undefined
  }

  /** Whether the record is the copy of another record that still exists at the source. */
  isOfOther({ kind, id: source_id }: Row, id: number): boolean {
    const other = this.#at_target.get(`${kind} ${id}`)?.source_id
    return this.#trusts_source && other !== undefined && other !== source_id && this.#seen.has(`${kind} ${other}`)
  }

  /** Marks the changed fields that were edited at the target since the last copy. */
  readonly withEdited = (step: Step): Step => {
    const edited = step.action === 'update' ? this.#editedIn(step) : []
    return step.action === 'update' && edited.length > 0 ? { ...step, edited } : step
  }

  #editedIn({ kind, id, before, changes }: Update): readonly string[] {
    const copy = this.#at_target.get(`${kind} ${id}`)
    if (!copy || Object.keys(copy.written).length === 0) return []
    const edited = new Set(editedSince(kind, copy.written, before))
    // If a record was only updated, its other fields are not known.
    return changes
      .map(({ field }) => field)
      .filter((field) => edited.has(field) && (copy.created || Object.hasOwn(copy.written, field)))
  }
}

/** A record that is not copied, and the one with the same name to which its events are linked instead. */
export interface Namesake {
  readonly entry: Entry
  readonly instead: Entry
}

/**
 * Removes places that a deployed target would store in the same record as another place; their events are linked to
 * that one. Places that the target already has, by id or slug, are not removed.
 */
export async function withoutNamesakes(
  { entries, places }: Pick<SourceCalendar, 'entries' | 'places'>,
  { target, copies }: { readonly target: Exchange; readonly copies: EarlierCopies },
): Promise<{ readonly entries: readonly Entry[]; readonly namesakes: readonly Namesake[] }> {
  const pairs = (['venues', 'organizers'] as const).flatMap((kind) => pairsIn(kind, places))
  if (pairs.length === 0 || !(await isDeployed(target))) return { entries, namesakes: [] }
  const slugs = new Set<string>()
  for (const kind of new Set(pairs.map(({ entry }) => entry.kind)))
    for await (const { slug } of allRecords(target, kind)) slugs.add(`${kind} ${slug}`)
  const namesakes = pairs.filter(
    ({ entry: { kind, source_id, values } }) => !copies.has(kind, source_id) && !slugs.has(`${kind} ${values.slug}`),
  )
  const present = new Set(entries.map(sourceKey))
  const instead = new Map(namesakes.map((one) => [sourceKey(one.entry), one.instead]))
  const dropped = namesakes.filter(({ entry }) => present.has(sourceKey(entry)))
  const added = new Set(dropped.map((one) => one.instead).filter((entry) => !present.has(sourceKey(entry))))
  return {
    namesakes: dropped,
    entries: [...added, ...entries]
      .filter((entry) => !instead.has(sourceKey(entry)))
      .map((entry) => (entry.kind === 'events' ? { ...entry, values: relinked(entry.values, instead) } : entry)),
  }
}

function sourceKey({ kind, source_id }: Entry): string {
  return `${kind} ${source_id}`
}

/** Each place with the name of an earlier one. */
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
    itemsOf(values[link_fields[kind]]).map((link): Json => {
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
