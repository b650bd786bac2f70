// Words that say that an event repeats: `every tuesday`, `weekly`, `jeden Dienstag`, `alle 2 Wochen`.
import { typed_weekdays } from './date-words.ts'
import { t, type Text } from '../text/language.ts'

export const series_hint: Text = t(
  'repeated events are described in a calendar file: cal explain apply; to add single dates: cal events copy ID --shift +1w',
)

const weekdays = typed_weekdays.flat().join('|')
const units = [
  'days?|weeks?|weekdays?|weekends?|months?|quarters?|years?|mornings?|evenings?|nights?',
  'tage?|wochen?|werktage?|wochenenden?|monate?|quartale?|jahre?|morgen|abende?',
].join('|')
const ordinals = [
  '\\d+(?:\\.|st|nd|rd|th)?|other|first|second|third|fourth|last|two|three|four',
  'erste[nrs]?|zweite[nrs]?|dritte[nrs]?|vierte[nrs]?|letzte[nrs]?|zwei|drei|vier',
].join('|')
const adverbs = [
  'daily|weekly|fortnightly|bi-?weekly|monthly|yearly|annually',
  'täglich|wöchentlich|14-tägig|vierzehntägig|zweiwöchentlich|monatlich|jährlich',
  'werktags',
  ...typed_weekdays.flatMap(([en, de]) => [`${en}s`, `${de}s`]),
].join('|')
const verbs = 'repeat(?:s|ed|ing)?|recur(?:s|ring)?|wiederholt?|wiederholen|wiederkehrend'
/** What follows `weekly` if it isn't part of a name, as in `weekly market`. */
const others = 'on|at|from|until|till|for|in|am|um|ab|von|vom|bis|für|every|each|jeden?'
const ends = `\\d|(?:${others}|${weekdays}|${adverbs})(?![\\p{L}\\d])`

const every_friday = `(?:every|each|all[et]?|jede[nrsm]?)(?: (?:${ordinals}))?\\.? (?:${units}|${weekdays})`
const weekly = `(?:${adverbs}|${verbs})(?=[,;:]?(?:\\s*$|\\s+(?:${ends})))`
const repeated = new RegExp(`(?<![\\p{L}\\d-])(?:${every_friday}|${weekly})(?![\\p{L}\\d])`, 'iu')

/** The words of a text that say that something repeats; undefined without such words, and in `Weekly market friday`. */
export function repetitionIn(text: string): string | undefined {
  return repeated.exec(text.replace(/\s+/g, ' '))?.[0]
}
