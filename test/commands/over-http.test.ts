// Commands over HTTP: authentication and rejected requests.
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome, runTime } from '../support/home.ts'
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
