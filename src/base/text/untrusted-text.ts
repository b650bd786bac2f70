// Untrusted text: escaped for a terminal, and HTML as plain text.

/** Characters that control a terminal or the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** The text with control and bidirectional characters escaped as `\u{…}`, except for tabs and line feeds. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** As `escapeControls`, on one line. */
export function escapeControlsInLine(text: string): string {
  return escapeControls(text.replace(/\s*[\r\n]+\s*/g, ' '))
}

// The package entities costs 6 ms of CPU with the first entity of a list (decision 1).
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  hellip: '…',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  laquo: '«',
  raquo: '»',
  times: '×',
  deg: '°',
  copy: '©',
  reg: '®',
  euro: '€',
  pound: '£',
  shy: '',
  auml: 'ä',
  ouml: 'ö',
  uuml: 'ü',
  Auml: 'Ä',
  Ouml: 'Ö',
  Uuml: 'Ü',
  szlig: 'ß',
}

/** HTML as plain text: entities decoded, tags removed, paragraphs and breaks as line feeds. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const broken = replacedRuns(withoutScripts(html), [/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b/gi, />\s*/g], '\n')
  return decodedEntities(replacedRuns(broken, [/<\/?[a-z!]/gi, />/g], '')).trim()
}

/** HTML without its tags, with the text between them. */
export function withoutTags(html: string): string {
  return replacedRuns(html, [/<[a-z/!?]/gi, />/g], '')
}

/** HTML without script and style elements and their content. */
export function withoutScripts(html: string): string {
  return replacedRuns(html, [/<(?:script|style)\b/gi, />/g, /<\/(?:script|style)\s*>/gi], '')
}

/**
 * The text with `by` in place of every run that begins with the first mark, contains the others in order and ends with
 * the last. A single pattern would search to the end of the text from every beginning: minutes for 1 MB of `<a <a <a`.
 *
 * Shape:  marks are global patterns without open ends.
 */
export function replacedRuns(text: string, marks: readonly RegExp[], by: string): string {
  let [replaced, at] = ['', 0]
  for (;;) {
    const run = runAfter(text, at, marks)
    if (!run) return replaced + text.slice(at)
    replaced += text.slice(at, run.start) + by
    at = run.end
  }
}

function runAfter(
  text: string,
  from: number,
  marks: readonly RegExp[],
): { readonly start: number; readonly end: number } | undefined {
  let [start, end] = [-1, from]
  for (const mark of marks) {
    mark.lastIndex = end
    const found = mark.exec(text)
    if (!found) return undefined
    start = start < 0 ? found.index : start
    end = mark.lastIndex
  }
  return { start, end }
}

/** The text with named and numeric entities replaced by their characters. */
export function decodedEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|(\w{2,8}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name] ?? whole
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}

/** The text percent-decoded; a text that is not valid percent-encoding is returned unchanged. */
export function percentDecoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch (error) {
    if (error instanceof URIError) return text
    throw error
  }
}

/** The text without surrounding ASCII whitespace; a no-break space is preserved. */
export function trimmed(text: string): string {
  const isBlank = (at: number) => ' \t\n\r'.includes(text.charAt(at))
  let [start, end] = [0, text.length]
  while (start < end && isBlank(start)) start += 1
  while (start < end && isBlank(end - 1)) end -= 1
  return text.slice(start, end)
}
