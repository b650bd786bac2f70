// The text of `cal --help`. The build replaces this file by the text, so that a start need not make every command.
import { type OverviewText, overviewText } from '../../help/help.ts'
import { sections } from '../commands.ts'

/** `is_complete`: `--help-all`. */
export async function overview(is_complete: boolean): Promise<OverviewText> {
  return overviewText(sections, is_complete)
}
