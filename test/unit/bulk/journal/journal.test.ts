// When lines of a journal are flushed: before an awaited line resolves, otherwise soon.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Journal, openJournal } from '../../../../src/bulk/journal/journal.ts'
import { eventually } from '../../../support/eventually.ts'
import { newFolder } from '../../../support/folder.ts'

async function opened() {
  const path = join(newFolder(), 'journal.ndjson')
  const journal = await openJournal(path)
  const lines = () =>
    readFileSync(path, 'utf8')
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line))
  return { journal, lines }
}

const begin = (n: number) => ({ begin: n, action: 'create', kind: 'events', key: `slug=${n}` }) as const

it('flushes unawaited lines in order with the next awaited line', async () => {
  const { journal, lines } = await opened()
  await journal.write(begin(1))
  journal.note({ end: 1, id: 4 })
  await journal.write(begin(2))
  expect(lines()).toEqual([begin(1), { end: 1, id: 4 }, begin(2)])
  await journal.close()
})

it('flushes an unawaited line soon, even if no other line follows', async () => {
  const { journal, lines } = await opened()
  journal.note({ end: 1, id: 4 })
  await eventually(() => expect(lines()).toEqual([{ end: 1, id: 4 }]))
  await journal.close()
})

it('is readable only by its owner, since it contains records', async () => {
  const path = join(newFolder(), 'journal.ndjson')
  await (await openJournal(path)).close()
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('resolves only after the line is flushed', async () => {
  const order: string[] = []
  const disk = { let: () => {} }
  const journal = new Journal(
    {
      fd: 7,
      appendFile: async () => void order.push('append'),
      close: async () => {},
    },
    'journal.ndjson',
    async (fd) => {
      await new Promise<void>((resolve) => {
        disk.let = resolve
      })
      order.push(`sync ${fd}`)
    },
  )
  const written = journal.write(begin(1)).then(() => order.push('written'))
  await eventually(() => expect(order).toEqual(['append']))
  disk.let()
  await written
  expect(order).toEqual(['append', 'sync 7', 'written'])
})

it('starts a new line after one that a crash truncated', async () => {
  const path = join(newFolder(), 'journal.ndjson')
  writeFileSync(path, '{"begin":1,"acti')
  const journal = await openJournal(path)
  await journal.write(begin(2))
  await journal.close()
  expect(readFileSync(path, 'utf8')).toBe(`{"begin":1,"acti\n${JSON.stringify(begin(2))}\n`)
})

it.skipIf(!existsSync('/dev/full'))('reports its path if the disk is full, and accepts no further lines', async () => {
  const journal = await openJournal('/dev/full')
  const full = { code: 'disk', text: { en: '/dev/full cannot be written: no space left on the device' } }
  await expect(journal.write(begin(1))).rejects.toMatchObject(full)
  await expect(journal.write(begin(2))).rejects.toMatchObject(full)
  await expect(journal.close()).rejects.toMatchObject(full)
})
