// The modes of the service. Tests that run the client in every mode use this list, so that they
// include new modes.
import { mode_of_release } from '../../src/spec/releases.ts'
import type { Mode } from '../../src/server/quirks/quirks.ts'

export const modes: readonly Mode[] = ['standard', ...Object.values(mode_of_release)]
export type { Mode }
