// Comparison of a write with its response: every documented field in every form, in both modes.
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isObject, type Json, type JsonObject } from '../../../../src/base/json.ts'
import { idOf, recordOf } from '../../../../src/client/api/call.ts'
import { changesOf } from '../../../../src/client/update/compare.ts'
import { visibleMismatchesOf } from '../../../../src/client/update/verify-write.ts'
import { updateSafely } from '../../../support/safe-update.ts'
import { type Mode, modes } from '../../../support/modes.ts'
import { type OpenedCalendar, openCalendar } from '../../../../src/server/service/service.ts'
import type { Plural } from '../../../../src/spec/model.ts'
import { resources } from '../../../../src/spec/resources.ts'
import { calendar_address, friday, send } from '../../../support/calendar.ts'
import { newFolder } from '../../../support/folder.ts'

const markup = [
  'A "b" \'c\' & d',
  'one\ntwo\n\nthree',
  '  blanks  ',
  'R&amp;D',
  '<b>bold</b> text',
  'a -- b...',
  '2x3 — 日本',
  'Acme (tm) :)',
  'seen [gallery ids="1"] here',
]
const walls = ['2027-05-01', '2027-05-01 10:00', '2027-05-01T10:00:30', '2027-05-01 10:00:00']
const names = ['Q "b" & c', '  Ü — 1', 'R&amp;D', "it's"]

type Ids = Readonly<Record<'hall' | 'barn' | 'club' | 'choir' | 'music' | 'jazz' | 'red' | 'blue' | 'picture', number>>

const fieldsWith = ({
  hall,
  barn,
  club,
  choir,
  music,
  jazz,
  red,
  blue,
  picture,
}: Ids): Readonly<Record<Plural, Readonly<Record<string, readonly Json[]>>>> => ({
  events: {
    author: [1, '1'],
    date: ['2026-01-02 03:04:05', '2026-01-02', '2027-08-01 10:00'],
    date_utc: ['2026-01-02 03:04:05'],
    title: [...names, ...markup],
    description: markup,
    slug: ['a-slug', 'Ünter Ößen!', '日本'],
    excerpt: markup,
    status: ['draft', 'private', 'pending', 'publish'],
    timezone: ['Europe/Berlin', 'europe/berlin', 'UTC', 'UTC+2', '+02:00'],
    all_day: [true, 'true', 1, false, '0'],
    start_date: walls,
    end_date: walls.map((wall) => wall.replace('-05-', '-06-')),
    image: [String(picture)],
    cost: [
      '10',
      10,
      '$5',
      '10 €',
      '5$',
      '10 - 20',
      '$20 - $10',
      '1,000',
      '10,50',
      'Free',
      'free',
      '0.00',
      'Donation',
      'USD 10',
      '5/10',
      '10 & 20',
      '0 - 20',
      '$0, $20',
      '12.50',
      '10.50 €',
      ['10', '20'],
    ],
    website: ['https://a.example/?b=1&c=2', ''],
    show_map: [true, '1'],
    show_map_link: [true, 'false'],
    hide_from_listings: [true, 0],
    sticky: [true, 'TRUE'],
    featured: [true, false],
    categories: [[jazz, music], ['music'], ['New & old'], []],
    tags: [[blue, red], ['green'], []],
    venue: [[hall], hall, String(barn), { id: hall }, { venue: 'Inline' }],
    organizer: [[choir, club], [club, club], club, [{ organizer: 'Inline' }], []],
  },
  venues: {
    author: [1],
    date: ['2026-01-02 03:04:05', '2026-01-02'],
    date_utc: ['2026-01-02 03:04:05'],
    venue: names,
    description: markup,
    status: ['draft', 'private', 'publish'],
    show_map: ['true', 'false', '1'],
    show_map_link: ['true', 'false'],
    address: ['1 <b>Main</b>\nStreet', 'A & B'],
    city: ['Köln', ''],
    country: ['Germany', 'United States'],
    province: ['P'],
    state: ['S'],
    zip: ['012'],
    phone: ['+49 1'],
    stateprovince: ['Bavaria', ''],
    website: ['https://a.example/', ''],
    image: [String(picture), ''],
  },
  organizers: {
    author: [1],
    date: ['2026-01-02 03:04:05'],
    date_utc: ['2026-01-02 03:04:05'],
    organizer: names,
    description: markup,
    status: ['draft', 'publish'],
    phone: ['1', ''],
    website: ['https://a.example/', ''],
    email: ['a@b.example', 'nope', ''],
    image: [String(picture), ''],
  },
  categories: { name: names, description: markup, slug: ['A Slug', 'ÜÖ'], parent: [music] },
  tags: { name: names, description: markup, slug: ['A Slug', 'ÜÖ'] },
})

const least: Readonly<Record<Plural, object>> = {
  events: { title: 'T', start_date: '2027-05-01 09:00:00', end_date: '2027-06-02 18:00:00' },
  venues: { venue: 'V' },
  organizers: { organizer: 'O' },
  categories: { name: 'C' },
  tags: { name: 'T' },
}

/** Deployed services convert `UTC+2` by the clock of Helsinki: Q19. */
const by_helsinki = [
  { field: 'utc_start_date', after: '2027-05-01 07:00:00', before: '2027-05-01 06:00:00' },
  { field: 'utc_end_date', after: '2027-06-02 16:00:00', before: '2027-06-02 15:00:00' },
]
/** They create another tag if an existing one is sent by name: Q8. */
const truths = {
  standard: [],
  quirks: [...by_helsinki, ...by_helsinki, { field: 'tags', before: [expect.any(Number)], after: ['green'] }],
}

describe.each(modes)('in %s mode', (mode) => {
  const folder = newFolder()
  let calendar: OpenedCalendar
  let fields: ReturnType<typeof fieldsWith>
  let count = 0
  const create = async (plural: Plural, values: object) =>
    recordOf(await send(calendar.exchange, `${plural}.create`, { ...values }))
  const idOfNew = async (plural: Plural, values: object) => idOf(await create(plural, values))

  beforeAll(async () => {
    const opened = (mode: Mode) =>
      openCalendar({
        file: join(folder, 'calendar.db'),
        timezone: 'America/New_York',
        address: calendar_address,
        mode,
        read_only: false,
        writer: 'inline',
        now: () => friday,
      })
    // Only standard mode accepts an image URL without downloading it.
    calendar = await opened('standard')
    await calendar.users.put([{ id: 1, login: 'ada', email: '', role: 'administrator', password_hash: '' }])
    const pictured = await create('events', { ...least.events, image: 'https://a.example/p.jpg' })
    await calendar.close()
    calendar = await opened(mode)
    fields = fieldsWith({
      hall: await idOfNew('venues', { venue: 'Hall' }),
      barn: await idOfNew('venues', { venue: 'Barn' }),
      club: await idOfNew('organizers', { organizer: 'Club' }),
      choir: await idOfNew('organizers', { organizer: 'Choir' }),
      music: await idOfNew('categories', { name: 'Music' }),
      jazz: await idOfNew('categories', { name: 'Jazz' }),
      red: await idOfNew('tags', { name: 'red' }),
      blue: await idOfNew('tags', { name: 'blue' }),
      picture: isObject(pictured.image) ? Number(pictured.image.id) : 0,
    })
  })
  afterAll(() => calendar.close())

  /** The warnings after a create and after an update, or the error of the service. */
  async function warnings(plural: Plural, field: string, value: Json): Promise<readonly unknown[]> {
    const { name } = resources[plural]
    count += 1
    const sent = { ...least[plural], [name]: `N ${count}`, [field]: value }
    const created = await create(plural, sent)
    const onCreate = visibleMismatchesOf(plural, sent, created)
    await send(calendar.exchange, `${plural}.delete`, { id: idOf(created) })
    const before = await create(plural, { ...least[plural], [name]: `M ${count}` })
    const { mismatches, record } = await updateSafely(calendar.exchange, plural, before, { [field]: value })
    await send(calendar.exchange, `${plural}.delete`, { id: idOf(record) })
    return [...onCreate, ...mismatches]
  }

  it.each(Object.keys(least) as Plural[])('no field of %s differs only by its spelling', async (plural) => {
    expect(Object.keys(fields[plural])).toEqual(Object.keys(resources[plural].fields))
    const found: unknown[] = []
    for (const [field, values] of Object.entries(fields[plural])) {
      for (const value of values)
        found.push(
          ...(await warnings(plural, field, value).catch((error: Error) => [{ field, value, error: error.message }])),
        )
    }
    expect(found).toEqual(plural === 'events' ? truths[mode === 'standard' ? 'standard' : 'quirks'] : [])
  })
})

describe('fields that a service stored differently', () => {
  const shown: Readonly<Record<Plural, JsonObject>> = {
    events: {
      id: 1,
      author: '2',
      title: 'Jazz',
      slug: 'jazz',
      status: 'draft',
      date: '2026-01-02 03:04:05',
      timezone: 'Europe/Berlin',
      all_day: false,
      start_date: '2027-05-01 10:00:00',
      end_date: '2027-05-01 12:00:00',
      description: '<p>Old</p>',
      image: { id: 3, url: 'https://x.example/3.jpg' },
      cost: '$10',
      cost_details: { values: ['10'] },
      website: 'https://x.example/',
      featured: false,
      venue: [],
      organizer: [{ id: 6 }],
      categories: [{ id: 8, name: 'Music', slug: 'music' }],
      tags: [],
    },
    venues: { id: 2, venue: 'Hall', status: 'publish', show_map: true },
    organizers: { id: 3, organizer: 'Club' },
    categories: { id: 4, name: 'Music', slug: 'music-2', parent: 2 },
    tags: { id: 5, name: 'red', description: 'x' },
  }
  const rows: readonly (readonly [Plural, string, Json, Json])[] = [
    ['events', 'author', 3, 2],
    ['events', 'title', 'Blues', 'Jazz'],
    ['events', 'status', 'publish', 'draft'],
    ['events', 'date', '2026-01-03', '2026-01-02 03:04:05'],
    ['events', 'timezone', 'UTC', 'Europe/Berlin'],
    ['events', 'all_day', true, false],
    ['events', 'start_date', '2027-05-01 11:00', '2027-05-01 10:00:00'],
    ['events', 'description', 'New', '<p>Old</p>'],
    ['events', 'image', '4', '3'],
    ['events', 'cost', '12', '10'],
    ['events', 'cost', 'Free', '10'],
    ['events', 'website', 'https://y.example/', 'https://x.example/'],
    ['events', 'featured', 'true', false],
    ['events', 'venue', [4], []],
    ['events', 'organizer', [6, 7], [6]],
    ['events', 'organizer', [], [6]],
    ['events', 'categories', ['Jazz'], [8]],
    ['events', 'tags', [9], []],
    ['venues', 'city', 'Ulm', ''],
    ['venues', 'show_map', 'false', 'true'],
    ['organizers', 'email', 'a@b.example', ''],
    ['categories', 'parent', 3, 2],
    ['categories', 'slug', 'music', 'music-2'],
    ['tags', 'description', '', 'x'],
    ['venues', 'stateprovince', 'Hesse', ''],
  ]
  it.each(rows)('%s %s %j', (plural, field, sent, stored) => {
    expect(changesOf(plural, { [field]: sent }, shown[plural], 'stored')).toEqual([
      { field, before: stored, after: sent },
    ])
  })

  it.each([
    ['10/6 reduced', '$6 – $10', '', ['6', '10']],
    ['VVK 12 / AK 15', '$12 – $15', '', ['12', '15']],
    ['10 - 20 €', '$10 – $20', '', ['10', '20']],
    ['10,50 €', '$10,50', '', ['10.50']],
    ['1.234,56 €', '$,56 – $1.234', '', ['.56', '1234']],
  ])(
    'ignore that the cost %j is shown as %j, and report another one that is stored',
    (cost, shown, currency_symbol, values) => {
      const record = {
        id: 1,
        all_day: false,
        cost: shown.replace('–', '&#8211;'),
        cost_details: { currency_symbol, currency_code: '', currency_position: '', values },
      }
      expect(changesOf('events', { cost }, record, 'stored')).toEqual([])
      expect(visibleMismatchesOf('events', { cost }, record)).toEqual([])
      const other = { ...record, cost_details: { ...record.cost_details, text: `${cost} +` } }
      expect(visibleMismatchesOf('events', { cost: `${cost} -` }, other)).toEqual([
        { field: 'cost', before: `${cost} +`, after: `${cost} -` },
      ])
    },
  )

  it('are not shortcodes that the service rendered, also with brackets in their attributes', () => {
    const stored = { id: 1, all_day: false, description: '<p><img alt=""> end</p>' }
    for (const description of ['[gallery ids="1"] end', '[gallery ids=[1,2]] end'])
      expect(visibleMismatchesOf('events', { description }, stored)).toEqual([])
    expect(visibleMismatchesOf('events', { description: '[gallery end' }, stored)).toHaveLength(1)
  })

  it('are backslashes that the service dropped', () => {
    const sent = { title: 'AC\\DC', description: 'C:\\new', excerpt: 'a\\b' }
    const stored = { id: 1, all_day: false, title: 'ACDC', description: '<p>C:new</p>', excerpt: '<p>a&#092;b</p>' }
    expect(visibleMismatchesOf('events', sent, stored)).toEqual([
      { field: 'title', before: 'ACDC', after: 'AC\\DC' },
      { field: 'description', before: '<p>C:new</p>', after: 'C:\\new' },
    ])
  })

  it.each([
    [{ start_date: '2027-07-01 18:00' }, ['utc_start_date']],
    [{ timezone: 'CET' }, ['utc_start_date', 'utc_end_date']],
    [{ title: 'A' }, []],
  ])('are instants that the service converts by another clock: %j', (sent, expected) => {
    const record = {
      ...{ id: 1, title: 'A', all_day: false, timezone: 'CET' },
      ...{ start_date: '2027-07-01 18:00:00', utc_start_date: '2027-07-01 17:00:00' },
      ...{ end_date: '2027-07-01 19:00:00', utc_end_date: '2027-07-01 18:00:00' },
    }
    const found = (values: typeof record) => visibleMismatchesOf('events', sent, values).map(({ field }) => field)
    expect(found(record)).toEqual(expected)
    expect(found({ ...record, utc_start_date: '2027-07-01 16:00:00', utc_end_date: '2027-07-01 17:00:00' })).toEqual([])
    expect(found({ ...record, all_day: true })).toEqual([])
  })

  it('ignore dates in words, and the missing dates of drafts', () => {
    expect(
      changesOf('events', { start_date: 'tomorrow 8pm' }, { start_date: '2027-05-01 20:00:00' }, 'stored'),
    ).toEqual([])
    expect(changesOf('events', { date: '2027-05-01' }, { date: '0000-00-00 00:00:00' }, 'stored')).toEqual([])
  })

  it.each([
    ['that is not sent', { cost: null }, { id: 1, all_day: false, cost: '$10' }],
    ['that a password hides', { cost: '10' }, { id: 1, all_day: null, cost: '' }],
  ])('ignore a cost %s', (_, sent, record) => {
    expect(visibleMismatchesOf('events', sent, record)).toEqual([])
  })

  it('ignore hidden fields of protected events and unknown fields', () => {
    const hidden = { id: 1, title: 'Jazz', all_day: null, description: '', venue: [], featured: null }
    expect(
      changesOf(
        'events',
        { title: 'Jazz', description: 'New', venue: [4], featured: true, password: 'x', virtual: true },
        hidden,
        'stored',
      ),
    ).toEqual([])
  })
})
