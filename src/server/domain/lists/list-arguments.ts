// What the address of a page of a list is made of.
import type { Values } from '../../../spec/read.ts'
import type { EventWindow } from '../dates/event-window.ts'
import type { ListPart } from './page.ts'

/** Names and values in the order in which an address shows them. */
export type Arguments = readonly (readonly [name: string, value: string])[]

export interface Links {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

/** A list as its addresses see it. */
export interface Listed {
  /** The address without a slash at the end. */
  readonly collection: string
  readonly values: Values
  /** What was sent beside the list's own parameters: `_fields`, `lang`, `password`. */
  readonly beside: Values
  readonly page: ListPart
  readonly pages: number
}

export interface LinkWriter {
  events(listed: Listed, window: EventWindow, status: string): Links
  places(listed: Listed, status: string): Links
  terms(listed: Listed): Links
}

/** The parameters that were sent among these, in their order. */
export function argumentsOf(values: Values, names: readonly string[]): Arguments {
  return names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [[name, textOf(value)] as const]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}
