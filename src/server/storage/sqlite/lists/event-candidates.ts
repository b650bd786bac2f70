// A small superset of the events that a selective query matches, found through one index before other conditions apply.
import type { EventSelection } from '../../../domain/lists/selection.ts'
import { matchOf, trigramsOf } from '../../search-text.ts'
import { postsWithTrigrams } from '../search/trigrams.ts'
import type { Connection } from '../sqlite.ts'
import { type Condition, condition, idsUpTo, listed } from './conditions.ts'
import { type LinkFilter, linkTable } from './event-conditions.ts'

/** Up to this many, checking each event is cheaper than scanning the list in order. */
const candidates_max = 2_000
/** A search may have more candidates if they are less than half of all events. */
const search_candidates_max = 200_000

/** With more targets a list is not scanned along its links. */
const targets_max = 12

export interface CandidateQuery {
  readonly selection: EventSelection
  readonly links: readonly LinkFilter[]
}

/** Ids that include every match; undefined if no filter is selective enough. */
export function candidatesOf(
  connection: Connection,
  { selection, links }: CandidateQuery,
): readonly number[] | undefined {
  const { include, post_parent } = selection
  const search = searchQuery(selection)
  const sets = [
    ...(include ? [include] : []),
    ...(search ? (idsUpTo(connection, search, candidates_max) ?? []) : []),
    ...(post_parent
      ? (idsUpTo(
          connection,
          condition('SELECT id FROM event WHERE post_parent = ? AND post_parent <> 0', post_parent),
          candidates_max,
        ) ?? [])
      : []),
    ...(needsLinkQueries(selection, links)
      ? links.flatMap((link) => idsUpTo(connection, linkQuery(link), candidates_max) ?? [])
      : []),
  ]
  if (sets.length > 0) return sets.reduce((a, b) => (b.length < a.length ? b : a))
  return search && idsUpTo(connection, search, Math.min(search_candidates_max, connection.number(half_of_all)))?.[0]
}

const half_of_all = 'SELECT coalesce(sum(n), 0) / 2 FROM event_count WHERE side = 2'

function searchQuery({ search }: EventSelection): Condition | undefined {
  const trigrams = search?.words.flatMap((word) => trigramsOf(word) ?? []) ?? []
  return trigrams.length > 0 ? condition(postsWithTrigrams('event'), matchOf(trigrams)) : undefined
}

/**
 * Link tables are sorted like lists and answer most filters without reading events. Candidates are only needed for
 * filters that read events, and for links with too many targets to scan along.
 */
function needsLinkQueries({ search, geoloc, post_parent }: EventSelection, links: readonly LinkFilter[]): boolean {
  return (
    links.some(({ targets }) => targets.length > targets_max) ||
    search !== undefined ||
    geoloc !== undefined ||
    post_parent !== undefined
  )
}

function linkQuery({ column, targets }: LinkFilter): Condition {
  return condition(
    `SELECT event AS id FROM ${linkTable(column)} WHERE target IN (SELECT value FROM json_each(?))`,
    listed(targets),
  )
}
