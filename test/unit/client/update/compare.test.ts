import { expect, it } from 'vitest'
import { changesOf } from '../../../../src/client/update/compare.ts'
import type { JsonObject } from '../../../../src/base/json.ts'

const record: JsonObject = {
  id: 9,
  url: 'https://site.test/event/jazz/',
  title: 'Anna&#8217;s &#8220;Jazz&#8221; &#8211; live&#8230;',
  description: '<p>One</p>\n<p>Two</p>\n',
  excerpt: 'plain "text"',
  slug: 'uber-jazz',
  start_date: '2027-03-01 00:00:00',
  end_date: '2027-03-02 23:59:59',
  all_day: true,
  timezone: 'Europe/Berlin',
  status: 'future',
  featured: false,
  cost: '5€ &#8211; 10€',
  cost_details: { currency_symbol: '€', currency_position: 'postfix', values: ['5', '10'] },
  website: 'https://site.test/event/jazz/',
  image: { id: 77, url: 'https://site.test/uploads/2026/11/Hall-2.jpg' },
  venue: { id: 3 },
  organizer: [{ id: 5 }, { id: 4 }],
  categories: [{ id: 2 }, { id: 1 }],
}

it.each([
  ['title', 'Anna\'s "Jazz" -- live...'],
  ['description', 'One\n\nTwo'],
  ['excerpt', ' plain "text" '],
  ['slug', 'Über  Jazz'],
  ['slug', "Über ja'zz"],
  ['slug', ''],
  ['start_date', '2027-03-01'],
  ['end_date', '2027-03-02 00:00:00'],
  ['all_day', 'yes'],
  ['timezone', 'europe/berlin'],
  ['status', 'publish'],
  ['featured', 'no'],
  ['cost', '5-10'],
  ['cost', '5 - 10 €'],
  ['cost', '€5 – €10'],
  ['website', ''],
  ['image', '77'],
  ['image', 'https://other.test/Hall.JPG'],
  ['image', 'https://site.test/uploads/2026/11/Hall-2.jpg'],
  ['venue', [3]],
  ['organizer', [5, 4]],
  ['categories', [1, 2]],
  ['password', 'secret'],
  ['unknown', 'x'],
])('%s as %j is no change', (field, value) => {
  expect(changesOf('events', { [field]: value }, record)).toEqual([])
})

it.each([
  ['title', "Anna's Jazz - live..."],
  ['description', 'One\n\nThree'],
  ['excerpt', 'plain “text”'],
  ['slug', 'uber-jazz-2'],
  ['start_date', '2027-03-02'],
  ['end_date', '2027-03-03 23:59:59'],
  ['all_day', 'no'],
  ['timezone', 'Europe/London'],
  ['status', 'draft'],
  ['featured', 'yes'],
  ['cost', '5-11'],
  ['cost', '5€, 11€'],
  ['cost', '$5 - $10'],
  ['cost', '5'],
  ['cost', ''],
  ['website', 'https://site.test/'],
  ['image', '78'],
  ['image', 'https://other.test/Hall-12a.jpg'],
  ['image', 'https://site.test/uploads/2026/12/Hall-2.jpg'],
  ['image', ''],
  ['venue', [4]],
  ['venue', []],
  ['organizer', [4, 5]],
  ['categories', [1]],
])('%s as %j is a change', (field, value) => {
  expect(changesOf('events', { [field]: value }, record)).toMatchObject([{ field, after: value }])
})

it.each([
  [{ start_date: '2027-03-01 18:00:00' }, ['start_date', 'all_day']],
  [{ end_date: '2027-03-02 18:00:00' }, ['end_date', 'all_day']],
  [{ start_date: '2027-03-01 00:00:00', end_date: '2027-03-02 23:59:59', all_day: false }, ['all_day']],
  [{ start_date: '2027-03-01 10:00:00', end_date: '2027-03-02 18:00:00', all_day: true }, []],
  [{ start_date: '2027-03-01 00:00:00', end_date: '2027-03-03 23:59:59' }, ['end_date']],
])('%j of an all-day event changes %j', (values, fields) => {
  expect(changesOf('events', values, record).map(({ field }) => field)).toEqual(fields)
})

it('changes show the old value in the form that can be sent', () => {
  expect(changesOf('events', { cost: '7', categories: [8], website: 'https://x.test/' }, record)).toEqual([
    { field: 'cost', before: '5€, 10€', after: '7' },
    { field: 'categories', before: [2, 1], after: [8] },
    { field: 'website', before: '', after: 'https://x.test/' },
  ])
})

it('categories are compared by their parent, also without one', () => {
  const category: JsonObject = { id: 1, name: 'Kids&#8217; corner', slug: 'kids', parent: 0 }
  expect(changesOf('categories', { name: "Kids' corner", parent: 0 }, category)).toEqual([])
  expect(changesOf('categories', { parent: 4 }, category)).toEqual([{ field: 'parent', before: 0, after: 4 }])
})
