// Texts of one line: phone numbers, streets, cities.
import { withoutScripts, withoutTags } from '../../../base/text/untrusted-text.ts'

/** Markup gone, line breaks and runs of blanks as one blank. Source: deployed 3.5. */
export function oneLine(text: string): string {
  return withoutTags(withoutScripts(text)).replace(/\s+/g, ' ').trim()
}
