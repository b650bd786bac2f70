// Random calendars as bundles to import: texts of authors, dates, costs, links and zones of every kind.
import fc from 'fast-check'
import { daysLater } from '../../src/base/dates/days.ts'

const words = fc
  .stringMatching(/^[A-Za-zäöüÄÖÜß日本0-9,;|"'&<>#:\-!?.*%]{1,12}( [A-Za-z0-9é"':#]{1,8}){0,3}$/)
  .filter((text) => /[a-zA-Z]/.test(text))
const prose = fc.oneof(
  words,
  fc.tuple(words, words).map((parts) => parts.join('\n')),
  fc.constantFrom('yes', 'null', '1e3', '- a\n- b', '"quoted"', "it's", '2027-01-01', 'a: b # c', '=1+1'),
)
/** Texts of authors: harmless markup, and text that looks like markup. */
const html = fc.oneof(
  prose,
  fc.constantFrom(
    '<p>One &amp; two</p>\n\n<p><strong>Three</strong>, <em>four</em></p>',
    '<ul>\n<li>a</li>\n<li>b</li>\n</ul>',
    '<a href="https://x.test/?a=1&amp;b=2">more</a>',
    '5 &lt; 6 & 7',
    '<h2>Über uns</h2>\ntext',
  ),
)
const picture = fc.constantFrom('https://img.test/a.jpg', 'https://img.test/2027/03/%C3%A4%20b.png')
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2027-03-${String(date).padStart(2, '0')}`)
const event = fc.record({
  title: words,
  description: maybe(html),
  excerpt: maybe(html),
  day,
  hour: fc.integer({ min: 0, max: 22 }),
  days: fc.constantFrom(0, 0, 1, 30),
  all_day: fc.boolean(),
  image: maybe(picture),
  timezone: fc.constantFrom(
    'Europe/Berlin',
    'America/New_York',
    'UTC',
    'UTC+5.5',
    'UTC-3',
    'Asia/Kathmandu',
    'America/St_Johns',
    'Australia/Lord_Howe',
  ),
  status: fc.constantFrom('publish', 'draft', 'private', 'pending'),
  cost: maybe(fc.constantFrom('10', '$5', '10 €', '5 - 20', 'Free', '12.50', '0', '$5 - $20')),
  website: maybe(fc.constant('https://example.org/x?a=1&b=2')),
  featured: fc.boolean(),
  sticky: fc.boolean(),
  show_map: fc.boolean(),
  show_map_link: fc.boolean(),
  hide_from_listings: fc.boolean(),
  venue: fc.nat(2),
  organizer: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
  categories: fc.uniqueArray(fc.nat(4), { maxLength: 3 }),
  tags: fc.uniqueArray(fc.nat(2), { maxLength: 2 }),
  slug: maybe(
    fc.oneof(fc.stringMatching(/^[a-z]{3,8}(-[0-9]{1,2})?$/), fc.constantFrom('käse-straße', 'ジャズ', 'музыка')),
  ),
})
const three = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 3, maxLength: 3 })
/** A calendar whose records have names of their own, once `bundleOf` has written it. */
export const randomCalendar = fc.record({
  venues: three(
    fc.record({
      venue: words,
      city: maybe(words),
      zip: maybe(fc.constant('01234')),
      address: maybe(words),
      country: maybe(fc.constant('Germany')),
      phone: maybe(fc.constant('0731/1')),
      website: maybe(fc.constant('https://hall.test/?a=1&b=2')),
      image: maybe(picture),
      description: maybe(html),
      show_map: fc.constantFrom('true', 'false'),
      show_map_link: fc.constantFrom('true', 'false'),
    }),
  ),
  organizers: three(
    fc.record({
      organizer: words,
      email: maybe(fc.constant('a@x.test')),
      phone: maybe(fc.constant('+49 731 1')),
      website: maybe(fc.constant('https://anna.test')),
      image: maybe(picture),
      description: maybe(html),
    }),
  ),
  categories: three(fc.record({ name: words, description: maybe(prose) })),
  tags: fc.uniqueArray(words, {
    minLength: 3,
    maxLength: 3,
    selector: (text) => text.toLowerCase().replace(/[^a-z0-9]/g, ''),
  }),
  events: fc.uniqueArray(event, {
    maxLength: 4,
    selector: ({ title, day: on, hour }) => `${title.toLowerCase()} ${on} ${hour}`,
  }),
})

export type RandomCalendar = typeof randomCalendar extends fc.Arbitrary<infer T> ? T : never

/** A bundle whose records have distinct names, because records are matched by name. */
export function bundleOf(drawn: RandomCalendar): string {
  const numbered = (name: string, i: number) => `${name} ${'abc'[i]}`
  return JSON.stringify({
    categories: [
      ...drawn.categories.map(({ name, ...rest }, i) => ({
        key: `c${i}`,
        name: numbered(name, i),
        ...rest,
        ...(i > 0 ? { parent: `c${i - 1}` } : {}),
      })),
      // The same name below two parents.
      { key: 'c3', name: 'Übriges', slug: 'übriges' },
      { key: 'c4', name: numbered(drawn.categories[1]?.name ?? '', 1), parent: 'c3' },
    ],
    tags: drawn.tags.map((name, i) => ({ key: `t${i}`, name: numbered(name, i) })),
    venues: drawn.venues.map(({ venue, ...rest }, i) => ({ key: `v${i}`, venue: numbered(venue, i), ...rest })),
    organizers: drawn.organizers.map(({ organizer, ...rest }, i) => ({
      key: `o${i}`,
      organizer: numbered(organizer, i),
      ...rest,
    })),
    events: drawn.events.map(({ day: on, hour, days, venue, organizer, categories, tags, slug, ...rest }, i) => ({
      ...rest,
      start_date: `${on} ${String(hour).padStart(2, '0')}:00`,
      end_date: `${daysLater(on, days)} ${String(hour + 1).padStart(2, '0')}:30`,
      ...(slug === undefined ? {} : { slug: `${slug}-x${i}` }),
      venue: `v${venue}`,
      organizer: organizer.map((n) => `o${n}`),
      categories: categories.map((n) => `c${n}`),
      tags: tags.map((n) => `t${n}`),
    })),
  })
}
