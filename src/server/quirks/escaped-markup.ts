// Markup of authors and contributors as deployed services store it: what is not markup becomes entities.
import { decodedEntities } from '../../base/text/untrusted-text.ts'

/** Attributes in titles, names and descriptions of terms. */
const line_attributes = /\s(?!(?:href|title|cite|datetime)=)[\w-]+(?:=(?:"[^"]*"|'[^']*'|[^\s"'>]*))?/gi

/** The text with ampersands and brackets outside of tags as entities. `line`: tags keep few attributes. */
export function escapedMarkup(text: string, kind: 'line' | 'prose'): string {
  // Up to the last end of a comment, so that no beginning without one searches to the end of the text.
  const comments_end = text.includes('-->') ? text.lastIndexOf('-->') + '-->'.length : 0
  const head = text.slice(0, comments_end).split(/(<!--[\s\S]*?-->|<\/?[a-z][^<>]*>)/i)
  const tail = text.slice(comments_end).split(/(<\/?[a-z][^<>]*>)/i)
  return [head, tail]
    .flatMap((parts) =>
      parts.map((part, i) => {
        if (i % 2 === 0) return escapedText(part)
        return kind === 'line' ? part.replace(line_attributes, '') : part
      }),
    )
    .join('')
}

function escapedText(text: string): string {
  return text
    .replace(/&(#\d{1,7};|#x[0-9a-f]{1,6};|[a-z][a-z0-9]{1,31};)?/gi, (whole, entity) =>
      entity !== undefined && decodedEntities(whole) !== whole ? whole : whole.replace('&', '&amp;'),
    )
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
}
