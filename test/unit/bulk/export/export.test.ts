import { describe, expect, it } from 'vitest'
import { serveExchange } from '../../../support/exchange-server.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { json } from '../../../support/recording.ts'

const rows =
  'title,start_date,end_date,all_day,timezone,status,venue,categories,cost\nJazz & Blues,2027-06-01 20:00,2027-06-01 23:00,,Europe/Berlin,publish,Hall,Music|Jazz,10\nFair,2027-07-01,2027-07-03,1,,draft,,,\n'

async function filled() {
  const one = newWorkspace()
  one.write('rows.csv', rows)
  await one.cal('import rows.csv --create-missing')
  return one
}

describe('export', () => {
  it('with --stable gives the same text for the same calendar in another service', async () => {
    const one = await filled()
    const { stdout } = await one.cal('export --stable --format yaml')
    const two = newWorkspace()
    two.write('first.csv', 'title,start_date\nIn the way of ids,2027-01-01\n')
    await two.cal('import first.csv')
    await two.cal('events delete 4 --yes')
    two.write('one.yaml', stdout)
    await two.cal('import one.yaml')
    expect((await two.cal('export --stable --format yaml')).stdout).toBe(stdout)
    expect(stdout).not.toMatch(/\bid:|\bdate:/)
  })

  it('with --csv-safe escapes formulas, which import reads as they were', async () => {
    const one = newWorkspace()
    for (const name of ['=1+1', "'@home", '-5', 'plain']) await one.cal(`tags create --name=${name}`)
    const { stdout } = await one.cal('export tags --format csv --csv-safe')
    for (const cell of ["'=1+1", "''@home", ',-5,', ',plain,']) expect(stdout).toContain(cell)
    one.write('tags.csv', stdout)
    expect((await one.cal('import tags.csv --kind tags --dry-run')).stderr).toContain('4 tags unchanged')
    expect(await one.cal('export tags --csv-safe')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--csv-safe has no effect without --format csv'),
    })
  })

  it('writes iCalendar that imports unchanged, and lists unsupported fields', async () => {
    const one = await filled()
    const { stderr } = await one.cal('export events --to x.ics')
    expect(stderr).toBe('iCalendar does not support: cost (1)\nExported 2 events to x.ics\n')
    expect(one.read('x.ics')).toContain('DTSTART;TZID=Europe/Berlin:20270601T200000\r\n')
    expect(one.read('x.ics')).toContain('BEGIN:VTIMEZONE\r\nTZID:Europe/Berlin\r\n')
    const two = newWorkspace()
    two.write('x.ics', one.read('x.ics'))
    expect((await two.cal('import x.ics --create-missing')).stderr).toContain('2 events, 1 venue, 2 categories created')
    expect(await two.json('events list --any-date --status publish,draft')).toMatchObject([
      {
        title: 'Jazz & Blues',
        start_date: '2027-06-01 20:00:00',
        end_date: '2027-06-01 23:00:00',
        timezone: 'Europe/Berlin',
        venue: { venue: 'Hall' },
        categories: [{ name: 'Jazz' }, { name: 'Music' }],
      },
      {
        title: 'Fair',
        all_day: true,
        start_date: '2027-07-01 00:00:00',
        end_date: '2027-07-03 23:59:59',
        status: 'draft',
      },
    ])
  })

  it('imports a list in iCalendar with the zones of its events', async () => {
    const [one, two] = [await filled(), newWorkspace()]
    two.write('x.ics', (await one.cal('events list --any-date --status publish,draft -o ics')).stdout)
    expect((await two.cal('import x.ics --create-missing')).stderr).toContain('2 events, 1 venue, 2 categories created')
    expect(await two.json('events list --any-date --status publish,draft')).toMatchObject([
      {
        title: 'Jazz & Blues',
        start_date: '2027-06-01 20:00:00',
        utc_start_date: '2027-06-01 18:00:00',
        timezone: 'Europe/Berlin',
      },
      { title: 'Fair', all_day: true, start_date: '2027-07-01 00:00:00', end_date: '2027-07-03 23:59:59' },
    ])
  })

  it('lists fields of a service that the interface does not have', async () => {
    const tag = {
      id: 1,
      name: 'red',
      slug: 'red',
      description: '',
      taxonomy: 'post_tag',
      term_group: 0,
      count: 1,
      urls: {},
      _links: {},
      colour: '#f00',
    }
    const { cal } = await serveExchange(async ({ path }) =>
      path === '/tags'
        ? json(200, { tags: [tag, { ...tag, id: 2, slug: 'two', name: 'two' }], total: 2, total_pages: 1 })
        : json(404, { code: 'rest_no_route' }),
    )
    expect(await cal('export tags')).toEqual({
      code: 0,
      stdout: '[\n{"id":1,"slug":"red","name":"red"},\n{"id":2,"slug":"two","name":"two"}\n]\n',
      stderr: 'not exported, because the interface does not support them: colour (2)\nExported 2 tags\n',
    })
  })
})
