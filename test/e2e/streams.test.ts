// What only a process shows of input, output and signals: pipes, readers that end, devices, a full disk, links, TZ, the
// name the program was called by.
import { spawnSync } from 'node:child_process'
import { existsSync, openSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { fakeService } from '../support/fake-service.ts'
import { homeWith } from '../support/program.ts'
import { project } from '../support/project.ts'

const home = homeWith({ CAL_API_ROOT: 'file:./c.db' })
const { cal } = home

beforeAll(async () => {
  expect(await cal('tags create -f -', '[{"name":"late"},{"name":"first"},{"name":"second"}]')).toMatchObject({
    code: 0,
  })
})

/** Without a reader of this stream: the program starts when the reader has ended. */
const unread = (stream: 1 | 2, line: string) =>
  home.bash(`exec ${stream}> >(exec true); wait $!; set +o pipefail; ${line}${stream === 1 ? '' : ' && echo done'}`)

describe('if the reader is gone', () => {
  it('of messages, the work and its output go on, and the exit code is that of the work', async () => {
    const row = 'title,start_date,end_date,colour,taste\nA\xe4,2027-03-01 10:00,2027-03-01 11:00,red,sweet\n'
    writeFileSync(join(home.folder, 'noted.csv'), Buffer.from(row, 'latin1'))
    expect((await unread(2, 'cal import noted.csv --dry-run')).stdout).toBe(
      '+ create event "Aä" · Mon 1 Mar 2027, 10:00–11:00\ndone\n',
    )
    expect((await unread(2, 'cal import noted.csv --yes --progress lines')).stdout).toBe('done\n')
    expect((await cal('events list --any-date -o ndjson --fields title')).stdout).toContain('Aä')
    expect(await unread(2, 'cal tags get late 999 --json')).toMatchObject({ code: 6 })
  })

  it('of data, everything is still written, and the exit code is that of the work', async () => {
    expect(await unread(1, 'cal tags delete first second 999 --yes -o ndjson')).toMatchObject({ code: 6 })
    expect((await cal('tags list --no-hide-empty -o ids')).stdout.split('\n')).toHaveLength(2)
    expect(await unread(1, 'cal tags update late --description new -o ndjson')).toMatchObject({ code: 0 })
  })

  it('in the middle of the data, that is no error', async () => {
    const { stdout, stderr, code } = await home.bash('cal export | head -c 1')
    expect([stdout, code, stderr.replace(/^Exported .*\n/m, '')]).toEqual(['{', 0, ''])
  })
})

describe('files', () => {
  it('can be pipes, which are written to directly and not replaced', async () => {
    const { stdout, code } = await home.bash(
      'mkfifo way && (cat way &) && cal export tags --format ndjson --to way && test -p way',
    )
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { name: 'late' }])
    writeFileSync(join(home.folder, 'wrong.csv'), 'title,start_date\nChoir,never\n')
    expect(
      await home.bash('cat way > seen & cal import wrong.csv --rejected way; wait; test -p way && cat seen'),
    ).toMatchObject({ code: 0, stdout: expect.stringContaining('Choir,never,') })
  })

  it('can be applied from a pipe, but prune only with a name, and only records created under it', async () => {
    const apply = (text: string) => home.bash(`printf '${text}' | cal apply -f /dev/stdin --yes --prune`)
    expect(await apply('tags: [piped]\\n')).toEqual({
      code: 2,
      stdout: '',
      stderr:
        'error: --prune needs a calendar name, because /dev/stdin is a pipe, not a file\nhint: add a name to the file: calendar: NAME\n',
    })
    expect((await apply('calendar: a\\ntags: [piped, other]\\n')).stderr).toContain('2 tags created')
    expect((await apply('calendar: b\\ntags: [third]\\n')).stderr).toMatch(/1 tag created/)
    expect((await apply('calendar: a\\ntags: [other]\\n')).stderr).toContain('1 tag deleted; 1 tag unchanged')
  })
})

it('a working folder that was deleted is reported', async () => {
  expect(await home.bash('mkdir gone && cd gone && rmdir ../gone && cal tags list')).toEqual({
    code: 2,
    stdout: '',
    stderr: 'error: the current folder no longer exists\nhint: change to another folder: cd ~\n',
  })
})

it('the name calctl is used in its messages', async () => {
  expect((await home.bash('calctl evnts')).stderr).toMatch(/^hint: did you mean calctl events/m)
})

it.skipIf(!existsSync('/dev/full'))('a full disk is reported in one sentence, not as a bug', () => {
  const { stderr, status } = spawnSync(process.execPath, [join(project, 'bin/cal.js'), '--help'], {
    stdio: ['ignore', openSync('/dev/full', 'w'), 'pipe'],
    encoding: 'utf8',
    env: {},
  })
  expect(stderr).toContain('error: the output cannot be written: no space left on the device')
  expect(status).toBe(13)
})

describe.each([
  ['SIGINT', 130, 'interrupted'],
  ['SIGTERM', 143, 'terminated'],
] as const)('%s', (signal, code, word) => {
  it('ends a request at once', async () => {
    const silent = createServer(() => running.kill(signal))
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    const api_root = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`
    const running = home.start(['events', 'list', '--api-root', api_root])
    const { exitCode, stderr, stdout } = await running
    silent.closeAllConnections()
    silent.close()
    expect([exitCode, stderr, stdout]).toEqual([code, `error: ${word}\n`, ''])
  })

  it('ends a pause before a retry', async () => {
    const service = await fakeService(() => ({ status: 503, headers: { 'retry-after': '60' }, body: '' }))
    const child = home.start(['tags', 'list'], { CAL_API_ROOT: service.api_root })
    child.stderr.once('data', () => child.kill(signal))
    const { exitCode, stdout, stderr } = await child
    expect({ exitCode, stdout, stderr }).toEqual({
      exitCode: code,
      stdout: '',
      stderr: `the server is unavailable (503): retrying in 60 s\nerror: ${word}\n`,
    })
  })
})

it.each(['', 'Berlin', ':/etc/localtime'])('a clock without a known zone shows UTC: TZ=%s', async (zone) => {
  const { stdout, code } = await home.bash(`export TZ=${zone}; cal config get timezone && cal agenda today -o count`)
  expect([stdout, code]).toEqual(['UTC\n0\n', 0])
  const posix = await home.bash('TZ=CET-1CEST cal agenda today')
  expect([posix.stderr.split('\n')[0], posix.code]).toEqual(['error: TZ=CET-1CEST names no time zone', 11])
})
