// Lists of names in one cell, split at separators that are not in quotes or after a backslash.

export type ListSeparator = ',' | ';' | '|'

/** True if a separator follows a backslash, or a name is in quotes. */
export function isEscaped(text: string): boolean {
  return /\\[,;|"]/.test(text) || /(^|[,;|])\s*"[^"]*"\s*($|[,;|])/.test(text)
}

/** Parts of a text in which no separator counts: quoted names, escaped characters, entities such as `&amp;`. */
const protected_parts = /(?<=^|[,;|])\s*"(?:[^"]|"")*"\s*(?=[,;|]|$)|\\.|&#?\w+;/gs

/** The separator of a list of names; `mixed` if both commas and semicolons could be. */
export function separatorOf(text: string): ',' | ';' | 'mixed' {
  if (!text.includes(';')) return ','
  const open = text.replace(protected_parts, '')
  if (!open.includes(';')) return ','
  return open.includes(',') ? 'mixed' : ';'
}

/** `"Smith, John", Bob` and `Smith\, John, Bob` → `Smith, John` and `Bob` */
export function splitAt(separator: ListSeparator, text: string): readonly string[] {
  const sign = separator === '|' ? '\\|' : separator
  const part = new RegExp(
    `\\s*"((?:[^"]|"")*)"\\s*(?=${sign}|$)|(?:\\\\.|&#?\\w+;|[^\\\\${separator}]|\\\\(?=$))+`,
    'gs',
  )
  return [...text.matchAll(part)]
    .map(([whole, quoted]) =>
      quoted === undefined ? whole.replace(/\\([,;|"\\])/g, '$1').trim() : quoted.replaceAll('""', '"'),
    )
    .filter((name) => name !== '')
}
