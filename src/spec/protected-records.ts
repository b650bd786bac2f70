// Which fields a password hides.
import type { JsonObject } from '../base/json.ts'
import type { Plural } from './model.ts'
import { isTerm, resources } from './resources.ts'
import type { Values } from './read.ts'

/**
 * Whether the fields of the record are hidden by its password. Services show that by `all_day: null`, or by a list in
 * place of the name.
 */
export function isHiddenByPassword(plural: Plural, record: Values | JsonObject): boolean {
  if (plural === 'events') return record.all_day === null
  const name = record[resources[plural].name]
  return !isTerm(plural) && name !== undefined && typeof name !== 'string'
}
