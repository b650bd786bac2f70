// The text of `cal --help`. The build replaces this file by the text, so that `cal --help` loads no commands.
import manifest from '../../../../package.json' with { type: 'json' }
import { type OverviewText, overviewText } from '../../help/help.ts'
import { sections } from '../commands.ts'

/** `isComplete`: `--help-all`. */
export async function overview(isComplete: boolean): Promise<OverviewText> {
  return overviewText(sections, { isComplete, documentation: manifest.homepage })
}
