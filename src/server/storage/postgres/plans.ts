// How a connection plans statements: for the values of each execution, or once for all of them.
import type { QueryConfig } from 'pg'

/** A connection of the driver. */
interface PlanningClient {
  query(query: QueryConfig): Promise<unknown>
}

/**
 * `each`: the server's default, which suits searches and filters.
 * `once`: a plan that ignores the values, follows indexes and is kept; for statements that have one right plan in
 * calendars of any size, also without statistics. Planning took two thirds of the time of a list at a million events.
 */
type PlanMode = 'each' | 'once'

const statements: Readonly<Record<PlanMode, string>> = {
  each: 'RESET plan_cache_mode; RESET enable_seqscan; RESET enable_bitmapscan; RESET enable_sort',
  once: `SELECT set_config('plan_cache_mode', 'force_generic_plan', false), set_config('enable_seqscan', 'off', false),
    set_config('enable_bitmapscan', 'off', false), set_config('enable_sort', 'off', false)`,
}

/** Connections that may not plan as they did at first. */
const modes = new WeakMap<PlanningClient, PlanMode | 'unknown'>()

/** The next statements are planned in this way; sends a statement only if the previous ones were not. */
export function planFor(client: PlanningClient, mode: PlanMode): void {
  if ((modes.get(client) ?? 'each') === mode) return
  modes.set(client, mode)
  // Without a connection or in a transaction that has failed, the next statement fails too.
  client.query({ text: statements[mode] }).catch(() => modes.set(client, 'unknown'))
}

/** After ROLLBACK, which also undoes what the transaction has set. */
export function forgetPlanMode(client: PlanningClient): void {
  if (modes.has(client)) modes.set(client, 'unknown')
}
