// How a server and its child processes end: on each signal, and after its command has ended.
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstOf } from '../support/extent.ts'
import { homeWith, type Running } from '../support/program.ts'
import { eventually } from '../support/eventually.ts'

const home = homeWith({})
const inHome = (name: string) => join(home.folder, name)

/** The first lines a program prints. */
async function firstLines(running: Running, count: number): Promise<readonly string[]> {
  let text = ''
  for await (const chunk of running.stdout) {
    text += String(chunk)
    if (text.split('\n').length > count) break
  }
  return text.split('\n').slice(0, count)
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const areGone = (pids: readonly number[]) => eventually(() => expect(pids.filter(isAlive)).toEqual([]))

describe.each(firstOf(1, ['SIGTERM', 'SIGINT', 'SIGHUP'] as const))('%s', (signal) => {
  it(`ends a server with 0, removes its lock and its ready file, and another server can use the file`, async () => {
    const data = `${signal}.db`
    const ready = `${signal}.json`
    const server = home.start(['serve', '--port', '0', '-o', 'json', '--data', data, '--ready-file', ready])
    const [line = ''] = await firstLines(server, 1)
    expect(JSON.parse(line)).toMatchObject({ data: expect.stringContaining(data) })
    expect([inHome(ready), inHome(`${data}-lock`)].filter((file) => !existsSync(file))).toEqual([])
    server.kill(signal)
    expect((await server).exitCode).toBe(0)
    expect([inHome(ready), inHome(`${data}-lock`)].filter((file) => existsSync(file))).toEqual([])
    expect(await home.cal(['serve', '--data', data, '--', 'true'])).toMatchObject({ code: 0, stderr: '' })
  })
})

describe.skipIf(process.platform === 'win32')('the command of a server', () => {
  /** A child and a grandchild that would run for a minute; both print their process ids. */
  const family = "sh -c 'sleep 60 & echo $!; wait' & echo $!; wait"

  it.each(
    firstOf(1, [
      ['SIGINT', 130],
      ['SIGHUP', 143],
      ['SIGTERM', 143],
    ] as const),
  )('goes with its children and grandchildren on %s', async (signal, exit_code) => {
    const server = home.start(['serve', '--data', ':memory:', '--', 'sh', '-c', `echo $$; ${family}`])
    const pids = (await firstLines(server, 3)).map(Number)
    expect(pids.filter(isAlive)).toEqual(pids)
    server.kill(signal)
    expect((await server).exitCode).toBe(exit_code)
    await areGone(pids)
  })

  it('terminates its child processes when it exits', async () => {
    const script = `(${family}) >family & while [ "$(wc -l <family)" != 2 ]; do sleep 0.05; done; cat family; exit 7`
    const { exitCode, stdout } = await home.start(['serve', '--data', ':memory:', '--', 'sh', '-c', script])
    expect(exitCode).toBe(7)
    const pids = stdout.trim().split('\n').map(Number)
    expect(pids).toHaveLength(2)
    await areGone(pids)
  })

  it('that ignores Ctrl-C is killed by the second', async () => {
    const script = 'trap "touch ignored" INT; echo $$; sleep 60 & echo $!; wait; wait'
    const server = home.start(['serve', '--data', ':memory:', '--', 'sh', '-c', script])
    const pids = (await firstLines(server, 2)).map(Number)
    server.kill('SIGINT')
    await eventually(() => expect(existsSync(inHome('ignored'))).toBe(true))
    expect(pids.filter(isAlive)).toEqual(pids)
    server.kill('SIGINT')
    expect((await server).exitCode).toBe(130)
    await areGone(pids)
  })
})
