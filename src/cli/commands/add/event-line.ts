// One line of text as an event: `Open stage friday 8pm 3h @ Blue Cellar #music`.
import { type DateContext, timeOf, tryParseDate } from '../../../base/dates/date-parser.ts'
import { isDay } from '../../../base/dates/days.ts'
import { durationOf } from '../../../base/dates/durations.ts'

export interface EventLine {
  /** Empty if nothing is left for it. */
  readonly title: string
  /** A day, or a day and a time; undefined if the line names no date. */
  readonly start: string | undefined
  /** `HH:MM:SS` */
  readonly end_time: string | undefined
  /** As `durationOf` reads it: `3h`. */
  readonly duration: string | undefined
  readonly venue: string | undefined
  /** Names of categories or tags, without their `#`. */
  readonly terms: readonly string[]
}

/** A date of more words than this is not looked for: `next friday at 8 pm`. */
const date_words_max = 6
/** Stands where a part was taken out, so that the words on either side do not run together. */
const gap = '\u0000'

/** Every part where it stands; the words that are left are the title. */
export function parseEventLine(text: string, here: DateContext): EventLine {
  const { terms, rest: without_terms } = takeTerms(text)
  const { name, rest: without_name } = takeQuotedVenue(without_terms)
  const { end_time, rest: without_end } = takeEnd(without_name)
  const { duration, rest } = takeDuration(without_end)
  const words = rest.split(/\s+/).filter((word) => word !== '')
  const { start, taken } = findStart(words, here)
  const { title, venue } = namesIn(words.map((word, i) => (taken.has(i) ? gap : word)))
  return { title, start, end_time, duration, terms, venue: name ?? venue }
}

interface Without {
  readonly rest: string
}

/** A number is part of a title: `Meetup #12`. */
function takeTerms(text: string): Without & { readonly terms: readonly string[] } {
  const terms: string[] = []
  const rest = text.replace(/(?<=^|\s)#(?:"([^"]+)"|([^\s#"]*[^\s#"\d][^\s#"]*))/gu, (_, quoted, word) => {
    terms.push(quoted ?? String(word).replace(/[,;.]+$/, ''))
    return gap
  })
  return { terms, rest: spaced(rest) }
}

function takeQuotedVenue(text: string): Without & { readonly name: string | undefined } {
  const [all, name] = /(?<=^|\s)@\s*"([^"]+)"/.exec(text) ?? []
  return { name, rest: all === undefined ? text : spaced(text.replace(all, gap)) }
}

function spaced(text: string): string {
  return text.replaceAll(gap, ` ${gap} `)
}

const clock = String.raw`\d{1,2}(?::\d\d)?(?:\s*(?:am|pm|uhr))?`
const clock_range = new RegExp(
  String.raw`(?<![\d:.-])(${clock})\s*(?:-|–|to|until|till|bis)\s*(${clock})(?!\d|[:.-]\d)`,
  'iu',
)

/** `8-11pm`, `20:00–23:00`, `20 Uhr bis 23 Uhr`: the first time stays in the text. */
function takeEnd(text: string): Without & { readonly end_time: string | undefined } {
  const [all = '', first = '', last = ''] = clock_range.exec(text) ?? []
  const [, half = ''] = /(am|pm|uhr)$/i.exec(last) ?? []
  const end_time = timeIn(last)
  const start_time = timeIn(first) ?? startBefore(first, half.toLowerCase(), end_time)
  if (start_time === undefined || end_time === undefined) return { rest: text, end_time: undefined }
  return { rest: text.replace(all, ` ${start_time.slice(0, 5)} `), end_time }
}

/** The `8` of `8-11pm` is in the evening, the `11` of `11-1pm` in the morning. */
function startBefore(hour: string, half: string, end_time: string | undefined): string | undefined {
  const same = timeIn(`${hour}${half}`)
  return half === 'pm' && same !== undefined && end_time !== undefined && same >= end_time ? timeIn(`${hour}am`) : same
}

function timeIn(text: string): string | undefined {
  return timeOf(text.trim().toLowerCase().replace(/\s+/g, ' '))
}

const units: Readonly<Record<string, string>> = { h: 'h', s: 'h', m: 'm', d: 'd', t: 'd', w: 'w' }

/** `3h`, `for 90m`, `2 hours`, `3 Tage`; `in 2 days` is a date. */
function takeDuration(text: string): Without & { readonly duration: string | undefined } {
  const written =
    /(?<=^|\s)(?<!(?:in|\+)\s*)(?:(?:for|für)\s+)?(\d+(?:[.,]\d+)?)\s*(hours?|hrs?|stunden?|std|minutes?|mins?|minuten?|days?|tage?|weeks?|wochen?)(?=\s|$)/iu.exec(
      text,
    )
  if (written) {
    const [all, count = '', unit = ''] = written
    return {
      duration: `${count.replace(',', '.')}${units[unit.charAt(0).toLowerCase()]}`,
      rest: text.replace(all, spaced(gap)),
    }
  }
  const [all, word] =
    [...text.matchAll(/(?<=^|\s)(?:(?:for|für)\s+)?(\d[\d.]*[a-z][\da-z.]*)(?=\s|$)/giu)].findLast(
      ([, found = '']) => durationOf(found) !== undefined,
    ) ?? []
  if (all === undefined || word === undefined) return { duration: undefined, rest: text }
  return { duration: word.toLowerCase(), rest: text.replace(all, spaced(gap)) }
}

interface FoundStart {
  readonly start: string | undefined
  readonly taken: ReadonlySet<number>
}

/** The longest words that are a date, of several the last; a day and a time may stand apart. */
function findStart(words: readonly string[], here: DateContext): FoundStart {
  const run = findRun(words, (text) => tryParseDate(text, here))
  if (!run) return { start: undefined, taken: new Set() }
  const others = words.map((word, i) => (run.places.includes(i) ? gap : word))
  if (isDay(run.found)) {
    const time = findRun(others, timeIn)
    return time
      ? { start: `${run.found} ${time.found}`, taken: placesOf(words, run, time) }
      : { start: run.found, taken: placesOf(words, run) }
  }
  const day = timeIn(run.text) !== undefined ? findRun(others, (text) => dayIn(text, here)) : undefined
  return day
    ? { start: `${day.found} ${run.found.slice(11)}`, taken: placesOf(words, run, day) }
    : { start: run.found, taken: placesOf(words, run) }
}

function dayIn(text: string, here: DateContext): string | undefined {
  const found = tryParseDate(text, here)
  return found !== undefined && isDay(found) ? found : undefined
}

interface Run {
  readonly found: string
  readonly text: string
  readonly places: readonly number[]
}

/** Of several that are as long, the one with the most letters: in `monday Sun Ra tribute` it is not the Sun. */
function findRun(words: readonly string[], read: (text: string) => string | undefined): Run | undefined {
  for (let length = Math.min(date_words_max, words.length); length > 0; length -= 1) {
    const runs = words.slice(length - 1).flatMap((_, from) => {
      const text = words
        .slice(from, from + length)
        .join(' ')
        .replace(/[\s,:]+$/, '')
      const found = text.includes(gap) ? undefined : read(text)
      const places = Array.from({ length }, (_step, i) => from + i)
      return found === undefined ? [] : [{ found, text, places }]
    })
    const [best] = runs.toSorted((a, b) => b.text.length - a.text.length)
    if (best) return best
  }
  return undefined
}

/** With the word that leads to a date: `on friday`, `um 20 Uhr`. */
function placesOf(words: readonly string[], ...runs: readonly Run[]): ReadonlySet<number> {
  const leads = (place: number) => /^(on|at|from|am|um|ab|von|,)$/i.test(words[place] ?? '')
  return new Set(
    runs.flatMap(({ places }) => {
      const before = (places[0] ?? 0) - 1
      return leads(before) ? [before, ...places] : places
    }),
  )
}

/** What follows `@` is the venue, up to where another part stood. */
function namesIn(words: readonly string[]): { readonly title: string; readonly venue: string | undefined } {
  const at = words.findIndex((word) => word.startsWith('@'))
  if (at === -1) return { title: joined(words), venue: undefined }
  const after = [words[at]?.slice(1) ?? '', ...words.slice(at + 1)].filter((word, i) => i > 0 || word !== '')
  const end = after.indexOf(gap)
  const venue = joined(end === -1 ? after : after.slice(0, end))
  const rest = end === -1 ? [] : after.slice(end)
  return { title: joined([...words.slice(0, at), ...rest]), venue: venue === '' ? undefined : venue }
}

function joined(words: readonly string[]): string {
  return words
    .filter((word) => word !== gap)
    .join(' ')
    .replace(/^[\s,;:–-]+|[\s,;–-]+$/gu, '')
}
