// HTML of descriptions as text to read: paragraphs, list items, and the addresses of links.
import { textOfHtml } from '../../../base/text/untrusted-text.ts'

// Open ends are bounded: a text of 250,000 characters has many beginnings.
const link = /<a\b[^<>]{0,300}?\bhref\s*=\s*["'](https?:\/\/[^"'<>\s]{1,500})["'][^<>]{0,300}>([^<>]{0,300})<\/a\s*>/gi

/** Paragraphs are separated by a blank line, list items begin with `• `. */
export function readableText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim()
  const marked = html
    .replace(link, (_, address: string, text: string) =>
      text.trim() === '' || text.trim() === address ? address : `${text} (${address})`,
    )
    .replace(/<li\b/gi, '<br>• <li')
    .replace(/<\/li>\s*/gi, '')
    .replace(/<\/(?:p|h[1-6])\b/gi, '<br>$&')
    .replace(/<\/(?:ul|ol|blockquote|table)\b/gi, '<br><br>$&')
  return textOfHtml(marked)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}
