// Cells that a spreadsheet must not calculate.

/**
 * A spreadsheet calculates what begins with one of these signs; an apostrophe in front makes it text. Numbers stay
 * numbers.
 */
export function escapeFormulas(cell: string, csv_safe: boolean): string {
  return csv_safe && /^[=+\-@\t\r]/.test(cell) && !/^[+-]?\d+([.,]\d+)?$/.test(cell) ? `'${cell}` : cell
}
