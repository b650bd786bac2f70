// What a definition is made of: a row of the specification's tables, and the column of constructors that writes one.
import type { Json, JsonObject } from '../base/json.ts'
import type { Text } from '../base/text/language.ts'

/** A type as the specification prints it. */
export type PrintedType = 'integer' | 'number' | 'string' | 'boolean' | 'array of integer' | 'untyped'

/** How text is read where the printed type says too little. */
export type Form =
  /** a moment: `2026-03-01`, `2026-03-01 18:00`, a word such as `tomorrow` */
  | 'datetime'
  /** on or off, spelled `true`, `1`, `yes`, `on` */
  | 'toggle'
  /** terms by id, slug or name */
  | 'terms'
  /** linked records by id, or their data */
  | 'linked'
  | 'status'
  | 'timezone'
  | 'user'
  | 'image'
  | 'url'
  | 'cost'
  | 'slug'
  | 'order'
  | 'orderby'

/** One row: a field that can be sent or a parameter that can be asked with. */
export interface Parameter {
  readonly type: PrintedType
  readonly meaning: Text
  readonly form?: Form
  readonly required?: true
  /** As the specification prints it; absent where it prints none. A computed default is a sentence. */
  readonly default?: string | number | boolean | null
  /** `default` says how the value is found; it is not the value. */
  readonly computed?: true
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

/** A kind of record: what lists can be asked with, what can be sent, what a table shows first. */
export interface Resource {
  readonly plural: Plural
  readonly singular: Singular
  /** Posts have a status, a trash and a slug that addresses them; terms have none of these. */
  readonly family: 'post' | 'term'
  readonly title: Text
  readonly titles: Text
  /** The field that names a record. */
  readonly name: string
  readonly query: Parameters
  readonly fields: Parameters
  readonly columns: readonly string[]
}

type Row<T extends PrintedType> = Omit<Parameter, 'meaning'> & { readonly type: T; readonly meaning: Text }
type Rest = Omit<Parameter, 'type' | 'meaning'>

function rowOf<T extends PrintedType>(type: T) {
  return <const R extends Rest = Record<never, never>>(en: string, de: string, rest?: R): Row<T> & R =>
    ({ type, meaning: { en, de }, ...rest }) as Row<T> & R
}

export const integer = rowOf('integer')
export const number = rowOf('number')
export const string = rowOf('string')
export const boolean = rowOf('boolean')
export const integers = rowOf('array of integer')
export const untyped = rowOf('untyped')
