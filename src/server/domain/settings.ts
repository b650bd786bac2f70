// The settings of a service, fixed when it opens, and the context of writes and lists.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { Mode } from '../quirks/quirks.ts'
import type { Role } from './records.ts'

/** The address of the service: every URL in its answers begins with it. */
export interface ServiceLocation {
  /** `http://127.0.0.1:8787`, without a slash at the end. */
  readonly base: string
  /** `wp-json` */
  readonly root: string
  /** `tribe` */
  readonly vendor: string
}

export interface ServiceSettings {
  readonly place: ServiceLocation
  /** The site's zone: a name of the tz database, or an offset such as `UTC-3.5`. */
  readonly timezone: string
  readonly mode: Mode
  /** Filters by venue coordinates are available; `near` means within this distance. */
  readonly premium?: { readonly geofence_km: number }
  /** Whether writes are refused. */
  readonly read_only: boolean
}

/** An authenticated user; undefined is a visitor. */
export interface Caller {
  readonly id: number
  readonly login: string
  readonly role: Role
}

/** `http://127.0.0.1:8787/wp-json/tribe/events/v1` */
export function apiRootOf({ base, root, vendor }: ServiceLocation): string {
  return `${base}/${root}/${namespaceOf({ vendor })}`
}

/** `tribe/events/v1` */
export function namespaceOf({ vendor }: Pick<ServiceLocation, 'vendor'>): string {
  return `${vendor}/events/v1`
}

export interface WriteContext {
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly caller: Caller | undefined
  /** The language of error messages. */
  readonly language: Language
}
