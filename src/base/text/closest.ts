// The candidate closest to a misspelled word, by edit distance.
import { t, type Text } from './language.ts'
import { shellWord } from './quoted.ts'

/** A remedy. `line` holds the arguments of the command line that it proposes, which is checked before it is printed. */
export interface Hint extends Text {
  readonly line?: readonly string[]
}

/**
 * The closest candidate, or undefined if none is close: the first at distance 1, else the first that begins with the
 * word (`category` for `categor`), else the first at distance 2; the distance is always less than half the letters.
 */
export function closest(word: string, candidates: readonly string[]): string | undefined {
  const distance_max = Math.min(2, Math.ceil(word.length / 2) - 1)
  const near = [...new Set(candidates)]
    .map((candidate) => {
      const distance = editDistance(word.toLowerCase(), candidate.toLowerCase(), distance_max)
      return { candidate, distance }
    })
    .filter(({ distance }) => distance <= distance_max)
    .sort((a, b) => a.distance - b.distance)
  const stem = word.replace(/(?<=.{5})(y|ies)$/, '')
  const longer = word.length >= 3 ? candidates.find((candidate) => candidate.startsWith(stem)) : undefined
  return near.find(({ distance }) => distance <= 1)?.candidate ?? longer ?? near[0]?.candidate
}

/** The hint that suggests a candidate. */
export function didYouMean(near: string): Text {
  return t('did you mean {near}?', { near })
}

/** The hint that suggests the closest name, or lists all. */
export function nearestOf(word: string, names: readonly string[]): Text {
  const near = closest(word, names)
  return near === undefined ? t('one of {names}', { names: names.join(', ') }) : didYouMean(near)
}

/** Proposes a command line: `did you mean cal events list --limit 3?`, or another text that contains it. */
export function proposal(line: readonly string[], text: Text = didYouMean(commandLine(line))): Hint {
  return Object.assign(text, { line })
}

/** `cal events list --search 'open stage'` */
export function commandLine(line: readonly string[]): string {
  return ['cal', ...line].map(shellWord).join(' ')
}

/**
 * The number of insertions, deletions, replacements and swaps of adjacent letters between two words; infinite above a
 * limit, because most of thousands of names differ in their first letters.
 */
export function editDistance(a: string, b: string, distance_max = Number.POSITIVE_INFINITY): number {
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
    // A swap of letters counts from the row before.
    if (Math.min(...row) > distance_max && Math.min(...(rows[i - 1] ?? [])) >= distance_max)
      return Number.POSITIVE_INFINITY
  }
  return at(a.length, b.length)
}
