// The answer of a cell to a question of yes or no.

/** `Yes`, `TRUE`, `ja`; `No`, `FALSE`, `nein`; undefined for other texts. */
export function yesOrNo(cell: string): boolean | undefined {
  if (/^(yes|y|ja|j|on|ein|an|x|✓|☑|true|wahr|1)$/i.test(cell)) return true
  return /^(no|n|nein|off|aus|☐|false|falsch|0)$/i.test(cell) ? false : undefined
}
