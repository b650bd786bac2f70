// A field that the interface does not have ends the command before anything is written: its value would be lost.
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const good = { title: 'A', start_date: '2027-01-01', end_date: '2027-01-01' }
const calendar = `calendar: a
venues:
  - {venue: Hall, adress: 1 High Street}
events:
  - {key: a, title: A, start: 2027-05-01 10:00, repeat: FREQ=DAILY;COUNT=3, titel: B}
`

const files = {
  'a.json': JSON.stringify([good, { ...good, titel: 'B' }], null, 1),
  'a.ndjson': `${JSON.stringify(good)}\n${JSON.stringify({ ...good, titel: 'B' })}\n`,
  'a.yaml': 'events:\n  - {title: A, start_date: 2027-01-01}\n  - {title: B, start_date: 2027-01-01, titel: B}\n',
  'c.yaml': calendar,
  'linked.json': JSON.stringify([{ ...good, venue: { venue: 'Hall', citty: 'Bath' } }]),
  'terms.ndjson': `${JSON.stringify({ ...good, categories: ['Music', { nam: 'Jazz' }] })}\n`,
  'linked.yaml':
    'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00, duration: 1h, organizer: [{organizer: Choir, mail: x}]}\n',
}

describe('an unknown field', () => {
  it.each([
    ['import a.json', 'a.json:7: events have no field "titel"', 'title'],
    ['import a.json --dry-run', 'a.json:7: events have no field "titel"', 'title'],
    ['import a.ndjson', 'a.ndjson:2: events have no field "titel"', 'title'],
    ['import a.yaml', 'a.yaml:3: events have no field "titel"', 'title'],
    ['import linked.json --create-missing', 'linked.json:1: venues have no field "citty"', 'city'],
    ['import terms.ndjson --create-missing', 'terms.ndjson:1: categories have no field "nam"', 'name'],
    ['apply -f linked.yaml --create-missing', 'linked.yaml:3: organizers have no field "mail"', 'email'],
    ['apply -f c.yaml', 'c.yaml:3: venues have no field "adress"; c.yaml:5: events have no field "titel"', 'address'],
    ['diff -f c.yaml', 'c.yaml:3: venues have no field "adress"; c.yaml:5: events have no field "titel"', 'address'],
    ['seed -f c.yaml', 'c.yaml:3: venues have no field "adress"; c.yaml:5: events have no field "titel"', 'address'],
  ])('ends %s with 2, and nothing is written', async (line, error, near) => {
    const { cal, json, write } = newWorkspace()
    for (const [name, text] of Object.entries(files)) write(name, text)
    await cal('tags create --name red')
    expect(await cal(line)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(`error: ${error}\nhint: did you mean ${near}?\n`),
    })
    expect(await json('events list --any-date')).toEqual([])
    expect(await json('venues list')).toEqual([])
  })

  it('and one that a linked record is not created with is named', async () => {
    const { cal, json, write } = newWorkspace()
    const venue = { venue: 'Hall', city: { name: 'Bath' }, status: 'draft', zip: '123' }
    write('a.json', JSON.stringify([{ ...good, venue }]))
    const { stderr } = await cal('import a.json --create-missing')
    for (const field of ['city', 'status'])
      expect(stderr).toContain(`ignored: ${field} of linked venues; to set it, list the venues under "venues"\n`)
    expect(await json('venues list --fields venue,zip,status')).toEqual([
      { venue: 'Hall', zip: '123', status: 'publish' },
    ])
  })

  it('that resembles no other names the flag that ignores it', async () => {
    const { cal, json, write } = newWorkspace()
    write('a.json', JSON.stringify([{ ...good, wheelchairs: 3 }]))
    expect(await cal('import a.json')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('hint: to ignore the field: --without wheelchairs; '),
    })
    expect(await cal('import a.json --without wheelchairs')).toMatchObject({ code: 0 })
    expect(await json('events list --any-date')).toHaveLength(1)
  })

  it('of a service is an extension, and is left out with a note', async () => {
    const { cal, write } = newWorkspace()
    write('a.json', JSON.stringify([{ ...good, global_id: 'x?id=1', ticketed: ['rsvp'] }]))
    expect(await cal('import a.json')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('ignored: events have no field "ticketed"\n'),
    })
  })
})
