// Untrusted text: escaped for a terminal, and HTML as plain text.
import { decodeHTMLStrict } from 'entities/decode'

/** Characters that control a terminal or the direction of text. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g

/** The text with control and bidirectional characters escaped as `\u{…}`, except for tabs and line feeds. */
export function escapeControls(text: string): string {
  return text.replace(controls, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)
}

/** As `escapeControls`, on one line. */
export function escapeControlsInLine(text: string): string {
  return escapeControls(inOneLine(text))
}

/** The text with `by` in place of its line breaks and the whitespace around them. */
export function inOneLine(text: string, by = ' '): string {
  // Without the condition before it, every blank of a long run is tried as a beginning: minutes for 1 MB of them.
  return text.replace(/(?<!\s)\s*[\r\n]+\s*/g, by)
}

/**
 * Characters that are not shown: a reader would not see text that is written with them, such as tag characters, while a
 * program does. A terminal gets most of them, since emoji and some scripts need joiners and variation selectors.
 */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

/** JSON in which control, bidirectional and invisible characters are escapes; its value is the same. */
export function jsonWithEscapes(value: object): string {
  return JSON.stringify(value).replace(invisible, (character) =>
    character.replace(/./gs, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`),
  )
}

/** A text on one line, with control and invisible characters escaped as in JSON. */
export function escapeInvisible(text: string): string {
  return jsonWithEscapes([inOneLine(text)])
    .slice(2, -2)
    .replaceAll('\\"', '"')
}

/** The entities that services write most; the package with all others takes 6 ms of CPU to load. */
const frequent_entities: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['hellip', '…'],
  ['nbsp', ' '],
  ['shy', ''],
])

/** HTML as plain text: entities decoded, tags removed, paragraphs and breaks as line feeds, cells apart by a space. */
export function textOfHtml(html: string): string {
  if (!/[<&]/.test(html)) return html
  const spaced = withoutScripts(html).replace(/<\/t[dh]>\s{0,99}(?=<t[dh]\b)/gi, ' ')
  const broken = replacedRuns(spaced, [/<(?:br|\/p|\/div|\/li|\/h[1-6]|\/tr)\b/gi, />\s*/g], '\n')
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

/**
 * The text with named and numeric entities replaced by their characters, once: `&amp;lt;` becomes `&lt;`. No-break
 * spaces become spaces, soft hyphens are removed. Names that HTML doesn't define are left unchanged.
 */
export function decodedEntities(text: string): string {
  if (!text.includes('&')) return text
  return text.replace(/&(?:#(\d+)|#x([\da-f]+)|([a-z][\da-z]*));/gi, (entity, decimal, hex, name) => {
    if (name) return frequent_entities.get(name) ?? decodeHTMLStrict(entity)
    const point = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return isPlainCodePoint(point) ? String.fromCodePoint(point) : decodeHTMLStrict(entity)
  })
}

/** HTML replaces the others: `&#150;` is a dash of Windows-1252, and `&#0;` U+FFFD. */
function isPlainCodePoint(point: number): boolean {
  return (point >= 0x20 && point < 0x7f) || (point >= 0xa0 && point < 0xd800) || (point >= 0xe000 && point <= 0x10ffff)
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#039;',
}

/** Escapes HTML, except for existing entities. */
export function escapedHtml(text: string): string {
  return text.replace(/&(?!(?:#\d+|#x[\da-f]+|[a-z]\w*);)|[<>"']/gi, (sign) => escapes[sign] ?? sign)
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

/**
 * The text without the passwords of addresses such as `postgres://user:secret@host/database`. An address may contain
 * one although it should not, and messages repeat what was typed, also mistyped: `scheme//…`, `scheme:/…`, and
 * settings such as `host=h password=secret`, and tokens. The word `password` stays: examples use it.
 */
export function withoutPasswords(text: string): string {
  return text
    .replace(
      /(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*(?:[:;,]\/{1,3}|\/{2,3})[^\s/@:"]{1,100}):(?!\d+\/|password@)[^\s"]{0,300}@/gi,
      '$1:••••••@',
    )
    .replace(
      /(?<![a-z0-9+./-])([^\s/@:"'=]{1,100}):(?!\d+\/|password@)[^\s"/@]{1,300}@(?=[\w.-]+(?::\d+)?\/)/gi,
      '$1:••••••@',
    )
    .replace(
      /(pass(?:word|wd)?|pwd|token|secret|api_?key)(=| {1,3}= {1,3})(?!password\b|…)('[^']*'|"[^"]*"|[^\s&"']+)/gi,
      '$1$2••••••',
    )
}
