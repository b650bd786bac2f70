// A profile: a named calendar with its settings and credentials.
import type { SettingValues } from '../types/settings-table.ts'

/** The authentication methods of `cal login`. */
export const login_kinds = ['basic', 'bearer', 'header'] as const
export const auth_kinds = ['none', ...login_kinds] as const
export type AuthKind = (typeof auth_kinds)[number]

/** How a user signs in; the secret is stored elsewhere. */
export interface Auth {
  readonly kind: AuthKind
  readonly user?: string | undefined
  /** The name of the header, for `header`. */
  readonly header?: string | undefined
  /** `keyring`, `env:NAME` or `file:PATH`. */
  readonly secret?: string | undefined
}

export interface Profile {
  readonly settings: SettingValues
  readonly auth?: Auth
  /** Writes must be confirmed with the profile's name. */
  readonly protected: boolean
  /** The calendar may be reset without confirmation. */
  readonly disposable: boolean
}
