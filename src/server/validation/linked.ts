// Checks of linked records: ids or the data of new ones, and the fields of venues and organizers.
import { isObject, type Json, type JsonObject } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Parameters } from '../../spec/model.ts'
import type { Given } from '../../spec/read.ts'
import { resources } from '../../spec/resources.ts'
import type { PlaceKind } from '../domain/records.ts'
import type { OrganizerValues, TermReference, VenueValues } from '../domain/values.ts'
import { quirk } from '../quirks/quirks.ts'
import { type Check, check, type CheckContext, type Checks, missingOf, mistyped, readValues, refused } from './check.ts'
import { itemsIn } from './items.ts'
import { integerOf } from './numbers.ts'
import { areKnown, status, user } from './records.ts'
import { placeDescription, anyText, flagText, name, permitted, image, website } from './text.ts'
import { moment } from './time.ts'

/** Ids of existing records and data of new ones; an empty list for no record. Source: Q7, interface 12. */
export const linkedVenues: Check<readonly (number | VenueValues)[]> = check(
  t('ids of existing venues, separated by commas, or data with a name'),
  (value, context) =>
    linkedOf('venue', value, context, (given) =>
      dataOf(resources.venues.fields, { ...venue_checks, venue: linkedName }, { ...context, given }),
    ),
)
export const linkedOrganizers: Check<readonly (number | OrganizerValues)[]> = check(
  t('ids of existing organizers, separated by commas, or data with a name'),
  (value, context) =>
    linkedOf('organizer', value, context, (given) =>
      dataOf(resources.organizers.fields, { ...organizer_checks, organizer: linkedName }, { ...context, given }),
    ),
)

async function linkedOf<V>(
  kind: PlaceKind,
  value: Json | undefined,
  { store }: CheckContext,
  read: (given: Given) => Promise<V | typeof refused>,
): Promise<readonly (number | V)[] | typeof refused> {
  const items: (number | V)[] = []
  const ids: number[] = []
  for (const item of itemsIn(value)) {
    if (isNothing(item)) continue
    const linked = isObject(item) && isNothing(item.id) ? await read(item) : idOf(item)
    if (linked === refused) return refused
    items.push(linked)
    if (typeof linked === 'number') ids.push(linked)
  }
  return ids.length === 0 || (await areKnown(ids, store[kind])) ? items : refused
}

/** The name of a new record. Quirks mode refuses an empty one when the record is created. Source: interface 12. */
const linkedName: Check<string> = check(t('non-empty text'), (value, context) =>
  (value === '' || value === '0') && quirk(context.settings, 'empty_linked_names_are_refused_late')
    ? ''
    : name.read(value, context),
)

function idOf(item: Json): number | typeof refused {
  return integerOf(isObject(item) ? item.id : item) ?? refused
}

function isNothing(value: Json | undefined): boolean {
  return (
    value === undefined ||
    value === false ||
    value === null ||
    value === '' ||
    integerOf(value) === 0 ||
    (isObject(value) && Object.keys(value).length === 0)
  )
}

async function dataOf<V>(
  parameters: Parameters,
  checks: Checks<V>,
  context: CheckContext,
): Promise<V | typeof refused> {
  const { values, errors } = await readValues(parameters, checks, context)
  return errors.length > 0 || missingOf(parameters, context.given).length > 0 ? refused : values
}

/** Terms by id, slug or name. The handler looks them up and creates unknown names. */
export const namedTerms: Check<readonly (TermReference | JsonObject)[]> = check(
  t('ids or names, separated by commas'),
  (value, context) => {
    const isDeployed = quirk(context.settings, 'term_objects_are_lists')
    if (value === true && isDeployed) return ['1']
    const sent = isDeployed ? deployedItems(value) : itemsIn(value)
    const items = sent.filter((item) => item !== null)
    const read = items.map((item) => referenceOf(item, context)).filter((item) => item !== undefined)
    return read.length === items.length ? read : mistyped
  },
)

function referenceOf(item: Json | undefined, context: CheckContext): TermReference | JsonObject | undefined {
  const id = integerOf(item)
  if (id !== undefined) return id
  if (isObject(item)) return item
  const name = typeof item === 'string' ? permitted('line', item, context) : undefined
  return name === undefined ? undefined : (integerOf(name) ?? name)
}

/**
 * The terms in quirks mode: an object counts as the list of its members, a list inside a list as an object; booleans
 * are ignored. Source: interface Q12.
 */
function deployedItems(value: Json | undefined): readonly (Json | undefined)[] {
  const items = isObject(value) ? Object.values(value) : itemsIn(value)
  return items.filter((item) => typeof item !== 'boolean').map((item) => (Array.isArray(item) ? { ...item } : item))
}

const shared = {
  author: user,
  date: moment,
  date_utc: moment,
  description: placeDescription,
  status,
  website,
  phone: anyText,
  image: image,
} as const

export const venue_checks: Checks<VenueValues> = {
  ...shared,
  venue: name,
  show_map: flagText,
  show_map_link: flagText,
  address: anyText,
  city: anyText,
  country: anyText,
  province: anyText,
  state: anyText,
  zip: anyText,
  stateprovince: anyText,
}

/** E-mail addresses are not checked. Source: interface 6. */
export const organizer_checks: Checks<OrganizerValues> = { ...shared, organizer: name, email: anyText }
