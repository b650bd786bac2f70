// The types of the interface's definition: rows, resources, and the values that follow from them.
import type { Json, JsonObject } from '../base/json.ts'
import type { Text } from '../base/text/language.ts'

/** A type in the specification's spelling. */
export type PrintedType = 'integer' | 'number' | 'string' | 'boolean' | 'array of integer' | 'untyped'

/** The form of a value, where its type does not determine how it is parsed. */
export type Form =
  /** a date or date and time: `2026-03-01`, `2026-03-01 18:00`, `tomorrow` */
  | 'datetime'
  /** a flag: `true`, `1`, `yes`, `on` */
  | 'toggle'
  /** terms by id, slug or name */
  | 'terms'
  /** linked records by id, or their data */
  | 'linked'
  /** as typed: a text with names, which are separated when they are looked up, or a list */
  | 'names'
  | 'status'
  | 'timezone'
  | 'user'
  /** a record by its id only */
  | 'id'
  | 'image'
  | 'url'
  | 'cost'
  | 'slug'
  | 'order'
  | 'orderby'

/** A row of the specification: a field of a record, or a parameter of a list. */
export interface Parameter {
  readonly type: PrintedType
  readonly description: Text
  readonly form?: Form
  readonly required?: true
  /** The default in the specification; a computed one is a sentence. */
  readonly default?: string | number | boolean | null
  readonly minimum?: number
  readonly maximum?: number
  /** Whether `default` is a sentence that describes a computed value. */
  readonly computed?: true
  /** Whether only `--help-all` shows it, because few users need it. */
  readonly rare?: true
}

export type Parameters = Readonly<Record<string, Parameter>>

/** The value of a row once `read` accepted it. */
export type ValueOf<R extends Pick<Parameter, 'type' | 'form'>> = R['type'] extends 'integer' | 'number'
  ? number
  : R['type'] extends 'string'
    ? string
    : R['type'] extends 'boolean'
      ? boolean
      : R['type'] extends 'array of integer'
        ? R extends { readonly form: 'terms' | 'linked' }
          ? readonly ItemReference[]
          : readonly number[]
        : R extends { readonly form: 'datetime' | 'url' }
          ? string
          : Json

/** A term or a linked record: an id, a slug or a name, or the data of a new record. */
export type ItemReference = number | string | JsonObject

/** The values of several rows: `ValuesOf<typeof events.query>`. */
export type ValuesOf<P extends Parameters> = { readonly [N in keyof P]: ValueOf<P[N]> }

export type PostPlural = 'events' | 'venues' | 'organizers'
export type TermPlural = 'categories' | 'tags'
export type Plural = PostPlural | TermPlural
export type Singular = 'event' | 'venue' | 'organizer' | 'category' | 'tag'

/** A kind of record: the parameters of its lists, its fields, and the columns of its tables. */
export interface Resource {
  readonly plural: Plural
  readonly singular: Singular
  /** Posts have a status, a trash and a route by slug; terms don't. */
  readonly family: 'post' | 'term'
  readonly title: Text
  readonly titles: Text
  /** `1 event`, `2 events` */
  readonly counted: (count: number) => Text
  /** The field with the name of a record. */
  readonly name: string
  readonly query: Parameters
  readonly fields: Parameters
  readonly columns: readonly string[]
}

type Row<T extends PrintedType> = Omit<Parameter, 'description'> & { readonly type: T; readonly description: Text }
type Rest = Omit<Parameter, 'type' | 'description'>

function rowOf<T extends PrintedType>(type: T) {
  return <const R extends Rest = Record<never, never>>(description: Text, rest?: R): Row<T> & R =>
    ({ type, description, ...rest }) as Row<T> & R
}

export const integer = rowOf('integer')
export const number = rowOf('number')
export const string = rowOf('string')
export const boolean = rowOf('boolean')
export const integers = rowOf('array of integer')
export const untyped = rowOf('untyped')
