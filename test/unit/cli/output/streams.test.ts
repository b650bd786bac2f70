// The first text is written to the descriptor, all others through the stream: nothing is lost or reordered.
import { execFileSync } from 'node:child_process'
import { closeSync, constants, openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { outputOf } from '../../../../src/cli/output/streams.ts'
import { OutputClosedError } from '../../../../src/cli/types/session.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = newFolder()

/** An output to this descriptor, and the texts that its stream received. */
function watched(descriptor: number) {
  const streamed: string[] = []
  const write = (chunk: Buffer, _: string, done: () => void) => {
    streamed.push(chunk.toString())
    done()
  }
  return {
    streamed,
    output: outputOf(
      () => new Writable({ write }),
      descriptor,
      () => false,
    ),
  }
}

describe('an output', () => {
  const file = join(folder, 'file')

  it('writes the first text to the descriptor and the others to the stream', async () => {
    writeFileSync(file, '')
    const { output, streamed } = watched(openSync(file, 'r+'))
    for (const text of ['one ü ', 'two ', 'three']) await output.write(text)
    expect([readFileSync(file, 'utf8'), streamed]).toEqual(['one ü ', ['two ', 'three']])
  })

  it('escapes control characters on a terminal, and nothing elsewhere', async () => {
    for (const [isTerminal, seen] of [
      [true, 'a\\u{1b}[2J\\u{9b}1m\n'],
      [false, 'a\u001b[2J\u009b1m\n'],
    ] as const) {
      writeFileSync(file, '')
      const output = outputOf(
        () => new Writable(),
        openSync(file, 'r+'),
        () => isTerminal,
      )
      await output.write('a\u001b[2J\u009b1m\n')
      expect(readFileSync(file, 'utf8')).toBe(seen)
    }
  })

  it('uses the stream for all texts if a caller requested it, and for a long text', async () => {
    writeFileSync(file, '')
    const asked = watched(openSync(file, 'r+'))
    asked.output.stream.write('by a library, ')
    await asked.output.write('by us')
    const long = watched(openSync(file, 'r+'))
    await long.output.write('x'.repeat(70_000))
    expect([readFileSync(file, 'utf8'), asked.streamed.join(''), long.streamed.join('').length]).toEqual([
      '',
      'by a library, by us',
      70_000,
    ])
  })

  it.skipIf(process.platform === 'win32').each([
    ['nothing', 65_536],
    ['a part', 49_152],
  ])('writes the rest to the stream if a pipe accepts %s', async (_, filled) => {
    const pipe = join(folder, `pipe-${filled}`)
    execFileSync('mkfifo', [pipe])
    const descriptor = openSync(pipe, constants.O_RDWR | constants.O_NONBLOCK)
    writeSync(descriptor, Buffer.alloc(filled))
    const { output, streamed } = watched(descriptor)
    const text = 'abcdefgh'.repeat(5000)
    await output.write(text)
    const held = Buffer.alloc(200_000)
    const count = readSync(descriptor, held)
    closeSync(descriptor)
    expect(held.toString('utf8', filled, count) + streamed.join('')).toBe(text)
    expect(count).toBe(65_536)
  })

  /** A pipe whose reader has closed it. */
  const closedPipe = (name: string) => {
    const pipe = join(folder, name)
    execFileSync('mkfifo', [pipe])
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK)
    const descriptor = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK)
    closeSync(reader)
    return descriptor
  }

  it('reports a closed pipe', async () => {
    await expect(watched(closedPipe('deserted')).output.write('text')).rejects.toThrow(OutputClosedError)
  })

  it('drops messages that cannot be written', async () => {
    const open = () => new Writable({ write: (_chunk, _, done) => done(new Error('no space')) })
    const messages = outputOf(open, closedPipe('unread'), () => false, { drops_unwritable: true })
    await messages.write('the first text')
    await messages.write('through the stream')
  })
})
