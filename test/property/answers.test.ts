// A line that is no valid command: what is proposed runs and holds all that was typed; otherwise a word is named.
import { expect, it } from 'vitest'
import { scanLine } from '../../src/cli/arguments/command-line.ts'
import { parseArguments } from '../../src/cli/arguments/parse-arguments.ts'
import { commandTyped } from '../../src/cli/commands/commands-for.ts'
import { is_nightly } from '../support/extent.ts'
import { cal, runtimeOf } from '../support/runtime.ts'
import { shellWords } from '../support/shell-words.ts'

/** What is typed, and what a proposal has to contain in its place. */
type Part = readonly [typed: string, holds: RegExp]

const none: Part = ['', /^/]
const reads = / (list|get|agenda|search|today|week|month|browse)\b/

const verbs: readonly Part[] = [
  ['show', reads],
  ['find', reads],
  ['which', reads],
  ['list all', reads],
  ['how many', / -o count/],
  ['delete', / delete /],
  ['please delete', / delete /],
  ['move', / --shift /],
  ['postpone', / --shift \+?/],
  ['copy', / copy /],
  ['duplicate', / copy /],
  ['publish', / --status publish/],
  ['rename', / --(title|name) /],
  ['cancel', / never /],
  ['frobnicate', /frobnicate/],
  ['zeige', reads],
  ['welche', reads],
  ['lösche', / delete /],
  ['verschiebe', / --shift /],
  ['kopiere', / copy /],
  ['veröffentliche', / --status publish/],
]
const kinds: readonly Part[] = [
  none,
  ['event', /\b(events?|agenda|search)\b/],
  ['events', /\b(events|agenda|search)\b/],
  ['venues', /\bvenues\b/],
  ['Termin', /\b(events|agenda|search|Termin)\b/],
  ['Orte', /\b(venues|Orte)\b/],
]
const names: readonly Part[] = [
  none,
  ['7', /\b7\b/],
  ['#7', /\b7\b/],
  ['"Jazz Night"', /Jazz Night/],
  ['7 and 8', /\b7 (and )?8\b/],
  ['Flohmarkt', /Flohmarkt/],
  ['called Flohmarkt', /Flohmarkt/],
]
const dates: readonly Part[] = [
  none,
  ['to friday', /friday/],
  ['on friday', /friday/],
  ['after 2026-12-05', /(--(starts-after|shift) '?|after )2026-12-05/],
  ['next week', /next week/],
  ['by 2 hours', /[+-]2h|by 2 hours/],
  ['am 5.12.2026', /5\.12\.2026/],
  ['um eine Woche', /[+-]1w|um eine Woche/],
  ['today at 19:00', /19:00/],
  ['tomorrow frobnicate', /frobnicate/],
]
const flags: readonly Part[] = [
  none,
  ['--limit 3', /--limit 3/],
  ['--category jazz', /--(add-)?categories jazz/],
  ['--force', /--yes/],
  ['--frobnicate 5', /--frobnicate/],
  ['--ort Rathaus', /--venue Rathaus/],
  ['-o json', /-o json/],
]

/** Every part occurs with many of the others; the whole product would take minutes. */
function lines(count: number): readonly (readonly Part[])[] {
  const steps = [1, 5, 11, 3, 17]
  const axes = [verbs, kinds, names, dates, flags]
  return Array.from({ length: count }, (_, n) =>
    axes.map((axis, i) => axis[(n * (steps[i] ?? 1) + Math.floor(n / axis.length)) % axis.length] ?? none),
  )
}

it('proposes only lines that run and hold every word', { timeout: 120_000 }, async () => {
  const wrong: string[] = []
  const counts = { proposed: 0, named: 0 }
  for (const parts of lines(is_nightly ? 2000 : 120)) {
    const line = parts
      .map(([typed]) => typed)
      .filter((typed) => typed !== '')
      .join(' ')
    const { code, stderr } = await cal(shellWords(line), { env: { CAL_API_ROOT: 'file:/nowhere/none.db' } })
    if (code !== 2) continue
    const text = stderr.replace(/^\{.*"message":"(.*?)","hint":"(.*?)".*$/s, '$1\n$2').replaceAll('\\"', '"')
    const [, proposed] = /(?:did you mean|for example:|to search, use|use) cal (.*?)(?:\?.*)?$/m.exec(text) ?? []
    if (proposed === undefined) {
      counts.named += 1
      const words = shellWords(line).flatMap((word) => word.split(' '))
      if (words.length > 1 && !words.some((word) => text.includes(word.replace('#', ''))))
        wrong.push(`${line}: names no word: ${text}`)
      continue
    }
    counts.proposed += 1
    const shown = ` ${text.slice(text.indexOf(proposed))}`
    const lost = parts.filter(([, holds]) => !holds.test(shown)).map(([typed]) => typed)
    if (lost.length > 0) wrong.push(`${line}: cal ${proposed} lacks ${lost.join(', ')}`)
    const argv = shellWords(proposed)
    const runtime = runtimeOf(argv, {}, { out: [], err: [] })
    await commandTyped(scanLine(argv), runtime)
      .then(({ command, rest }) => command && parseArguments(command, rest))
      .catch((error: Error) => wrong.push(`${line}: cal ${proposed} does not run: ${error.message}`))
  }
  expect(wrong).toEqual([])
  expect(counts.proposed).toBeGreaterThan(15)
  expect(counts.named).toBeGreaterThan(30)
})
