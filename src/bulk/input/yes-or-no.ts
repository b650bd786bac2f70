// The answer of a cell to a question of yes or no.

/** `Yes`, `TRUE`, `ja`, `oui`, `sí`; `No`, `FALSE`, `nein`; undefined for other texts. */
export function yesOrNo(cell: string): boolean | undefined {
  if (/^(yes|y|ja|j|on|ein|an|x|✓|☑|true|wahr|1|oui|vrai|s[ií]|sì|verdadero|vero|waar)$/i.test(cell)) return true
  return /^(no|n|nein|off|aus|☐|false|falsch|0|non|faux|falso|nee|onwaar)$/i.test(cell) ? false : undefined
}
