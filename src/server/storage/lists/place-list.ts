// Lists of venues and organizers.
import type { FoundRecords, ListSlice, PlaceSelection } from '../../domain/lists/selection.ts'
import type { PlaceKind } from '../../domain/records.ts'
import { shiftedKey, zones_days } from '../derived.ts'
import { folded } from '../search-text.ts'
import { allOf, type Database, type Dialect, possibleId, sequence, type Sql, sql } from '../sql.ts'
import { isInBucket, listingBucketsOf } from './event-conditions.ts'
import { pageOf } from './page.ts'

/** Selects venues or organizers, ordered by publication date and id, both descending. Source: Q23. */
export function selectPlaces(
  database: Database,
  kind: PlaceKind,
  selection: PlaceSelection,
  slice: ListSlice,
): Promise<FoundRecords> {
  const source = sequence(`FROM ${kind} AS p WHERE`, allOf(conditionsOf(database.dialect, kind, selection)))
  return pageOf(database, { source, id: 'p.id', order: sql('p.date DESC, p.id DESC') }, slice)
}

function conditionsOf(
  dialect: Dialect,
  kind: PlaceKind,
  { statuses, private_of, search, event, has_events, upcoming }: PlaceSelection,
): readonly Sql[] {
  const found: Sql[] = [dialect.isOneOf('p.status', statuses)]
  if (private_of !== undefined) found.push(sql("(p.status <> 'private' OR p.author = ?)", private_of))
  if (search) {
    const [words, without] = [search.words.map(folded), search.without.map(folded)]
    found.push(...words.map((word) => dialect.contains('p.words', word)))
    if (words.length > 1) found.push(dialect.hasInOneField('p.words', words))
    found.push(...without.map((word) => sequence('NOT', dialect.contains('p.words', word))))
  }
  if (event !== undefined)
    found.push(
      sql(`p.id IN (SELECT i.value FROM event AS e, ${dialect.idsIn(`e.${kind}`)} WHERE e.id = ?)`, possibleId(event)),
    )
  const linked = (statuses: readonly string[], ...more: readonly Sql[]) =>
    dialect.exists(
      sequence(
        'SELECT 1 FROM event_place AS l JOIN event AS e ON e.id = l.event WHERE l.target = p.id AND',
        allOf([isInBucket(dialect, 'l', listingBucketsOf({ statuses, hidden: true })), ...more]),
      ),
    )
  if (has_events)
    found.push(has_events.linked ? linked(has_events.statuses) : sequence('NOT', linked(has_events.statuses)))
  if (upcoming)
    found.push(
      linked(
        upcoming.statuses,
        sql('l.list_start >= ?', shiftedKey(upcoming.from_utc, -zones_days)),
        sql('e.utc_start_date >= ?', upcoming.from_utc),
      ),
    )
  return found
}
