// The order of writes and commands in front of a writer.
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { parseRequest } from '../../../../../support/open-calendar.ts'
import type {
  WriterCommand,
  WriterResult,
  WriteRequest,
} from '../../../../../../src/server/storage/sqlite/writer/messages.ts'
import { GroupCommit } from '../../../../../../src/server/storage/sqlite/sqlite-engine.ts'

const create = (path: string): WriteRequest => ({
  request: parseRequest({ method: 'POST', path, query: '', headers: {} }),
  caller: undefined,
})

/** A writer that replies only when the test says so, one command at a time. */
function slowWriter() {
  const commands: WriterCommand[] = []
  const replies: ((reply: WriterResult) => void)[] = []
  const group = new GroupCommit(
    (command) =>
      new Promise((resolve) => {
        commands.push(command)
        replies.push(resolve)
      }),
    () => 0,
  )
  const reply = (): void => {
    const command = commands[commands.length - replies.length]
    const writes = command?.type === 'write' ? command.writes : []
    replies.shift()?.({
      results: writes.map(({ request }) => ({ response: { status: 201, headers: {}, body: request.path } })),
    })
  }
  const seen = () =>
    commands.map((command) =>
      command.type === 'write' ? command.writes.map(({ request }) => request.path).join('') : command.type,
    )
  return { group, reply, seen }
}

describe('writes in front of a busy writer', () => {
  it('are sent together, and each gets its own response', async () => {
    const { group, reply, seen } = slowWriter()
    const responses = ['a', 'b'].map((path) => group.write(create(path)))
    await setImmediate()
    responses.push(...['c', 'd'].map((path) => group.write(create(path))))
    await setImmediate()
    expect(seen()).toEqual(['ab'])
    reply()
    while (seen().length < 2) await setImmediate()
    expect(seen()).toEqual(['ab', 'cd'])
    reply()
    expect((await Promise.all(responses)).map(({ body }) => body)).toEqual(['a', 'b', 'c', 'd'])
  })

  it('are all rejected when the writer has ended', async () => {
    const group = new GroupCommit(
      () => Promise.reject(new Error('the writing thread has ended')),
      () => 0,
    )
    const responses = await Promise.allSettled([group.write(create('a')), group.write(create('b'))])
    expect(responses.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })
})

describe('a command', () => {
  it('is created after all earlier writes are answered, and later writes wait for it', async () => {
    const { group, reply, seen } = slowWriter()
    const before = group.write(create('a'))
    let prepared = false
    const command = group.run(async () => {
      prepared = true
      return { type: 'reload', generation: 1 }
    })
    const after = group.write(create('b'))
    await setImmediate()
    expect([seen(), prepared]).toEqual([['a'], false])
    reply()
    await before
    await setImmediate()
    expect([seen(), prepared]).toEqual([['a', 'reload'], true])
    reply()
    await command
    await setImmediate()
    expect(seen()).toEqual(['a', 'reload', 'b'])
    reply()
    expect((await after).body).toBe('b')
  })

  it('increases the generation before its caller gets the result, as writes do; the search index does not', async () => {
    const { group, reply } = slowWriter()
    const seenBy = group.write(create('a')).then(() => group.generation)
    await setImmediate()
    expect(group.generation).toBe(0)
    reply()
    expect(await seenBy).toBe(1)
    group.indexWhenIdle(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    reply()
    await setImmediate()
    expect(group.generation).toBe(1)
  })
})

describe('closing', () => {
  it('is the last command: no index update follows', async () => {
    const { group, reply, seen } = slowWriter()
    group.indexWhenIdle(0)
    const closed = group.close({ isOurs: true })
    await new Promise((resolve) => setTimeout(resolve, 20))
    group.indexWhenIdle(0)
    await new Promise((resolve) => setTimeout(resolve, 20))
    reply()
    await closed
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(seen()).toEqual(['close'])
  })
})
