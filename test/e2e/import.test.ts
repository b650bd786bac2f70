// Importing over an unreliable network and with interruptions: every record exists exactly once.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { is_nightly } from '../support/extent.ts'
import { faultProxy } from '../support/fault-proxy.ts'
import { writtenBy } from '../support/kill-while-writing.ts'
import { titlesAt } from '../support/titles.ts'
import { homeWith } from '../support/program.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

const seed = Number(process.env.CAL_SEED ?? 7)
const rows = is_nightly ? 150 : 40

let served: ServerProcess
beforeAll(async () => {
  served = await startServer('--data', ':memory:')
})
afterAll(async () => {
  await served.stop()
})

const importing = () => homeWith({ CAL_API_ROOT: served.api_root, CAL_STATE_DIR: 'state' })

function rowsOf(name: string, count: number): string {
  const day = (i: number) => `2027-0${1 + (i % 6)}`
  const time = (i: number) => `${String(i % 24).padStart(2, '0')}:00`
  const rows = Array.from(
    { length: count },
    (_, i) => `${name} ${i},${day(i)}-01 ${time(i)},${day(i)}-02 ${time(i)},${name} hall ${i % 3}`,
  )
  return `title,start_date,end_date,venue\n${rows.join('\n')}\n`
}

const titlesOf = async (name: string) =>
  (await titlesAt(served.api_root)).filter((title) => title.startsWith(`${name} `))

function wanted(name: string, count: number): readonly string[] {
  return Array.from({ length: count }, (_, i) => `${name} ${i}`).sort()
}

describe('a network that drops, throttles, fails and stalls', () => {
  it('creates every record exactly once', async () => {
    const proxy = await faultProxy(served.api_root, { seed, share: 0.2 })
    const home = homeWith({ CAL_API_ROOT: proxy.api_root, CAL_STATE_DIR: 'state' })
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf('Faulty', rows))
    const line = 'import rows.csv --create-missing --timeout 1 --concurrency 8'
    let ran = await home.cal(line)
    // A reading that stays without an answer ends the command; another run finds what is there.
    for (let again = 0; ran.code !== 0 && again < 20; again++) ran = await home.cal(line)
    proxy.close()
    expect(ran).toMatchObject({ code: 0 })
    expect(await titlesOf('Faulty')).toEqual(wanted('Faulty', rows))
    expect(proxy.struck.size).toBe(8)
  })
})

describe('an importer with many parallel requests', () => {
  it('prints only its summary', async () => {
    const home = importing()
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf('Many', 40))
    const { stderr } = await home.cal(['import', 'rows.csv', '--create-missing', '--concurrency', '32'])
    expect(stderr).toMatch(/^40 events, 3 venues created\nto undo: cal history undo \S+\n$/)
  })
})

describe('an importer that is interrupted', () => {
  it('completes the requests in progress and prints how to resume', async () => {
    const home = importing()
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf('Stopped', 40))
    const child = home.start(['import', 'rows.csv', '--create-missing', '--rate', '10/s'])
    await eventually(() => expect(writtenBy(home.folder)).toBeGreaterThan(4))
    child.kill('SIGINT')
    const { stderr, exitCode } = await child
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(
      /\d+ events.* created.*\nto undo: cal history undo (\S+)\nerror: interrupted\nhint: to resume: cal import --resume \S+\n$/,
    )
    expect(await home.cal('import --resume --rate 1000/s')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('40 events, 3 venues created'),
    })
    expect(await titlesOf('Stopped')).toEqual(wanted('Stopped', 40))
  })

  it('is resumed by the same command for apply', async () => {
    const home = importing()
    const events = Array.from(
      { length: 40 },
      (_, i) => `  - {key: begun-${i}, title: Begun ${i}, start: 2027-04-01 10:00, duration: 1h}\n`,
    )
    writeFileSync(join(home.folder, 'a.yaml'), `calendar: begun\nevents:\n${events.join('')}`)
    const child = home.start(['apply', '-f', 'a.yaml', '--rate', '10/s'])
    await eventually(() => expect(writtenBy(home.folder)).toBeGreaterThan(4))
    child.kill('SIGINT')
    const { stderr, exitCode } = await child
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(
      /\d+ events.* created.*\nto undo: cal history undo (\S+)\nerror: interrupted\nhint: to resume, rerun the command\n$/,
    )
    expect(await home.cal(['apply', '-f', 'a.yaml'])).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^\d+ events.* created; \d+ .*unchanged\n/),
    })
    expect(await titlesOf('Begun')).toEqual(wanted('Begun', 40))
  })

  it('tells a command that would create again to undo first, and the undo misses nothing', async () => {
    const home = importing()
    const start_date = '2027-04-01 10:00:00'
    const events = Array.from({ length: 40 }, (_, i) => ({ title: `Part ${i}`, start_date, end_date: start_date }))
    writeFileSync(join(home.folder, 'new.json'), JSON.stringify(events))
    const child = home.start(['events', 'create', '-f', 'new.json'], { CAL_RATE: '10' })
    await eventually(() => expect(writtenBy(home.folder)).toBeGreaterThan(2))
    child.kill('SIGINT')
    const { stderr, exitCode } = await child
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(/error: interrupted\nhint: before you rerun the command: cal history undo \S+\n$/)
    expect(await titlesOf('Part')).not.toEqual([])
    expect(await home.cal(['history', 'undo', '--yes'])).toMatchObject({ code: 0 })
    expect(await titlesOf('Part')).toEqual([])
  })

  it.each([
    ['update', 'error: interrupted\nhint: the request may have taken effect; to undo: cal history undo \\S+\n'],
    ['import', 'to undo: .*\nerror: interrupted\nhint: requests without a response .*; to resume: cal import .*\n'],
    ['update twice', 'error: interrupted\nhint: the request may have taken effect; to undo: cal history undo \\S+\n'],
    ['import twice', 'error: interrupted\nhint: requests without a response .*; to resume: cal import --resume \\S+\n'],
  ])('says what it waits for, and what is unknown: %s', async (name, end) => {
    const method = name.startsWith('import') ? 'POST' : 'PUT'
    const proxy = await faultProxy(served.api_root, { seed, share: 1, kinds: ['stall after'], method })
    const home = importing()
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf(name, 2))
    const venue = (await home.cal(['venues', 'create', '--name', name, '-o', 'ids'])).stdout.trim()
    const line = name.startsWith('import') ? 'import rows.csv --create-missing' : `venues update ${venue} --city B`
    const child = home.start(line.split(' '), { CAL_API_ROOT: proxy.api_root })
    await eventually(() => expect(proxy.struck.size).toBe(1))
    child.kill('SIGINT')
    await new Promise((resolve) => child.stderr.once('data', resolve))
    if (name.endsWith('twice')) child.kill('SIGINT')
    else proxy.close()
    const { stderr, exitCode } = await child
    proxy.close()
    expect(exitCode).toBe(130)
    expect(stderr).toMatch(new RegExp(`^waiting for responses to .*, press Ctrl-C again\\n${end}$`))
  })

  it('cannot be resumed or undone by another process while it runs', async () => {
    const home = importing()
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf('Twice', 40))
    const child = home.start(['import', 'rows.csv', '--create-missing', '--rate', '1/s'])
    await eventually(() => expect(writtenBy(home.folder)).toBeGreaterThan(0))
    for (const words of [
      ['import', '--resume'],
      ['history', 'undo', '--yes'],
    ]) {
      expect(await home.cal(words)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          new RegExp(
            `^error: run \\S+ is still running \\(process ${child.pid}\\)\nhint: wait until it ends, or stop it: kill ${child.pid}\n$`,
          ),
        ),
      })
    }
    child.kill('SIGKILL')
    await child
    expect(await home.cal(['import', '--resume', '--rate', '1000/s'])).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('40 events, 3 venues created'),
    })
    expect(await titlesOf('Twice')).toEqual(wanted('Twice', 40))
  })

  it('cannot be resumed with a changed file', async () => {
    const home = importing()
    writeFileSync(join(home.folder, 'rows.csv'), `${rowsOf('Changed', 2)}Changed 2,soon,,\nChanged 3,soon,,\n`)
    expect(await home.cal(['import', 'rows.csv', '--create-missing', '--stop-on-error', '1'])).toMatchObject({
      code: 6,
    })
    writeFileSync(join(home.folder, 'rows.csv'), rowsOf('Changed', 3))
    expect(await home.cal(['import', '--resume'])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('rows.csv has changed since the run started'),
    })
  })
})
