// What an earlier apply of a calendar file created: only that may be pruned.
import type { Exchange } from '../../base/exchange.ts'
import { Failure } from '../../base/failure.ts'
import { recordOf } from '../../client/answer.ts'
import { call } from '../../client/call.ts'
import type { Plural } from '../../spec/model.ts'
import { plurals_by_need, resources } from '../../spec/resources.ts'
import { type Begin, type End, isBegin, isEnd } from '../journal.ts'
import type { Delete } from '../plan.ts'
import { journalLines, runNames } from '../runs.ts'
import { settle, type Settling } from '../settle.ts'

export interface Owned {
  readonly kind: Plural
  readonly id: number
  readonly key: string
}

export interface Owner extends Settling {
  readonly api_root: string
  /** The calendar's name, or the path of its file. */
  readonly name: string
}

/**
 * The journals tell: created by an apply of this name, and deleted by no run since.
 * Fails: `usage` where another process is applying it now.
 */
export async function ownedBy(owner: Owner): Promise<readonly Owned[]> {
  const { state_dir, api_root, name } = owner
  const owned = new Map<string, Owned>()
  for (const run of [...runNames(state_dir)].reverse()) {
    let own: boolean | undefined
    const open = new Map<number, Begin>()
    for await (const line of journalLines(state_dir, run)) {
      if (own === undefined && 'run' in line) {
        if (line.api_root !== api_root) break
        own = line.options.owner === name
      } else if (isBegin(line)) open.set(line.begin, line)
      else if (isEnd(line)) note(owned, taken(open, line.end), line, own === true)
    }
    if (own && open.size > 0) for (const end of await settle(owner, run)) note(owned, open.get(end.end), end, own)
  }
  return [...owned.values()]
}

function taken(open: Map<number, Begin>, n: number): Begin | undefined {
  const begin = open.get(n)
  open.delete(n)
  return begin
}

function note(owned: Map<string, Owned>, begin: Begin | undefined, { id, failed }: End, own: boolean): void {
  if (!begin || id === undefined || failed !== undefined) return
  if (begin.action === 'create' && own) owned.set(`${begin.kind} ${id}`, { kind: begin.kind, id, key: begin.key })
  if (begin.action === 'delete') owned.delete(`${begin.kind} ${id}`)
}

/** Deletes what is owned and no longer wanted; what depends on others goes first. Records that are gone already are passed over. */
export async function* pruneSteps(exchange: Exchange, unwanted: readonly Owned[]): AsyncIterable<Delete> {
  const order = [...plurals_by_need].reverse()
  let n = -1_000_000
  for (const { kind, id, key } of [...unwanted].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind) || b.id - a.id)) {
    const record = await recordUnlessGone(exchange, kind, id)
    if (record) yield { action: 'delete', kind, id, n: n--, key, title: String(record[resources[kind].name] ?? key), before: record }
  }
}

async function recordUnlessGone(exchange: Exchange, kind: Plural, id: number) {
  try {
    const record = recordOf(await call(exchange, `${kind}.get`, { id }, kind === 'events' ? { query: { context: 'edit' } } : {}))
    return record.status === 'trash' ? undefined : record
  } catch (error) {
    if (error instanceof Failure && error.code === 'not_found') return undefined
    throw error
  }
}
