// What a caller may do at a place: the gate before handlers, and the `Allow` header.
import type { Operation } from '../../spec/operations.ts'
import { has } from '../domain/modes.ts'
import { Refusal } from '../domain/refusal.ts'
import { mayEdit, mayWrite } from '../domain/rights.ts'
import type { Caller, Settings } from '../domain/settings.ts'
import type { Route } from './route.ts'

interface Asked {
  readonly caller: Caller | undefined
  /** Who wrote the record that the path selects; undefined for terms and where there is none. */
  readonly author: number | undefined
  readonly settings: Settings
}

/** The methods of a place that are open to the caller, as `GET, POST`. */
export function allowOf(route: Route, asked: Asked): string {
  return route.operations.filter((operation) => mayCarryOut(operation, asked)).flatMap(({ methods }) => methods).join(', ')
}

/** Fails: 401 `rest_forbidden` for visitors, 403 for users; 403 `rest_read_only`. */
export function requireRight(operation: Operation, asked: Asked): void {
  if (mayCarryOut(operation, asked)) return
  if (asked.settings.read_only) throw new Refusal('rest_read_only')
  throw new Refusal('rest_forbidden', asked.caller ? {} : { status: 401 })
}

function mayCarryOut({ verb }: Operation, { caller, author, settings }: Asked): boolean {
  if (verb === undefined || verb === 'list' || verb === 'get') return true
  if (settings.read_only) return false
  return author === undefined || has(settings, 'rights_are_generic') ? mayWrite(caller) : mayEdit(caller, { author })
}
