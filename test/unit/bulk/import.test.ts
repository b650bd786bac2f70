import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../support/workspace.ts'

const bundle = JSON.stringify({
  categories: [
    { id: 9, name: 'Jazz', slug: 'jazz', parent: 7 },
    { id: 7, name: 'Music', slug: 'music', parent: 0 },
  ],
  tags: [{ key: 'free', name: 'Free entry' }],
  venues: [{ id: 31, venue: 'City Hall', city: 'Ulm' }],
  organizers: [{ organizer: 'Anna' }],
  events: [
    {
      title: 'Jazz night',
      start_date: '2027-03-01 20:00',
      end_date: '2027-03-01 23:00',
      timezone: 'Europe/Berlin',
      venue: 31,
      organizer: ['Anna'],
      categories: [9],
      tags: ['free'],
      cost: '10',
    },
    {
      title: 'Fair',
      start_date: '2027-04-01',
      end_date: '2027-04-03',
      all_day: true,
      categories: ['Music > Jazz', 'music'],
    },
  ],
})

describe('import of a bundle', () => {
  it('creates records before those that refer to them, and links them', async () => {
    const { cal, json, write } = newWorkspace()
    write('all.json', bundle)
    const { code, stdout, stderr } = await cal('import all.json')
    expect({ code, stdout, stderr: stderr.replace(/undo \d.*/, 'undo').replace(/file .*/, 'file') }).toEqual({
      code: 0,
      stdout: '',
      stderr:
        'new database file\n2 events, 1 venue, 1 organizer, 2 categories, 1 tag created\nto undo: cal history undo\n',
    })
    expect(await json('events list --any-date')).toMatchObject([
      {
        title: 'Jazz night',
        start_date: '2027-03-01 20:00:00',
        venue: { venue: 'City Hall', city: 'Ulm' },
        organizer: [{ organizer: 'Anna' }],
        categories: [{ slug: 'jazz' }],
        tags: [{ name: 'Free entry' }],
      },
      {
        title: 'Fair',
        all_day: true,
        start_date: '2027-04-01 00:00:00',
        end_date: '2027-04-03 23:59:59',
        categories: [{ name: 'Jazz' }, { name: 'Music' }],
      },
    ])
    expect(await json('categories list --no-hide-empty')).toMatchObject([
      { slug: 'jazz', parent: 2 },
      { slug: 'music', parent: 0, id: 2 },
    ])
  })

  it('takes the id of a parent for the record of the file, not for one of the calendar with that id', async () => {
    const { cal, json, write } = newWorkspace()
    await cal('categories create --name Sport')
    const [{ id }] = (await json('categories list --no-hide-empty')) as [{ id: number }]
    write(
      'all.json',
      JSON.stringify({
        categories: [
          { id: 70, name: 'Jazz', parent: id },
          { id, name: 'Music' },
        ],
      }),
    )
    expect(await cal('import all.json')).toMatchObject({ code: 0 })
    const [jazz, music] = (await json('categories list --no-hide-empty')) as { id: number; parent: number }[]
    expect([jazz?.parent, music?.id === id]).toEqual([music?.id, false])
  })

  it('shows the changes of each field, and sends only those', async () => {
    const { cal, json, write } = newWorkspace()
    write('all.json', bundle)
    await cal('import all.json')
    write('all.json', bundle.replace('2027-03-01 23:00', '2027-03-01 22:30').replace('"cost":"10"', '"cost":"12"'))
    const plan = await cal('import all.json --on-existing update --dry-run --exit-code')
    expect(plan).toMatchObject({
      code: 10,
      stderr: '1 event to update; 1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged\n',
    })
    expect(plan.stdout).toBe(
      '~ update event 6 "Jazz night"\n    end_date: "2027-03-01 23:00:00" → "2027-03-01 22:30:00"\n    cost: "$10" → "12"\n'.replace(
        '$10',
        '10',
      ),
    )
    expect(await cal('import all.json --on-existing update')).toMatchObject({
      code: 9,
      stderr: expect.stringContaining('--yes'),
    })
    expect((await cal('import all.json')).stderr).toContain(
      'event "Jazz night" exists with a different end_date, cost (id 6)\n  to update it, use --on-existing update; to leave it unchanged, --on-existing skip',
    )
    expect((await cal('import all.json --on-existing skip')).stderr).toContain(
      '1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged; 1 event left unchanged',
    )
    expect((await cal('import all.json --on-existing update --yes')).stderr).toContain(
      '1 event updated; 1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged',
    )
    expect(await json('events get 6')).toMatchObject({
      end_date: '2027-03-01 22:30:00',
      cost: '$12',
      venue: { venue: 'City Hall' },
    })
  })
})

describe('invalid records', () => {
  it.each([
    [
      'my.ndjson',
      '{"title":"A","start_date":"x","end_date":"2027-01-01"}\n',
      '{"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n',
    ],
    [
      'my.json',
      '[{"title":"A","start_date":"x","end_date":"2027-01-01"}]',
      '[\n{"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n]\n',
    ],
    [
      'my.yaml',
      '- {title: A, start_date: x, end_date: 2027-01-01}\n',
      '- {"kind":"event","title":"A","start_date":"x","end_date":"2027-01-01","_error":"start_date: \\"x\\" is not a date"}\n',
    ],
    [
      'my.ics',
      'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//cal//rejected//EN\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:A\r\nX-ERROR:the event has no DTSTART\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n',
    ],
  ])('keep the format of %s', async (name, text, rejected) => {
    const { cal, read, write } = newWorkspace()
    write(name, text)
    expect(await cal(`import ${name}`)).toMatchObject({ code: 6 })
    expect(read(name.replace('my.', 'my.rejected.'))).toBe(rejected)
  })

  it('end the run at the limit of --stop-on-error', async () => {
    const { cal, write } = newWorkspace()
    write('my.csv', `title,start_date\n${'Bad,soon\n'.repeat(5)}Good,2027-01-01\n`)
    expect(await cal('import my.csv --stop-on-error 2')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('2 events failed'),
    })
  })

  it('leave the run unfinished at that limit, to be resumed later', async () => {
    const { cal, json, read, write } = newWorkspace()
    write('my.csv', 'title,start_date\nGood,2027-01-01\nBad,soon\nBad,later\nLast,2027-01-02\n')
    const { code, stderr } = await cal('import my.csv --stop-on-error 2')
    const run = /undo (\S+)\n$/.exec(stderr)?.[1] ?? ''
    expect({ code, stderr }).toEqual({
      code: 6,
      stderr: expect.stringContaining(
        `stopped: 2 failed; to continue: cal import --resume ${run} --stop-on-error 0\nrejected rows: my.rejected.csv\n1 event created; 2 events failed\nto undo: cal history undo ${run}\n`,
      ),
    })
    expect(await json('history list')).toMatchObject([{ run, created: 1, finished: false }])
    expect((await cal('history list')).stderr).toBe(`stopped: ${run}; to resume: cal import --resume ${run}\n`)
    expect((await cal(`import --resume ${run} --stop-on-error 0`)).stderr).toContain(
      '2 events created; 2 events failed',
    )
    expect(await json('history list')).toMatchObject([{ run, created: 2, finished: true }])
    expect(
      read('my.rejected-2.csv')
        .split('\n')
        .map((line) => line.split(',')[0]),
    ).toEqual(['title', 'Bad', 'Bad', ''])
  })
})

describe('references', () => {
  it('are created once each with --create-missing', async () => {
    const { cal, json, write } = newWorkspace()
    write(
      'my.csv',
      'title,start_date,venue,categories,organizer\nA,2027-01-01,Hall,Music > Jazz,"Anna, Bob"\nB,2027-01-02,hall,Jazz|Rock,Anna\n',
    )
    expect((await cal('import my.csv --create-missing')).stderr).toContain(
      '2 events, 1 venue, 2 organizers, 3 categories created',
    )
    expect(await json('categories list --no-hide-empty')).toMatchObject([
      { name: 'Jazz', parent: 2 },
      { name: 'Music', parent: 0 },
      { name: 'Rock', parent: 0 },
    ])
    expect(await json('venues list')).toMatchObject([{ venue: 'Hall' }])
  })

  it('that are missing are shown once in a plan, with the number of records and the first', async () => {
    const { cal, json, write } = newWorkspace()
    write(
      'my.csv',
      'title,start_date,venue,organizer\nA,2027-01-01,Hall,Choir\nB,2027-01-02,hall,"CHOIR, Choir"\nC,2027-01-03,,choir\n,2027-01-04,Barn,\n',
    )
    expect(await cal('import my.csv --dry-run')).toEqual({
      code: 6,
      stderr: '4 events invalid\n',
      stdout: `! invalid event
    my.csv:5: title is missing
      add text
! venue: venue "Hall" not found: 2 records, first my.csv:2
    to create it, use --create-missing
! organizer: organizer "Choir" not found: 3 records, first my.csv:2
    to create it, use --create-missing
! venue: venue "Barn" not found: my.csv:5
    to create it, use --create-missing
`,
    })
    expect((await cal('import my.csv --dry-run --lang de')).stdout).toContain(
      '! organizer: Veranstalter „Choir“ existiert nicht: 3 Einträge, zuerst my.csv:2\n    mit --create-missing wird der Eintrag angelegt\n',
    )
    expect(
      ((await json('import my.csv --dry-run')) as { errors: string[] }[]).map(({ errors }) => errors.length),
    ).toEqual([2, 3, 1, 2])
    await cal('import my.csv --create-missing')
    expect(await json('organizers list')).toMatchObject([{ organizer: 'Choir' }])
  })

  it('that a service rejects are tried once, and the others are created', async () => {
    const { cal, json, write } = newWorkspace()
    const long = 'x'.repeat(201)
    write(
      'my.csv',
      `title,start_date,categories\nA,2027-01-01,${long}\nB,2027-01-02,Music > ${long}\nC,2027-01-03,Music > Jazz|Rock\n`,
    )
    expect(await cal('import my.csv --create-missing')).toMatchObject({
      code: 6,
      stderr: expect.stringContaining('1 event, 3 categories created; 2 events, 2 categories failed'),
    })
    expect(
      ((await json('categories list --no-hide-empty')) as { name: string }[]).map(({ name }) => name).sort(),
    ).toEqual(['Jazz', 'Music', 'Rock'])
  })
})

describe('iCalendar', () => {
  it('matches events by uid even if the title changes', async () => {
    const { cal, json, write } = newWorkspace()
    const ics = (title: string) =>
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1@x\r\nSUMMARY:${title}\r\nDTSTART;TZID=Europe/Berlin:20270301T180000\r\nRRULE:FREQ=DAILY;COUNT=2\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`
    write('a.ics', ics('Café'))
    expect((await cal('import a.ics')).stderr).toContain('2 events created')
    expect((await cal('import a.ics')).stderr).toContain('2 events unchanged')
    write('a.ics', ics('Bistro'))
    expect((await cal('import a.ics --on-existing update --yes')).stderr).toContain('2 events updated')
    expect(await json('events list --any-date')).toMatchObject([
      { title: 'Bistro', slug: expect.stringMatching(/^cafe-u[0-9a-f]{12}$/), timezone: 'Europe/Berlin' },
      { start_date: '2027-03-02 18:00:00' },
    ])
  })
})

describe('validate', () => {
  it('reports all errors at once, without a server, grouped by kind', async () => {
    const { cal, write } = newWorkspace()
    write(
      'a.json',
      '{"venues":[{"city":"Ulm"}],"events":[{"title":"A","start_date":"2027-01-02","end_date":"2027-01-01","all_day":"maybe","timezone":"Mars"},{"title":"B","start_date":"2027-01-01","end_date":"2027-01-01","titel":"x"}]}',
    )
    const { code, stdout, stderr } = await cal('validate a.json', { env: { CAL_API_ROOT: '' } })
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: '3 of 3 records have errors\n',
    })
    expect(stdout).toBe(
      [
        'venues:',
        '  a.json:1: venue is missing',
        '    add text',
        'events:',
        '  a.json:1: end_date 2027-01-01 00:00:00 is before start_date 2027-01-02 00:00:00',
        '    correct end_date, or remove it',
        '  a.json:1: all_day needs true or false, not "maybe"',
        '  a.json:1: timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars"',
        '  a.json:1: events have no field "titel"',
        '    did you mean title?',
        '',
      ].join('\n'),
    )
    expect(await cal('validate - --kind tags --format ndjson', { stdin: '{"name":"x"}\n' })).toMatchObject({
      code: 0,
      stderr: '1 tag: no errors\n',
    })
  })
})

it('counts a venue that was created just before a crash', async () => {
  const { cal, folder, write } = newWorkspace()
  write('a.csv', 'title,start_date,end_date,venue\nOne,2027-01-01,2027-01-01,Hall\n')
  await cal('import a.csv --create-missing')
  const [run = ''] = readdirSync(join(folder, 'state/runs'))
  const journal = join(folder, 'state/runs', run, 'journal.ndjson')
  const begun = readFileSync(journal, 'utf8').split('\n').slice(0, 3)
  expect(begun[2]).toContain('"kind":"venues"')
  writeFileSync(journal, `${begun.join('\n')}\n`)
  expect(await cal('history list')).toMatchObject({
    stdout: expect.stringContaining(run),
    stderr: `stopped: ${run}; to resume: cal import --resume ${run}\n`,
  })
  expect((await cal('history list --lang de')).stderr).toBe(
    `abgebrochen: ${run}; zum Fortsetzen: cal import --resume ${run}\n`,
  )
  expect((await cal('import --resume')).stderr).toMatch(/^1 venue created; 1 event unchanged/)
  expect(readFileSync(journal, 'utf8')).toContain('{"end":-1,"id":')
  expect((await cal('history list')).stderr).toBe('')
})
