// The few events among which the answer to a narrow question must be: found by an index, before anything else is asked.
import type { EventSelection } from '../../../domain/lists/selection.ts'
import { type Condition, condition, few, listed } from './conditions.ts'
import { type LinkFilter, linkTable } from './event-conditions.ts'
import type { Connection } from '../sqlite.ts'
import { postsWithTrigrams } from '../search/trigrams.ts'
import { matchOf, trigramsOf } from '../search/search-text.ts'

/** Up to here looking at each is cheaper than walking along the list. */
const candidates_max = 2_000
/** A word may be held by more, as long as most events do not hold it. */
const worth_looking = 200_000

/** With more a list is not walked along its links. */
const targets_max = 12

export interface Narrowing {
  readonly selection: EventSelection
  readonly links: readonly LinkFilter[]
}

/** The ids, or undefined where no filter is known to leave few enough. They may be too many, never too few. */
export function candidatesOf(connection: Connection, { selection, links }: Narrowing): readonly number[] | undefined {
  const { include, post_parent } = selection
  const search = searchProbe(selection)
  const sets = [
    ...(include ? [include] : []),
    ...(search ? (few(connection, search, candidates_max) ?? []) : []),
    ...(post_parent
      ? (few(
          connection,
          condition('SELECT id FROM event WHERE post_parent = ? AND post_parent <> 0', post_parent),
          candidates_max,
        ) ?? [])
      : []),
    ...(needProbes(selection, links)
      ? links.flatMap((link) => few(connection, linkProbe(link), candidates_max) ?? [])
      : []),
  ]
  if (sets.length > 0) return sets.reduce((a, b) => (b.length < a.length ? b : a))
  return search && few(connection, search, Math.min(worth_looking, connection.number(half_of_all)))?.[0]
}

const half_of_all = 'SELECT coalesce(sum(n), 0) / 2 FROM event_count WHERE side = 2'

function searchProbe({ search }: EventSelection): Condition | undefined {
  const trigrams = search?.words.flatMap((word) => trigramsOf(word) ?? []) ?? []
  return trigrams.length > 0 ? condition(postsWithTrigrams('event'), matchOf(trigrams)) : undefined
}

/**
 * Links lie in the order of lists, and are asked for others without reading events: only what reads events is narrowed
 * by them, and what has too many targets to go along.
 */
function needProbes({ search, geoloc, post_parent }: EventSelection, links: readonly LinkFilter[]): boolean {
  return (
    links.some(({ targets }) => targets.length > targets_max) ||
    search !== undefined ||
    geoloc !== undefined ||
    post_parent !== undefined
  )
}

function linkProbe({ column, targets }: LinkFilter): Condition {
  return condition(
    `SELECT event AS id FROM ${linkTable(column)} WHERE target IN (SELECT value FROM json_each(?))`,
    listed(targets),
  )
}
