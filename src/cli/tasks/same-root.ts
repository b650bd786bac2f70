// A run is gone on with, or taken back, where it wrote.
import { Failure } from '../../base/failure.ts'
import { shellWord } from '../../base/quoted.ts'
import type { Head } from '../../bulk/journal.ts'

/** Fails with `usage` where the command speaks to another service than the run did. */
export function requireSameRoot({ run, api_root }: Head, given: string): void {
  if (given === api_root) return
  throw new Failure('usage', { en: `run ${run} wrote to ${api_root}, not to ${given}`, de: `Lauf ${run} schrieb nach ${api_root}, nicht nach ${given}` }, {
    hint: { en: `add --api-root ${shellWord(api_root)}`, de: `--api-root ${shellWord(api_root)} ergänzen` },
  })
}
