// The releases of deployed services that `cal serve --quirks` can imitate.
import { keysOf } from '../base/collections.ts'

/** The mode of the service that imitates each release. */
export const mode_of_release = { '6.9.1': 'quirks', '6.17': 'quirks-6.17' } as const

export type Release = keyof typeof mode_of_release

export const releases = keysOf(mode_of_release)

/** The release of `--quirks` without a value. */
export const default_release: Release = '6.9.1'
