// `cal add`: its preview, the event it creates, and what it rejects.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const line = "'Open stage friday 8pm 3h @ blue cellar #music #late'"

async function furnished() {
  const at = newWorkspace()
  await at.cal("venues create --venue 'Blue Cellar'")
  await at.cal('categories create --name Music')
  await at.cal('tags create --name late')
  return at
}

describe('add', () => {
  it.each([
    [
      'in 2 hours',
      { start_date: '2026-11-21 09:00:00', timezone: 'America/New_York', utc_start_date: '2026-11-21 14:00:00' },
    ],
    ['tomorrow 9am', { start_date: '2026-11-22 09:00:00', timezone: 'UTC', utc_start_date: '2026-11-22 09:00:00' }],
  ])('stores a moment as such, and other times as those of the calendar: %s', async (date, stored) => {
    const { cal } = await furnished()
    const zoned = { env: { CAL_TZ: 'America/New_York' } }
    const fields = '-o json --fields start_date,timezone,utc_start_date'
    expect(JSON.parse((await cal(`add 'Walk ${date} 1h' ${fields}`, zoned)).stdout)).toEqual(stored)
  })

  it('does not take the text of a file for the name of another one', async () => {
    const { cal, write } = await furnished()
    write('text.txt', '@secret.txt')
    write('secret.txt', 'hunter2')
    const { stdout } = await cal("add 'Walk tomorrow 9am' --description @text.txt -o json")
    expect(JSON.parse(stdout).description).toContain('@secret.txt')
  })

  it.each([
    ["'Zahnarzt montag halb neun'", 'error: "halb neun" could be a time, a date or a duration'],
    ["'Basar friday 8pm 12 €'", 'error: cal add takes no price such as "12 €"'],
    ["'Games friday 8pm :: Bring a friend'", 'error: ":: Bring a friend" is not understood'],
  ])('creates nothing from %s', async (words, error) => {
    const { cal, json } = await furnished()
    const { code, stderr } = await cal(`add ${words} --yes`)
    expect({ code, error: stderr.split('\n')[0] }).toEqual({ code: 2, error })
    expect(await json('events list --any-date')).toEqual([])
  })

  it('takes an argument in quotes as the title if the others name the day', async () => {
    const { cal } = await furnished()
    const titled = async (words: string) => (await cal(`add ${words} --yes -o json --jq .title`)).stdout.trim()
    expect(await titled("'Dinner at eight' friday")).toBe('Dinner at eight')
    expect(await titled("'Dinner at eight' at Blue Cellar friday 8pm")).toBe('Dinner at eight')
    expect(await titled("'Dinner friday' 8pm")).toBe('Dinner')
  })

  it('shows the parsed event, then creates it', async () => {
    const { cal, json } = await furnished()
    const { code, stderr } = await cal(`add ${line} --yes`)
    expect({ code, stderr: stderr.replace(/to undo: .*\n/, '') }).toEqual({
      code: 0,
      stderr:
        '  Title         Open stage\n' +
        '  When          Fri 27 Nov 2026, 20:00–23:00\n' +
        '  Venue         Blue Cellar #4\n' +
        '  Categories    Music #2\n' +
        '  Tags          late #3\n' +
        'Created event 5 "Open stage" · Fri 27 Nov 2026, 20:00–23:00 (UTC) · Blue Cellar\n',
    })
    const [event] = (await json('events list --fields title,start_date,end_date,all_day,venue.id,tags,categories')) as [
      { readonly tags: readonly { readonly name: string }[] },
    ]
    expect(event).toMatchObject({
      title: 'Open stage',
      start_date: '2026-11-27 20:00:00',
      end_date: '2026-11-27 23:00:00',
      all_day: false,
      tags: [expect.objectContaining({ name: 'late' })],
      categories: [expect.objectContaining({ name: 'Music' })],
    })
  })

  it('creates an all-day event without a time, and ends after midnight on the next day', async () => {
    const { cal, json } = await furnished()
    await cal("add 'Street party 2027-06-12 2d' --yes")
    await cal("add 'Long night 2027-06-20 22:00-03:00' --yes --timezone Europe/Berlin")
    expect(await json('events list --fields title,all_day,start_date,end_date,timezone')).toEqual([
      expect.objectContaining({ title: 'Street party', all_day: true, end_date: '2027-06-13 23:59:59' }),
      expect.objectContaining({
        title: 'Long night',
        all_day: false,
        end_date: '2027-06-21 03:00:00',
        timezone: 'Europe/Berlin',
      }),
    ])
  })

  it('creates missing references with --create-missing', async () => {
    const { cal } = await furnished()
    const typed = "add 'Feast friday @ City Hall #food'"
    expect(await cal(`${typed} --yes`)).toMatchObject({
      code: 4,
      stderr:
        'error: category or tag "food" not found\nhint: search for similar ones: cal search food; to create a tag, use --create-missing\n',
    })
    expect((await cal(`${typed} --yes --create-missing`)).stderr).toContain(
      '  Venue         City Hall (new)\n  Tags          food (new)\n',
    )
    expect((await cal('tags get food')).code).toBe(0)
  })

  const note = 'No end given: the event lasts 1 hour. To specify it: 8pm 3h or 20:00-23:00.\n'

  it('says that an event without an end lasts one hour', async () => {
    const { cal, json } = await furnished()
    expect((await cal('add Talk friday 23:30')).stderr).toContain(note)
    expect(await json('events list --fields end_date')).toEqual([{ end_date: '2026-11-28 00:30:00' }])
    expect((await cal('add Match friday 20:00-22:00')).stderr).not.toContain('No end')
  })

  it.each([
    ['Reading tomorrow 7pm 1h in Blue Cellar', 'Reading'],
    ['Reading at the blue cellar tomorrow 7pm 1h', 'Reading'],
    ['Lesung morgen 19 Uhr 1h im Blue Cellar', 'Lesung'],
    ['Dancing in the Dark tomorrow 7pm 1h at Blue Cellar', 'Dancing in the Dark'],
    ['Reading tomorrow 7pm 1h Blue Cellar', 'Reading'],
  ])('reads the venue after a preposition: %s', async (typed, title) => {
    const { cal, json } = await furnished()
    const { stderr } = await cal(`add '${typed}'`)
    expect(stderr).toContain(`"${title}" · Sun 22 Nov 2026, 19:00–20:00 (UTC) · Blue Cellar\n`)
    expect(await json('events list --fields title,venue.id')).toEqual([{ title, venue: { id: 4 } }])
  })

  it.each([
    ['event Choir friday 8pm 1h', 'Choir'],
    ['event planning friday 8pm 1h', 'event planning'],
    ['Tag der offenen Tür freitag 8pm 1h', 'Tag der offenen Tür'],
    ["'venue tour friday 8pm 1h'", 'venue tour'],
  ])('takes a kind before the title for what it is, but not as a part of it: %s', async (typed, title) => {
    const { cal, json } = newWorkspace()
    await cal(`add ${typed}`)
    expect(await json('events list --fields title')).toEqual([{ title }])
  })

  it('does not take a number after the date for the id of a venue', async () => {
    const { cal, json } = await furnished()
    await cal('add Meetup friday 8pm 1h 4')
    expect(await json('events list --fields title,venue.id')).toEqual([{ title: 'Meetup 4' }])
  })

  it('keeps other words after a preposition in the title, and says so', async () => {
    const { cal, json } = await furnished()
    expect((await cal("add 'Dancing in the Dark friday 8pm 2h'")).stderr).toMatch(
      /^"in the Dark" is part of the title, because there is no venue "Dark"\. To create the venue: @ "Dark" --create-missing\n/,
    )
    expect(await json('events list --fields title')).toEqual([{ title: 'Dancing in the Dark' }])
    expect((await cal("add 'Evening in white friday 8pm 2h @ Blue Cellar'")).stderr).not.toContain('is part of')
  })
})
