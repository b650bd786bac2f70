// Did you mean: the candidate that is nearest to a misspelled word.
import type { Text } from '../../base/text/language.ts'

/**
 * The nearest candidate, or undefined where none is near: one slip, or the one that begins so (`category` as well as
 * `categor`), or two slips; always in fewer than half the letters.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const slips_max = Math.min(2, Math.ceil(word.length / 2) - 1)
  const near = [...new Set(candidates)]
    .map((candidate) => ({ candidate, slips: slipsBetween(word.toLowerCase(), candidate.toLowerCase()) }))
    .filter(({ slips }) => slips <= slips_max)
    .sort((a, b) => a.slips - b.slips)
  const stem = word.replace(/(?<=.{5})y$/, '')
  const longer = word.length >= 3 ? candidates.find((candidate) => candidate.startsWith(stem)) : undefined
  return near.find(({ slips }) => slips <= 1)?.candidate ?? longer ?? near[0]?.candidate
}

/** The hint that names it. */
export function didYouMean(near: string): Text {
  return { en: `did you mean ${near}`, de: `gemeint war vielleicht ${near}` }
}

/** Insertions, deletions, replacements and swaps of neighbours that make one word the other. */
function slipsBetween(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i]
    rows.push(row)
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1]
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (same ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
