// Checks of linked records: ids, or the data of a new venue or organizer.
import { isList, isObject, type Json } from '../../base/json.ts'
import { resources } from '../../spec/resources.ts'
import { listOf } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, refused, type CheckResult } from './check.ts'
import { wholeOf } from './numbers.ts'
import { organizer_checks, venue_checks } from './places.ts'
import { missingOf, readValues } from './read-values.ts'
import { trustedText } from './text.ts'

/** A list of ids and of data, empty for nothing. Source: observed 8; D7. */
export const linkedVenues: Check = check(
  'ids of existing venues, separated by commas, or data with a name',
  'IDs vorhandener Orte, durch Kommas getrennt, oder Angaben mit einem Namen',
  (value, context) => linkedOf('venue', value, context),
)
export const linkedOrganizers: Check = check(
  'ids of existing organizers, separated by commas, or data with a name',
  'IDs vorhandener Veranstalter, durch Kommas getrennt, oder Angaben mit einem Namen',
  (value, context) => linkedOf('organizer', value, context),
)

const rows = {
  venue: { parameters: resources.venues.fields, checks: venue_checks },
  organizer: { parameters: resources.organizers.fields, checks: organizer_checks },
} as const

function linkedOf(kind: 'venue' | 'organizer', value: Json | undefined, context: CheckContext): CheckResult {
  const items = listOf(value)
    .filter((item) => !isNothing(item))
    .map((item) => itemOf(kind, item, context))
  return items.every((item) => typeof item !== 'symbol') ? items : refused
}

function isNothing(value: Json | undefined): boolean {
  return (
    value === false ||
    value === null ||
    value === '' ||
    wholeOf(value) === 0 ||
    (isObject(value) && Object.keys(value).length === 0)
  )
}

function itemOf(kind: 'venue' | 'organizer', value: Json, context: CheckContext): CheckResult {
  if (isObject(value) && (value.id ?? null) === null) return dataOf(kind, { ...context, given: value })
  const id = wholeOf(isObject(value) ? value.id : value)
  return id !== undefined && context.store[kind].get(id) ? id : refused
}

function dataOf(kind: 'venue' | 'organizer', context: CheckContext): CheckResult {
  const { parameters, checks } = rows[kind]
  const { values, faults } = readValues(parameters, checks, context)
  return faults.length > 0 || missingOf(parameters, context.given).length > 0 ? refused : values
}

/** Terms by id, slug or name; which exist is decided where they are linked. */
export const namedTerms: Check = check(
  'ids or names, separated by commas',
  'IDs oder Namen, durch Kommas getrennt',
  (value, context) => {
    const items = quirk(context.settings, 'term_objects_are_lists') ? deployedItems(value) : listOf(value)
    return items
      .filter((item) => item !== null)
      .map((item) => wholeOf(item) ?? (typeof item === 'string' ? trustedText('line', item, context) : item))
  },
)

/**
 * To a deployed service an object is a list of its members, a list among the items an object, and yes or no no term.
 * Source: D12.
 */
function deployedItems(value: Json | undefined): readonly Json[] {
  const items = isObject(value) ? Object.values(value) : listOf(value)
  return items.flatMap((item) =>
    item === undefined || typeof item === 'boolean' ? [] : [isList(item) ? Object.fromEntries(item.entries()) : item],
  )
}
