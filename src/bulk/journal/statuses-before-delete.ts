// The status that records had before runs of this machine deleted them: services don't remember it.
import type { Plural } from '../../spec/model.ts'
import type { RunsOfCalendar } from './last-written.ts'
import { headOf, writesOf } from './read-journal.ts'
import { runScopeOf } from './run-scope.ts'
import { runNames } from './runs.ts'

/** By id, from the newest run that deleted the record; none for records that no run of this calendar deleted. */
export async function statusesBeforeDelete(
  { state_dir, open }: RunsOfCalendar,
  kind: Plural,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { calendar } = await open()
  const wanted = new Set(ids)
  const statuses = new Map<number, string>()
  for (const run of runNames(state_dir)) {
    if (wanted.size === 0) break
    const head = await headOf(state_dir, run)
    if (!head || runScopeOf(head, calendar) !== 'own') continue
    for await (const { begin, end } of writesOf(state_dir, run)) {
      const { action, id = 0, before = {} } = begin
      if (action !== 'delete' || begin.kind !== kind || !wanted.has(id) || end?.failed !== undefined) continue
      if (typeof before.status === 'string' && before.status !== 'trash') statuses.set(id, before.status)
    }
    for (const id of statuses.keys()) wanted.delete(id)
  }
  return statuses
}
