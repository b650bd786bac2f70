// The values of a request as the domain takes them: valid, typed by the rows of the interface, dates parsed.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Parameter, Parameters, ValueOf } from '../../spec/model.ts'
import type { resources, TermOrder } from '../../spec/resources.ts'
import type { SentDate } from './dates.ts'

/** A term of an event: its id, name or slug. */
export type TermReference = number | string
/** A cost as it was sent; `costText` converts it. */
type SentCost = Json

type ValueOfField<R extends Parameter> = R extends { readonly form: 'datetime' }
  ? SentDate
  : R extends { readonly form: 'toggle' }
    ? boolean
    : R extends { readonly form: 'cost' }
      ? SentCost
      : ValueOf<R>

type FieldsOf<P extends Parameters> = { readonly [N in keyof P]?: ValueOfField<P[N]> }

export type VenueValues = FieldsOf<(typeof resources)['venues']['fields']>
export type OrganizerValues = FieldsOf<(typeof resources)['organizers']['fields']>
export type TermValues = FieldsOf<(typeof resources)['categories']['fields']>

type EventFields = FieldsOf<(typeof resources)['events']['fields']>
export type EventValues = Omit<
  EventFields,
  'start_date' | 'end_date' | 'categories' | 'tags' | 'venue' | 'organizer'
> & {
  /** `none` is a date of `0`, which quirks mode accepts. */
  readonly start_date?: SentDate | 'none'
  readonly end_date?: SentDate | 'none'
  /** Objects are refused, see `CrashingInput`. */
  readonly categories?: readonly (TermReference | JsonObject)[]
  readonly tags?: readonly (TermReference | JsonObject)[]
  /** Ids of existing records, or the data of new ones; empty for none. */
  readonly venue?: readonly (number | VenueValues)[]
  readonly organizer?: readonly (number | OrganizerValues)[]
  readonly password?: string
}

type QueryOf<P extends Parameters> = {
  readonly [N in keyof P]?: P[N] extends { readonly form: 'datetime' }
    ? SentDate | 'none'
    : P[N] extends { readonly form: 'terms' }
      ? readonly number[]
      : ValueOfField<P[N]>
}

/** The values of a list of events. Terms are ids. */
export type EventQuery = QueryOf<(typeof resources)['events']['query']>
export type PlaceQuery = QueryOf<(typeof resources)['venues']['query']>
export type TermQuery = Omit<QueryOf<(typeof resources)['categories']['query']>, 'order' | 'orderby'> & {
  readonly order?: 'asc' | 'desc'
  readonly orderby?: TermOrder
}

/** The values of a write. */
export interface PostValues {
  readonly event: EventValues
  readonly venue: VenueValues
  readonly organizer: OrganizerValues
}
