// The modes of the service. Tests that run the client in several modes use these lists, so that they include new modes.
import { mode_of_release } from '../../src/spec/releases.ts'
import type { Mode } from '../../src/server/quirks/quirks.ts'
import { firstOf } from './extent.ts'

export type { Mode }

export const all_modes: readonly Mode[] = ['standard', ...Object.values(mode_of_release)]

/** For what differs between standard mode and others, and not between releases; the nightly run has all. */
export const modes = firstOf(2, all_modes)
