// The modes of the service, each of which the client must be safe against: a new one is covered by every test that
// names them.
import { mode_of_release } from '../../src/spec/releases.ts'
import type { Mode } from '../../src/server/quirks/quirks.ts'

export const modes: readonly Mode[] = ['standard', ...Object.values(mode_of_release)]
export type { Mode }
