// Commands over HTTP: authentication and rejected requests.
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
import { fakeService } from '../support/fake-service.ts'
import { afterFile } from '../support/cleanup.ts'
import { openServed } from '../support/served.ts'

let api_root = ''

beforeAll(async () => {
  const users = [
    { id: 1, login: 'ada', password: 'abcd efgh', role: 'administrator', email: '' },
    { id: 2, login: 'sue', password: 'ijkl', role: 'subscriber', email: '' },
  ] as const
  api_root = (await openServed({ users, now: runTime, clock: runTime }, afterFile)).api_root
})

const as = (user: string, token: string) => localHome({ CAL_API_ROOT: api_root, CAL_USER: user, CAL_TOKEN: token })

it('an answer with another record than was asked for is no answer', async () => {
  const event = { title: 'Jazz', start_date: '2027-06-01 20:00:00', end_date: '2027-06-01 22:00:00', status: 'publish' }
  const service = await fakeService(({ method }) => ({ body: { ...event, id: method === 'GET' ? 5 : 999 } }))
  expect(await service.cal('events update 5 --title Blues --yes')).toMatchObject({
    stderr: expect.not.stringContaining('999'),
  })
  expect(await service.cal('events delete 5 --yes')).toMatchObject({
    code: 8,
    stderr: expect.stringContaining('the response is record 999 instead of 5'),
  })
  expect(await service.cal('events get 6')).toMatchObject({
    code: 8,
    stderr: expect.stringContaining('the response is record 5 instead of 6'),
  })
})

describe('over HTTP', () => {
  it('administrators can write, and anonymous callers can read', async () => {
    const { cal } = as('ada', 'abcd efgh')
    expect(await cal('venues create --name Hall --city Köln')).toEqual({
      stdout: '',
      stderr: expect.stringMatching(
        /^Created venue 4 "Hall" · Köln · http:\/\/127.0.0.1:\d+\/venue\/hall\/ · as ada\nto undo: cal history undo \S+\n$/,
      ),
      code: 0,
    })
    expect(await cal('venues update hall --phone 1 --porcelain')).toEqual({
      stdout: '4\n',
      stderr: '',
      code: 0,
    })
    const visitor = localHome({ CAL_API_ROOT: api_root })
    expect(await visitor.cal('venue show hall --json --fields id,city,phone')).toEqual({
      stdout: '{\n  "id": 4,\n  "city": "Köln",\n  "phone": "1"\n}\n',
      stderr: '',
      code: 0,
    })
  })

  it('other callers cannot write: exit 3', async () => {
    for (const { cal } of [as('ada', 'wrong'), as('sue', 'ijkl'), localHome({ CAL_API_ROOT: api_root })]) {
      const { stdout, stderr, code } = await cal('tags create --name x -o json')
      expect([stdout, code]).toEqual(['', 3])
      expect(JSON.parse(stderr)).toMatchObject({
        error: { code: 'not_allowed', exit: 3, hint: expect.stringContaining('cal login') },
      })
    }
  })
})
