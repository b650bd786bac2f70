// A regular expression that takes quadratic time stops the service or the command for a single long text.
import { analyse } from 'scslre'
import { expect, it } from 'vitest'
import { regularExpressionsOf, sourcesUnder } from './support/sources.ts'

/** Those that are only used for texts which are short, or which somebody writes for their own command. */
const used_for_short_texts = new Set([
  // Of a slug that was truncated.
  String.raw`&[^;\s]*;`,
  // The format of a date in a calendar file.
  String.raw`\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|dddd|ddd|WW|W|E|HH|H|mm`,
  // The text of `cal add`.
  String.raw`(?<=^|\s)(?<!@\s*)"([^"]+)"(?=[\s,:]|$)`,
  String.raw`^(.+), ([^,]*\p{L}[^,]*)$`,
  // A line of the user's file of passwords.
  String.raw`(?:\\.|[^:\\])*(?::|$)`,
  // A date of up to 300 characters.
  String.raw`^(.*?)\s*(Z|UTC|GMT|[ECMP][SD]T|BST|CES?T|[+-]\d\d(?::?\d\d)?|[a-z]+\/[a-z_/]+)?$`,
  // Texts up to their last `>`, so that every tag ends.
  '(<[^>]*>)',
])

const all = sourcesUnder('src').flatMap(regularExpressionsOf)

it('regular expressions take linear time for texts of any length', () => {
  const slow = all.filter(({ source, flags }) => analyse({ source, flags }).reports.length > 0)
  expect(slow.filter(({ source }) => !used_for_short_texts.has(source))).toEqual([])
  expect([...used_for_short_texts].filter((source) => !slow.some((one) => one.source === source))).toEqual([])
})

it('finds regular expressions', () => {
  expect(all.length).toBeGreaterThan(1_000)
  expect(analyse({ source: String.raw`^\s*(\d+\.?\d*)$`, flags: '' }).reports).not.toEqual([])
})
