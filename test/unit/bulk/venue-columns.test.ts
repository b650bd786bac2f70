// Columns with the address of an event's venue: they describe a venue that the import creates, and change no other.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../support/workspace.ts'

const header = 'title,start_date,Venue,Venue Address,Venue City,Location Zip,Venue Country\n'
const row = (day: number, cells: string) => `Evening ${day},2027-03-0${day} 20:00,${cells}\n`
const shown = 'venues list --fields venue,address,city,zip,country'

it('fills a new venue from the first row that has its address', async () => {
  const { cal, json, write } = newWorkspace()
  write(
    'a.csv',
    `${header}${row(1, 'Hall,,,,')}${row(2, 'Hall,Main St 1,Ulm,89073,Germany')}${row(3, ',Side St 2,Bonn,,')}${row(4, 'Bar,,,,')}`,
  )
  const { code, stderr } = await cal('import a.csv --create-missing')
  expect(code).toBe(0)
  expect(stderr).not.toContain('ignored')
  expect(stderr).toContain('4 events, 2 venues created')
  expect(stderr).toContain('warning: a.csv:4: "Side St 2" is not imported, because the row names no venue\n')
  expect(await json(shown)).toEqual([
    expect.objectContaining({ venue: 'Bar' }),
    { venue: 'Hall', address: 'Main St 1', city: 'Ulm', zip: '89073', country: 'Germany' },
  ])
  expect(await json('events list --any-date --fields title,venue.venue')).toMatchObject([
    { venue: { venue: 'Hall' } },
    { venue: { venue: 'Hall' } },
    {},
    { venue: { venue: 'Bar' } },
  ])
  expect((await cal('import a.csv --create-missing')).stderr).toContain('4 events unchanged')
})

it('never changes an existing venue', async () => {
  const { cal, json, write } = newWorkspace()
  await cal('venues create --venue Hall --city Bonn')
  write('a.csv', `${header}${row(1, 'HALL,Main St 1,Ulm,89073,Germany')}`)
  const { stderr } = await cal('import a.csv --create-missing --on-existing update')
  expect(stderr).toContain('1 event created')
  expect(stderr).toContain(
    'warning: venue "HALL" (id 4) has city "Bonn", not "Ulm"; it is left unchanged, and events are linked to it\n',
  )
  expect(await json('venues list --fields venue,city')).toEqual([{ venue: 'Hall', city: 'Bonn' }])
})

it('names an unknown venue as it is written', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', `${header}${row(1, 'Hall,Main St 1,Ulm,89073,Germany')}`)
  expect((await cal('import a.csv')).stderr).toContain('venue "Hall" not found')
})

it('rejects a row that describes another venue of the same name', async () => {
  const { cal, json, write } = newWorkspace()
  write(
    'a.csv',
    `${header}${row(1, 'Hall,,Ulm,,')}${row(2, 'hall,Main St 1,Bonn,,')}${row(3, 'Hall,Main St 1,ulm,,')}${row(4, 'Hall,Side St 2,,,')}`,
  )
  const { code, stderr } = await cal('import a.csv --create-missing')
  expect(code).not.toBe(0)
  expect(stderr).toContain('a.csv:3: venue "hall" has city "Bonn", but "Ulm" in a.csv:2\n')
  expect(stderr).toContain('a.csv:5: venue "Hall" has address "Side St 2", but "Main St 1" in a.csv:4\n')
  expect(await json('events list --any-date --fields title')).toEqual([{ title: 'Evening 1' }, { title: 'Evening 3' }])
})
