// The text of `cal --help`. The build replaces this file with the text, so that no commands are loaded for it.
import { type OverviewText, overviewText } from '../../help/help.ts'
import { sections } from '../commands.ts'

/** `is_complete`: `--help-all`. */
export async function overview(isComplete: boolean): Promise<OverviewText> {
  return overviewText(sections, isComplete)
}
