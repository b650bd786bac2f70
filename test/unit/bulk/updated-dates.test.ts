// Imports, applies and updates that change when an event is: all-day or at a time of day, with and without an end.
import { describe, expect, it } from 'vitest'
import { newWorkspace, type Workspace } from '../../support/workspace.ts'

const at = (second: number) => ({ now: Date.UTC(2026, 10, 21, 12) + second * 1_000 })

/** `2027-03-01 18:00 – 19:00` or `2027-03-01 – 2027-03-02, all day` of every event. */
async function datesIn({ json }: Workspace): Promise<readonly string[]> {
  const events = (await json('events list --any-date')) as Record<'start_date' | 'end_date', string>[]
  return events.map(({ start_date, end_date, ...event }) =>
    'all_day' in event && event.all_day === true
      ? `${start_date.slice(0, 10)} – ${end_date.slice(0, 10)}, all day`
      : `${start_date.slice(0, 16)} – ${end_date.slice(0, 16)}`,
  )
}

const timed = '2027-03-01 18:00 – 2027-03-01 19:00'

async function withEvent(flags: string): Promise<Workspace> {
  const one = newWorkspace()
  await one.cal(`events create --title Yoga ${flags}`, at(0))
  return one
}
const withTimes = () => withEvent("--start-date '2027-03-01 18:00' --end-date '2027-03-01 19:00'")
const withDays = () => withEvent('--start-date 2027-03-01 --end-date 2027-03-04 --all-day')

const by_id = '--kind events --match id --on-existing update --yes'
const ics = (start: string, end: string) =>
  `BEGIN:VCALENDAR\nVERSION:2.0\nBEGIN:VEVENT\nUID:u1\nSUMMARY:Yoga\nDTSTART${start}\nDTEND${end}\nEND:VEVENT\nEND:VCALENDAR\n`

describe('an undo returns the times of an event that became all-day', () => {
  it.each(['import a.csv --kind events --match id --on-existing update --yes', 'events update {id} --all-day --yes'])(
    '%s',
    async (line) => {
      const one = await withTimes()
      const [{ id }] = (await one.json('events list')) as [{ id: number }]
      one.write('a.csv', `id,start_date,end_date,all_day\n${id},2027-03-01,2027-03-01,yes\n`)
      await one.cal(line.replace('{id}', String(id)), at(1))
      expect(await datesIn(one)).toEqual(['2027-03-01 – 2027-03-01, all day'])
      await one.cal('history undo --yes', at(2))
      expect(await datesIn(one)).toEqual([timed])
    },
  )

  it('unless it was moved since', async () => {
    const one = await withTimes()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    await one.cal(`events update ${id} --all-day --yes`, at(1))
    const [run] = (await one.json('history list')) as [{ run: string }]
    await one.cal(`events update ${id} --start-date 2027-03-05 --end-date 2027-03-05 --yes`, at(2))
    const { stdout, stderr } = await one.cal(`history undo ${run.run} --yes`, at(3))
    expect(stdout + stderr).toContain('changed since the run: start_date, end_date')
  })
})

describe('an all-day event gets times', () => {
  it.each([
    ['id,start_date,end_date', '2027-03-02 10:00,2027-03-02 12:00', '2027-03-02 10:00 – 2027-03-02 12:00'],
    ['id,start_date,end_date', '2027-03-01 10:00,2027-03-04 18:00', '2027-03-01 10:00 – 2027-03-04 18:00'],
    ['id,start_date,end_date,all_day', '2027-03-01 10:00,2027-03-04 18:00,no', '2027-03-01 10:00 – 2027-03-04 18:00'],
    ['id,start_date,end_date', '2027-03-01 00:00:00,2027-03-05 23:59:59', '2027-03-01 – 2027-03-05, all day'],
  ])('from a table with %s: %s', async (header, row, expected) => {
    const one = await withDays()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write('a.csv', `${header}\n${id},${row}\n`)
    await one.cal(`import a.csv ${by_id}`, at(1))
    expect(await datesIn(one)).toEqual([expected])
  })

  it('from a calendar of another program', async () => {
    const one = newWorkspace()
    one.write('a.ics', ics(';VALUE=DATE:20270501', ';VALUE=DATE:20270502'))
    await one.cal('import a.ics', at(0))
    one.write('a.ics', ics(':20270501T140000Z', ':20270501T180000Z'))
    await one.cal('import a.ics --on-existing update --yes', at(1))
    expect(await datesIn(one)).toEqual(['2027-05-01 14:00 – 2027-05-01 18:00'])
  })

  it('from a calendar file', async () => {
    const one = newWorkspace()
    const apply = async (when: string, second: number) => {
      one.write('a.yaml', `calendar: a\nevents:\n  - {key: a, title: A, ${when}}\n`)
      await one.cal('apply -f a.yaml --yes', at(second))
    }
    await apply('start: 2027-05-01', 0)
    await apply('start: 2027-05-01 10:00, duration: 2h', 1)
    expect(await datesIn(one)).toEqual(['2027-05-01 10:00 – 2027-05-01 12:00'])
  })

  it('from flags, and the message says until when it lasts', async () => {
    const one = await withDays()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    const { stderr } = await one.cal(`events update ${id} --start-date '2027-03-01 10:00' --yes`, at(1))
    expect(stderr).toContain('Mon 1 Mar 2027, 10:00 – Thu 4 Mar 2027, 23:59')
  })
})

describe('a row without an end keeps how long the event lasts', () => {
  it.each([
    ['title,start_date,cost', 'Yoga,2027-03-01 18:00,$5', '2027-03-01 18:00 – 2027-03-01 19:00'],
    ['title,start_date,end_date,cost', 'Yoga,2027-03-01 18:00,,$5', '2027-03-01 18:00 – 2027-03-01 19:00'],
    ['Title,Date,Start time,End date,Cost', 'Yoga,2027-03-01,18:00,2027-03-01,$5', timed],
    ['id,start_date', '{id},2027-03-01 20:00', '2027-03-01 20:00 – 2027-03-01 21:00'],
    ['id,start_date', '{id},2027-03-02', timed],
    ['id,start_date,all_day', '{id},2027-03-02,yes', '2027-03-02 – 2027-03-02, all day'],
    ['id,start_date,duration', '{id},2027-03-01 20:00,2h', '2027-03-01 20:00 – 2027-03-01 22:00'],
    ['id,start_date,end_date', '{id},2027-03-01 18:00,2027-03-01 18:00', '2027-03-01 18:00 – 2027-03-01 18:00'],
  ])('%s: %s', async (header, row, expected) => {
    const one = await withTimes()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write('a.csv', `${header}\n${row.replace('{id}', String(id))}\n`)
    await one.cal(`import a.csv ${header.startsWith('id') ? by_id : '--on-existing update --yes'}`, at(1))
    expect(await datesIn(one)).toEqual([expected])
  })

  it.each([
    ['2027-03-02', '2027-03-02 – 2027-03-05, all day'],
    ['2027-03-02 10:00', '2027-03-02 10:00 – 2027-03-05 23:59'],
  ])('of several days: %s', async (start, expected) => {
    const one = await withDays()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write('a.csv', `id,start_date\n${id},${start}\n`)
    await one.cal(`import a.csv ${by_id}`, at(1))
    expect(await datesIn(one)).toEqual([expected])
  })

  it('but a whole day that gets a time of day ends when it starts', async () => {
    const one = newWorkspace()
    one.write('a.csv', 'title,start_date\nA,2027-03-01\n')
    await one.cal('import a.csv --yes', at(0))
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write('a.csv', `id,start_date\n${id},2027-03-01 10:00\n`)
    const { stdout } = await one.cal(`import a.csv ${by_id} --dry-run`, at(1))
    expect(stdout).toContain('end_date: "2027-03-01 23:59:59" → "2027-03-01 10:00:00"')
    await one.cal(`import a.csv ${by_id}`, at(1))
    expect(await datesIn(one)).toEqual(['2027-03-01 10:00 – 2027-03-01 10:00'])
  })

  it('in the plan, which shows both dates, and in JSON; a second import changes nothing', async () => {
    const one = await withTimes()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write('a.json', JSON.stringify([{ id, start_date: '2027-03-01 20:00' }]))
    const { stdout } = await one.cal(`import a.json ${by_id} --dry-run`, at(1))
    expect(stdout).toMatch(/start_date.*20:00[\s\S]*end_date.*21:00/)
    await one.cal(`import a.json ${by_id}`, at(1))
    expect(await datesIn(one)).toEqual(['2027-03-01 20:00 – 2027-03-01 21:00'])
    expect((await one.cal(`import a.json ${by_id}`, at(2))).stderr).toContain('1 event unchanged')
  })
})

describe('a row that leaves out the day means what flags mean', () => {
  const night = "--start-date '2027-03-01 22:00' --end-date '2027-03-02 02:00'"
  const long = "--start-date '2027-03-01 10:00' --end-date '2027-03-03 12:00'"
  const json = (fields: object) => [(id: number) => JSON.stringify([{ id, ...fields }]), 'a.json'] as const
  const table = (columns: string, cells: string) =>
    [(id: number) => `id,${columns}\n${id},${cells}\n`, 'a.csv'] as const

  it.each([
    [...table('duration', '3h'), night, '2027-03-01 22:00 – 2027-03-02 01:00', '--duration 3h'],
    [...table('end_date', '3:00'), night, '2027-03-01 22:00 – 2027-03-02 03:00', '--end-date 3:00'],
    [...table('end_time', '18:00'), long, '2027-03-01 10:00 – 2027-03-03 18:00', '--end-date 18:00'],
    [
      ...table('start_time,duration', '19:00,2h'),
      long,
      '2027-03-01 19:00 – 2027-03-01 21:00',
      '--start-date 19:00 --duration 2h',
    ],
    [...json({ duration: '1d' }), long, '2027-03-01 10:00 – 2027-03-02 10:00', '--duration 1d'],
    [
      ...json({ start_date: '19:00', end_date: '20:30' }),
      night,
      '2027-03-01 19:00 – 2027-03-01 20:30',
      '--start-date 19:00 --end-date 20:30',
    ],
  ])('%s', async (contentOf, file, event, expected, flags) => {
    const one = await withEvent(event)
    const [before] = await datesIn(one)
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write(file, contentOf(id))
    await one.cal(`import ${file} ${by_id}`, at(1))
    expect(await datesIn(one)).toEqual([expected])
    expect((await one.cal(`import ${file} ${by_id}`, at(2))).stderr).toContain('1 event unchanged')
    await one.cal('history undo --yes', at(3))
    expect(await datesIn(one)).toEqual([before])
    await one.cal(`events update ${id} ${flags} --yes`, at(4))
    expect(await datesIn(one)).toEqual([expected])
  })

  it.each([
    [...json({ end_date: '10:00' }), 'end_date 2027-03-01 10:00:00 is before start_date 2027-03-01 18:00:00'],
    [...json({ end_date: '20:00', duration: '3h' }), 'duration 3h contradicts the dates'],
    [...table('end_date', '2027'), 'end_date: "2027" is not a date'],
    [...table('start_time', 'evening'), 'start_time: "evening" is not a time of day'],
  ])('%s is an error: %s', async (contentOf, file, error) => {
    const one = await withTimes()
    const [{ id }] = (await one.json('events list')) as [{ id: number }]
    one.write(file, contentOf(id))
    expect((await one.cal(`import ${file} ${by_id} -n`, at(1))).stdout).toContain(error)
  })

  it.each([
    ['[{"title":"A","duration":"1h"}]', by_id, 'start_date is missing'],
    ['[{"title":"A","start_date":"19:00","end_date":"20:00"}]', '', 'start_date: the day is missing beside the time'],
    // No list has such years.
    ['[{"title":"A","start_date":"0027-01-09","end_date":"0027-01-09"}]', '', '"0027-01-09" is before the year 1000'],
  ])('%s without an event names what is missing', async (content, flags, error) => {
    const one = newWorkspace()
    one.write('a.json', content)
    expect((await one.cal(`import a.json ${flags} -n`, at(0))).stdout).toContain(error)
  })
})

it('a calendar file with an exception on no day of its series has a warning', async () => {
  const one = newWorkspace()
  const dates = 'start: 2027-03-01 19:00, duration: 1h, repeat: FREQ=WEEKLY;COUNT=3, except: [2027-03-08, 2027-03-09]'
  one.write('a.yaml', `calendar: a\nevents:\n  - {title: A, ${dates}}\n`)
  const { stderr } = await one.cal('apply -f a.yaml -n', at(0))
  expect(stderr).toContain('warning: a.yaml:3: the series has no date on these days of except: 2027-03-09')
})
