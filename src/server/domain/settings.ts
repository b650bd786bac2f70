// The settings of a service, fixed when it opens, and the context of writes and lists.
import type { Instant } from '../../base/dates/zoned-time.ts'
import type { Language } from '../../base/text/language.ts'
import type { Mode } from '../quirks/quirks.ts'
import type { Role } from './records.ts'

/** The parts of the address of the service: every URL in its answers begins with `base`. */
export interface ServiceAddress {
  /** `http://127.0.0.1:8787`, without a slash at the end. */
  readonly base: string
  /** The path of all interfaces of the site: `wp-json`. */
  readonly root: string
  /** The first segment of the namespace: `tribe`. */
  readonly vendor: string
}

export interface ServiceSettings {
  readonly address: ServiceAddress
  /** The site's zone: a name of the tz database, or an offset such as `UTC-3.5`. */
  readonly timezone: string
  readonly mode: Mode
  /** Present if lists can be filtered by venue coordinates; the greatest distance of a venue from the given point. */
  readonly premium?: { readonly geofence_km: number }
  /** Whether writes are refused. */
  readonly read_only: boolean
}

/** An authenticated user. A visitor is `undefined`. */
export interface Caller {
  readonly id: number
  readonly login: string
  readonly role: Role
}

/** The api root: `http://127.0.0.1:8787/wp-json/tribe/events/v1`. */
export function apiRootOf({ base, root, vendor }: ServiceAddress): string {
  return `${base}/${root}/${namespaceOf({ vendor })}`
}

/** The namespace of the interface: `tribe/events/v1`. */
export function namespaceOf({ vendor }: Pick<ServiceAddress, 'vendor'>): string {
  return `${vendor}/events/v1`
}

/** What the domain needs to know of a write or a list, besides its values. */
export interface WriteContext {
  readonly settings: ServiceSettings
  readonly now: Instant
  readonly caller: Caller | undefined
  /** The language of error messages. */
  readonly language: Language
}
