import { describe, expect, it } from 'vitest'
import { PassThrough } from 'node:stream'
import type { OutputStream } from '../../../../src/cli/types/session.ts'
import { escapeForTerminal } from '../../../../src/cli/output/terminal.ts'
import { withStatusLine } from '../../../../src/cli/session/status-line.ts'

interface Screen {
  readonly terminal?: boolean
  /** Standard output is a pipe; the terminal is that of standard error. */
  readonly pipe?: boolean
  readonly env?: Readonly<Record<string, string>>
}

/** Streams that record what is written to the screen, and a clock that the test advances. */
function screen({ terminal = true, pipe = false, env = {} }: Screen = {}) {
  const written: string[] = []
  const clock = { now: 0, work: undefined as (() => void) | undefined }
  const stream: OutputStream = {
    isTerminal: terminal,
    columns: 40,
    stream: new PassThrough(),
    write: async (text) => void written.push(escapeForTerminal(text, () => terminal)),
  }
  const streams = withStatusLine({
    stdout: pipe ? { ...stream, isTerminal: false } : stream,
    stderr: stream,
    env,
    ticks: () => clock.now,
    every: (_, work) => {
      clock.work = work
      return () => {
        clock.work = undefined
      }
    },
  })
  const pass = (duration_ms: number) => {
    for (let passed = 0; passed < duration_ms; passed += 100) {
      clock.now += 100
      clock.work?.()
    }
  }
  return { ...streams, written, pass, isTicking: () => clock.work !== undefined }
}

const erased = '\r\u001b[K'

describe('the status line', () => {
  it('appears within 300 ms, and is redrawn with every tick', () => {
    const { status, pass, written } = screen()
    status.show(() => 'Reading …')
    pass(100)
    expect(written).toEqual([])
    pass(200)
    expect(written).toEqual([`${erased}⠙ Reading …`, `${erased}⠹ Reading …`])
  })

  it('is not shown for a short wait, and stops ticking after it', () => {
    const { status, pass, written, isTicking } = screen()
    const wait = status.show(() => 'Reading …')
    pass(100)
    wait.end()
    pass(100)
    expect([written, isTicking()]).toEqual([[], false])
  })

  it('is cleared before other output, and redrawn below it', async () => {
    const { status, stdout, pass, written } = screen()
    status.show(() => 'Reading …')
    pass(200)
    await stdout.write('one line\n')
    pass(100)
    expect(written.slice(1)).toEqual([erased, 'one line\n', `${erased}⠹ Reading …`])
  })

  it('is cleared before output to a pipe once nothing is pending', async () => {
    const { status, stdout, pass, written } = screen({ pipe: true })
    const wait = status.show(() => 'Reading …')
    pass(200)
    await stdout.write('first page\n')
    wait.end()
    await stdout.write('last page\n')
    expect(written).toEqual([`${erased}⠙ Reading …`, 'first page\n', erased, 'last page\n'])
  })

  it('is not drawn on an unfinished line', async () => {
    const { status, stdout, pass, written } = screen()
    status.show(() => 'Reading …')
    await stdout.write('[{"id": 1},')
    pass(500)
    expect(written).toEqual(['[{"id": 1},'])
  })

  it('is hidden during a prompt', () => {
    const { status, pass, written } = screen()
    status.show(() => 'Reading …')
    pass(200)
    const release = status.hold()
    pass(500)
    expect(written).toEqual([`${erased}⠙ Reading …`, erased])
    release()
    pass(100)
    expect(written).toHaveLength(3)
  })

  it.each([
    ['a pipe', { terminal: false }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
    ['CI', { env: { CI: 'true' } }],
  ])('%s has none', (_, where) => {
    const { status, pass, written, isTicking } = screen(where)
    status.show(() => 'Reading …', { at_once: true })
    pass(500)
    expect([written, isTicking(), status.isAvailable]).toEqual([[], false, false])
  })

  it('escapes control characters in names', () => {
    const { status, written } = screen()
    status.show(() => 'Reading \u001b[2J.csv', { at_once: true })
    expect(written.join('')).not.toContain('\u001b[2J')
  })
})
