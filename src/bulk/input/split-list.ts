// Names in one text, as spreadsheets list them: split at separators, but not inside of quotes or behind a backslash.

/** A comma behind a backslash, or a name in quotes of its own. */
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
