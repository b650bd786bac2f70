// Texts of any kind in every text field: the second run of the same file sends nothing, with the journals of the first
// run and without them, and a change of one text is sent.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../support/service-in.ts'

const runs = Number(process.env.CAL_RUNS ?? 2)
const settings = {
  numRuns: runs,
  endOnFailure: true,
}

const pieces = fc.constantFrom(
  ...['Jazz', 'Über uns', 'naïve', 'e\u0301', '日本語', '😀', '👩‍👩‍👧', ':)', ';-)', '(tm)', '€', '½'],
  ...['&', '&&', 'R&D', '&amp;', '&#038;', '&lt;', '&nbsp;', '&eacute;', '& amp;', '&copy', '&nosuch;'],
  ...['"', "'", '“', '”', '’', '„', '«', '`', "''", '``', '"a"', "'b'", "it's", "'90s", `6'2"`, '5" x 3"'],
  ...['-', '--', '---', ' -- ', ' - ', '–', '—', '...', '…', '2x3', '2×3', 'a\\b', '\\', '\\\\'],
  ...[
    '<',
    '>',
    '5 < 6',
    '7 > 2',
    '<b>bold</b>',
    '<br>',
    '<3',
    '#',
    '%',
    '%20',
    '100%',
    '=1+1',
    '@',
    '~',
    '|',
    ';',
    '*',
  ],
  ...[' ', '  ', '\u00a0', '\t', '1st', '10,5', '12:30', '(a)', '[b]', '{c}', '\u200b', '\u00ad'],
)
const line = fc
  .array(fc.tuple(pieces, fc.constantFrom('', ' ')), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flat().join(''))
/** Names are also the keys of records, whose words a line break separates only where it is not removed. */
const name = line.filter((text) => !text.includes('<br>'))
const prose = fc
  .array(fc.oneof(line, fc.constantFrom('<p>One</p>', '<ul>\n<li>a</li>\n</ul>', '<h2>Top</h2>', '<!-- note -->')), {
    minLength: 1,
    maxLength: 4,
  })
  .chain((lines) => fc.constantFrom('\n', '\n\n', '\r\n', '\n \n').map((between) => ['Text', ...lines].join(between)))
/** Without tags and `%20`, which deployed services remove: the journal of a run knows what was sent. */
const address = fc
  .array(
    fc.constantFrom(
      ...['a', '?b=1&c=2', '&amp;', '&', "'", '(1)', '~', '+', '#e', ',', ';', '@', '!', '*', '[0]', '"', '>'],
    ),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) => `https://example.org/${parts.join('')}`)

/** Begins with a letter, so that no text is blank, and with its own number, because records are matched by name. */
const named = (kind: string, n: number, text: string) => `${kind} ${n}a ${text}`
const event = fc.record({
  title: name,
  description: prose,
  excerpt: prose,
  website: address,
})
const venue = fc.record({
  venue: name,
  description: prose,
  address: line,
  city: line,
  country: line,
  province: line,
  state: line,
  zip: line,
  phone: line,
  stateprovince: line,
  website: address,
})
const organizer = fc.record({ organizer: name, description: prose, phone: line, email: line, website: address })
const term = fc.record({ name, description: line })
const list = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 2, maxLength: 3 })
const calendar = fc.record({
  venues: list(venue),
  organizers: list(organizer),
  categories: list(term),
  tags: list(term),
  events: list(event),
})
type Calendar = typeof calendar extends fc.Arbitrary<infer T> ? T : never

function bundleOf({ venues, organizers, categories, tags, events }: Calendar) {
  return {
    venues: venues.map((one, n) => ({ ...one, venue: named('Hall', n, one.venue) })),
    organizers: organizers.map((one, n) => ({ ...one, organizer: named('Club', n, one.organizer) })),
    categories: categories.map((one, n) => ({ ...one, name: named('Art', n, one.name) })),
    tags: tags.map((one, n) => ({ ...one, name: named('Tag', n, one.name) })),
    events: events.map((one, n) => ({
      ...one,
      title: named('Event', n, one.title),
      start_date: `2027-03-0${n + 1} 20:00`,
      end_date: `2027-03-0${n + 1} 22:00`,
    })),
  }
}

type Bundle = Readonly<Record<string, readonly Readonly<Record<string, string>>[]>>

/** The bundle with a word more in one text, which `at` selects; names and dates stay, because they match the record. */
function withChange(bundle: Bundle, at: number): Bundle {
  const fields = Object.entries(bundle).flatMap(([kind, records]) =>
    records.flatMap((record, n) =>
      Object.keys(record)
        .filter((field) => !/^(?:title|venue|organizer|name|.*_date)$/.test(field))
        .map((field) => ({ kind, n, field })),
    ),
  )
  const { kind, n, field } = fields[at % fields.length] ?? { kind: '', n: 0, field: '' }
  return {
    ...bundle,
    [kind]: (bundle[kind] ?? []).map((one, i) => (i === n ? { ...one, [field]: changed(field, one[field]) } : one)),
  }
}

/** At the beginning, because deployed services drop the rest of a term's description after an open bracket. */
function changed(field: string, text = ''): string {
  return field === 'website' ? `${text}x1` : `x1${text}`
}

describe.each(modes)('in %s mode', (mode) => {
  it.each(['import a.json --on-existing update --yes', 'apply -f a.json --yes'])(
    'a second %s sends nothing, and a change of one text is one write',
    async (command) => {
      await fc.assert(
        fc.asyncProperty(calendar, fc.nat(), async (drawn, at) => {
          const { cal, forgetRuns, write, writes } = await serviceIn(mode)
          const bundle = bundleOf(drawn)
          write('a.json', JSON.stringify(bundle))
          expect(await cal(command)).toMatchObject({ code: 0 })
          expect(writes().length).toBeGreaterThan(5)
          for (const run of [1, 2]) {
            const { stderr } = await cal(command, run)
            expect(stderr).toMatch(/^[^;\n]+ unchanged\n$/)
            expect(writes()).toEqual([])
            forgetRuns()
          }
          write('a.json', JSON.stringify(withChange(bundle, at)))
          expect((await cal(command, 3)).stderr).toMatch(/^1 \w+ updated(; [^;\n]+ unchanged)?$/m)
        }),
        settings,
      )
    },
    60_000 + runs * 10_000,
  )
})
