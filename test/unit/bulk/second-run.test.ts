import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../../support/service-in.ts'

/** Values that services return in another form than they were sent. */
const event = {
  title: '  “Jazz” & Rock -- it\'s "here"... ',
  description: '<p>Hello <b>world</b></p>\n\nA "quote" & an \'apostrophe\' -- and so on...\nnext line',
  excerpt: ' short & "sweet" ',
  start_date: '2027-03-01 20:00',
  end_date: '2027-03-01 23:00',
  timezone: 'Europe/Berlin',
  cost: '$5',
  website: "https://example.org/?a=1&b=%20'2'&c=<3>",
  venue: 'Müller\'s "Hall" & Garden',
  organizer: ["Anna's Büro", 'Bob & Co'],
  categories: ['Music > Jazz & Blues', 'Kids\' "Corner"'],
  tags: ['Free  entry', "l'été"],
}
const others = [
  {
    ...event,
    title: 'Free one',
    slug: 'Über  Slug',
    cost: '0',
    website: 'https://Example.org/A?x=1&y=%202',
    start_date: '2027-03-02T19:00:00Z',
    end_date: '2027-03-02T21:00:00Z',
    tags: [],
  },
  {
    ...event,
    title: 'Range',
    cost: '5 - 10 €',
    website: 'https://example.org/',
    status: 'draft',
    description: '',
    excerpt: '',
  },
  {
    ...event,
    title: '<em>Whole</em> days',
    start_date: '2027-03-03',
    end_date: '2027-03-04',
    all_day: true,
    cost: 'Free',
    website: '',
    featured: true,
    show_map: false,
  },
  {
    ...event,
    title: 'Über 5 < 6 & R&amp;D 😀 :)',
    description: 'A\\B :) <!-- note -->\n\n<ul>\n<li>5 < 6 &eacute; 😀</li>\n</ul>',
    timezone: 'UTC',
    start_date: '2027-03-05 08:00',
    end_date: '2027-03-05 08:00',
    cost: '1,50',
    hide_from_listings: false,
    sticky: true,
  },
]
const events = [event, ...others]
/** Nothing is downloaded, so images cannot be given by URL in quirks mode. */
const pictured = events.map((one) => ({ ...one, image: 'https://example.org/Pic-One.JPG' }))
const places = {
  venues: [
    {
      venue: 'Müller\'s "Hall" & Garden',
      address: ' 1 "Main"  St <b>&</b> Söhne ',
      city: 'Ulm & Neu-Ulm',
      country: 'Germany',
      zip: '01234',
      phone: '+49 (0) 731-1',
      website: 'https://hall.example/?a=1&b=2',
      description: 'Big -- & "new"',
      show_map: true,
    },
  ],
  organizers: [
    {
      organizer: "Anna's Büro",
      email: 'Anna@Example.org',
      phone: ' 0731  1\n(A & B) ',
      website: 'http://anna.example/?a=1&b=2',
      description: "It's <b>Anna</b>",
    },
    { organizer: 'Bob & Co' },
  ],
}

const cell = (value: unknown) => `"${[value ?? ''].flat().join('|').replaceAll('"', '""')}"`
const columns = [
  'title',
  'slug',
  'description',
  'excerpt',
  'start_date',
  'end_date',
  'timezone',
  'all_day',
  'cost',
  'website',
  'image',
  'status',
  'venue',
  'organizer',
  'categories',
  'tags',
] as const

/** The same records in each format. */
function written(format: string, mode: (typeof modes)[number]): string {
  const records: readonly Partial<Record<string, unknown>>[] = mode === 'standard' ? pictured : events
  switch (format) {
    case 'json':
      return JSON.stringify({ ...places, events: records })
    case 'ndjson':
      return records.map((one) => `${JSON.stringify(one)}\n`).join('')
    case 'yaml':
      return `${JSON.stringify({ ...places, events: records.map((one, n) => ({ key: `k${n}`, ...one })) }, null, 1)}\n`
    case 'ics':
      return [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        ...events.flatMap((one, n) => [
          'BEGIN:VEVENT',
          `UID:${n}@example.org`,
          `SUMMARY:${one.title.replaceAll(',', '\\,')}`,
          `DESCRIPTION:${one.description.replaceAll('\n', '\\n').replaceAll(',', '\\,')}`,
          'DTSTART;TZID=Europe/Berlin:20270301T200000',
          `DURATION:PT${n + 1}H`,
          'LOCATION:Müller\'s "Hall" & Garden',
          'CATEGORIES:Music,Kids\' "Corner"',
          'URL:https://example.org',
          'RRULE:FREQ=WEEKLY;COUNT=2',
          'END:VEVENT',
        ]),
        'END:VCALENDAR',
        '',
      ].join('\r\n')
    default: {
      const mark = format === 'tsv' ? '\t' : ','
      return [columns.join(mark), ...records.map((one) => columns.map((name) => cell(one[name])).join(mark)), ''].join(
        '\n',
      )
    }
  }
}

describe.each(modes)('a second run of the same input, in %s mode', (mode) => {
  it.each(['json', 'ndjson', 'csv', 'tsv', 'yaml', 'ics'])('of %s sends no write', async (format) => {
    const { cal, write, writes } = await serviceIn(mode)
    write(`a.${format}`, written(format, mode))
    const first = await cal(`import a.${format} --create-missing`)
    expect(first.stderr).not.toContain(' failed')
    expect(writes().length).toBeGreaterThan(5)
    expect((await cal(`import a.${format} --create-missing --on-existing update --dry-run`)).stdout).toBe('')
    expect(await cal(`import a.${format} --create-missing --on-existing update`)).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^[^;\n]+ unchanged\n$/),
    })
    expect(writes()).toEqual([])
  })

  it.each(['apply -f', 'seed'])('of %s sends no write', async (command) => {
    const { cal, write, writes } = await serviceIn(mode)
    write('a.yaml', written('yaml', mode))
    const first = await cal(`${command} a.yaml --create-missing`)
    expect(first.stderr).not.toContain(' failed')
    expect(writes().length).toBeGreaterThan(5)
    expect((await cal(`${command} a.yaml --create-missing --dry-run`)).stdout).toBe('')
    expect(await cal(`${command} a.yaml --create-missing --yes`)).toMatchObject({ code: 0 })
    expect(writes()).toEqual([])
  })

  it('of seed --generate and of update --where sends no write', async () => {
    const { cal, writes } = await serviceIn(mode)
    for (const line of [
      'seed --generate events=20,venues=3,organizers=2,categories=3,tags=4 --seed 42 --yes',
      'events update --where search=a --set cost=5 --set website=https://example.org --yes',
    ]) {
      expect((await cal(line)).stderr).not.toContain(' failed')
      expect(writes().length).toBeGreaterThan(5)
      expect((await cal(line)).stderr).toMatch(/^[^;\n]+ unchanged\n$/)
      expect(writes()).toEqual([])
    }
  })
})
