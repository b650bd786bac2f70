// Lists of names in one cell, split at separators that are not in quotes or after a backslash.

/** True if a separator follows a backslash, or a name is in quotes. */
export function isEscaped(text: string): boolean {
  return /\\[,|"]/.test(text) || /(^|[,|])\s*"[^"]*"\s*($|[,|])/.test(text)
}

/** `"Smith, John", Bob` and `Smith\, John, Bob` → `Smith, John` and `Bob` */
export function splitAt(separator: ',' | '|', text: string): readonly string[] {
  const sign = separator === '|' ? '\\|' : ','
  const part = new RegExp(`\\s*"((?:[^"]|"")*)"\\s*(?=${sign}|$)|(?:\\\\.|[^\\\\${separator}]|\\\\(?=$))+`, 'gs')
  return [...text.matchAll(part)]
    .map(([whole, quoted]) =>
      quoted === undefined ? whole.replace(/\\([,|"\\])/g, '$1').trim() : quoted.replaceAll('""', '"'),
    )
    .filter((name) => name !== '')
}
