// The address of a page of a list, and of the pages before and behind it: every parameter kept, everything encoded.
import type { Values } from '../../spec/read.ts'
import { bounds, type EventWindow } from './event-window.ts'
import type { Page } from './page.ts'

/** Names and values in the order in which an address shows them, without `page`. */
export type Arguments = readonly (readonly [name: string, value: string])[]

export interface Links {
  readonly rest_url: string
  readonly next_rest_url?: string
  readonly previous_rest_url?: string
}

const of_places = ['search', 'event', 'has_events', 'only_with_upcoming'] as const
const of_terms = ['search', 'exclude', 'include', 'order', 'orderby', 'hide_empty', 'parent', 'post', 'event', 'slug'] as const
const of_events = ['strict_dates', 'search', 'categories', 'tags', 'venue', 'organizer', 'featured', 'geoloc', 'geoloc_lat', 'geoloc_lng', 'include', 'post_parent', 'ticketed'] as const

/** Source: D4. Whole days show as they are compared, exact times as they were sent. */
export function eventArguments(values: Values, window: EventWindow, status: string): Arguments {
  const shown = values.strict_dates === undefined || values.include !== undefined ? window : { ...window, ...values }
  return [...argumentsOf(shown, bounds), ['status', status], ...argumentsOf(values, of_events)]
}

export function placeArguments(values: Values, status: string): Arguments {
  return [...argumentsOf(values, of_places), ['status', status]]
}

export function termArguments(values: Values): Arguments {
  return argumentsOf(values, of_terms)
}

function argumentsOf(values: Values, names: readonly string[]): Arguments {
  return names.flatMap((name) => {
    const value = values[name]
    return value === undefined ? [] : [[name, textOf(value)] as const]
  })
}

function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? '1' : '0'
  return Array.isArray(value) ? value.join(',') : String(value)
}

export function linksOf(collection: string, args: Arguments, { page, per_page }: Page, pages: number): Links {
  const at = (number: number) => `${collection}/?${[['page', String(number)], ['per_page', String(per_page)], ...args].map(encoded).join('&')}`
  return {
    rest_url: at(page),
    ...(page < pages && { next_rest_url: at(page + 1) }),
    ...(page > 1 && { previous_rest_url: at(page - 1) }),
  }
}

function encoded([name = '', value = '']: readonly string[]): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`
}
