// Content lines of iCalendar: escaping, parameters, folding. Source: RFC 5545, 3.1; RFC 6868.

/** Lines with their line feeds, each folded at 75 octets. */
export function contentLines(lines: readonly string[]): string {
  let text = ''
  for (const line of lines) text += `${folded(line)}\r\n`
  return text
}

/** A value of type TEXT. */
export function textValue(text: string): string {
  return /[\\;,\n]/.test(text) ? text.replace(/[\\;,]/g, '\\$&').replaceAll('\n', '\\n') : text
}

/** A parameter value, quoted if necessary. */
export function parameterValue(text: string): string {
  const encoded = text.replace(/[\^"\n]/g, (character) => (character === '"' ? "^'" : character === '\n' ? '^n' : '^^'))
  return /[,:;]/.test(encoded) ? `"${encoded}"` : encoded
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: finding control characters is what this is for.
const controls = /[\u0000-\u0008\u000b-\u001f\u007f]/g

/** Removes control characters, which are not allowed in text, and lone surrogates. Line feeds are escaped on output. */
export function withoutControls(text: string): string {
  return text.replace(controls, '').toWellFormed()
}

/** URLs and tokens are written without escaping, so a line feed in one could inject lines. */
export function withoutWhitespace(text: string): string {
  return withoutControls(text.replace(/\s+/g, ''))
}

const octets_max = 75

function folded(line: string): string {
  if (line.length * 3 <= octets_max) return line
  return /[\u0080-\uffff]/.test(line) ? foldedByCharacters(line) : foldedAscii(line)
}

function foldedAscii(line: string): string {
  let text = line.slice(0, octets_max)
  for (let at = octets_max; at < line.length; at += octets_max - 1)
    text += `\r\n ${line.slice(at, at + octets_max - 1)}`
  return text
}

function foldedByCharacters(line: string): string {
  let [text, from, octets] = ['', 0, 0]
  for (let at = 0; at < line.length; ) {
    const point = line.codePointAt(at) ?? 0
    const length = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4
    if (octets + length > octets_max) {
      text += `${line.slice(from, at)}\r\n `
      from = at
      octets = 1
    }
    octets += length
    at += point < 0x10000 ? 1 : 2
  }
  return text + line.slice(from)
}
