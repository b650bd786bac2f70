// A run is locked by one process at a time, and unlocked when that process ends.
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { execa } from 'execa'
import { expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { lockRun } from '../../../../src/bulk/journal/runs.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = newFolder()
const mine = { pid: 11, platform: 'linux' }
const theirs = { pid: 22, platform: 'linux' }

it('rejects a second process and names the first by its process id', async () => {
  const lock = await lockRun(folder, mine)
  const refused = await lockRun(folder, theirs).catch((error: unknown) => error)
  expect(refused).toBeInstanceOf(CalError)
  expect(refused).toMatchObject({
    code: 'usage',
    text: { en: expect.stringMatching(/^run cal-\w+ is still running \(process 11\)$/) },
  })
  lock.release()
})

it('can be acquired again after its release', async () => {
  const first = await lockRun(folder, mine)
  first.release()
  const second = await lockRun(folder, theirs)
  await expect(lockRun(folder, mine)).rejects.toMatchObject({ text: { de: expect.stringContaining('im Prozess 22') } })
  second.release()
})

it('is released when its process is killed', async () => {
  const address = join(folder, 'lock')
  const holder = execa(
    process.execPath,
    ['-e', `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('there'))`],
    { reject: false },
  )
  await new Promise((resolve) => holder.stdout.once('data', resolve))
  holder.kill('SIGKILL')
  await holder
  const lock = await lockRun(folder, mine)
  await expect(lockRun(folder, theirs)).rejects.toThrow('(process 11)')
  lock.release()
})

it('works in folders whose paths are too long for a socket', async () => {
  const deep = join(folder, 'a'.repeat(60), 'b'.repeat(60))
  mkdirSync(deep, { recursive: true })
  const lock = await lockRun(deep, mine)
  await expect(lockRun(deep, theirs)).rejects.toThrow('(process 11)')
  lock.release()
})

it('stays locked if its holder is too busy to answer', async () => {
  const silent = createServer(() => undefined)
  await new Promise<void>((resolve) => silent.listen(join(folder, 'lock'), resolve))
  await expect(lockRun(folder, mine)).rejects.toThrow('(process ?)')
  silent.close()
})

it('cannot lock a run that was deleted because it wrote nothing', async () => {
  await expect(lockRun(join(folder, 'r1'), mine)).rejects.toMatchObject({ code: 'not_found' })
})
