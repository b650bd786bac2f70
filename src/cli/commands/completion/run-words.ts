// Runs, for completion: `history show`, `history undo`, `seed --cleanup`.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import type { Session } from '../../core/session.ts'
import { listedRuns, runItem } from '../history/run-list.ts'

/** Lines `word<TAB>meaning`, latest run first: when it started, and its command line. */
export async function runWords(session: Session): Promise<readonly string[]> {
  const { runtime, settings } = session
  const zone = settings.timezone ?? runtime.timezone
  const runs = await listedRuns({ state_dir: stateDirOf(session), platform: runtime.platform, zone })
  return runs.map((run) => {
    const { command_line, started } = runItem(run)
    return `${run.name}\t${escapeControls(`${started} ${command_line}`).replace(/\s+/g, ' ')}`
  })
}
