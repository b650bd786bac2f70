// What people type first and mean otherwise, and what they are told.
import { expect, it } from 'vitest'
import { desk } from '../../support/desk.ts'

const event = '[{"title":"Choir","start_date":"2027-02-03 18:00","end_date":"2027-02-03 20:00"},{"title":"Choir","start_date":"2027-02-10 18:00","end_date":"2027-02-10 20:00"}]'

it.each([
  ['events list choir practice', 'to look for it: cal events list --search "choir practice"'],
  ['serve --seed a.yml npm test', 'a command to run stands after --: cal serve … -- npm test'],
  ['events list --category music', 'did you mean --categories'],
  ['tags get 1 2 --limt', '--help lists all flags'],
])('%s', async (line, hint) => {
  expect(await desk().cal(line)).toMatchObject({ code: 2, stderr: expect.stringContaining(`hint: ${hint}\n`) })
})

it('runs are named by -o ids, so that one can be undone by name', async () => {
  const { cal, write } = desk()
  write('a.json', event)
  await cal('import a.json --kind events')
  expect((await cal('history list -o ids')).stdout).toMatch(/^\d{8}-\S+\n$/)
})

it('a series moves by an hour as cal help dates says', async () => {
  const { cal, json, write } = desk()
  write('a.json', event)
  await cal('import a.json --kind events')
  const { stdout } = await cal('events list --search choir --all -o csv --fields id,start_date,end_date')
  write('moved.csv', stdout.replaceAll(' 18:', ' 19:').replaceAll(' 20:', ' 21:'))
  expect(await cal('import moved.csv --kind events --match id --on-existing update --yes')).toMatchObject({ code: 0, stderr: expect.stringContaining('2 updated') })
  expect(await json('events list --search choir --fields title,start_date,end_date')).toEqual([
    { title: 'Choir', start_date: '2027-02-03 19:00:00', end_date: '2027-02-03 21:00:00' }, { title: 'Choir', start_date: '2027-02-10 19:00:00', end_date: '2027-02-10 21:00:00' },
  ])
})
