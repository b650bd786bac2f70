// Lines of a journal: on the disk when they are awaited, and soon when they are not.
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, vi } from 'vitest'
import { openJournal } from '../../../src/bulk/journal.ts'

async function opened() {
  const path = join(mkdtempSync(join(tmpdir(), 'cal-journal-')), 'journal.ndjson')
  const journal = await openJournal(path)
  const lines = () => readFileSync(path, 'utf8').split('\n').slice(0, -1).map((line) => JSON.parse(line))
  return { journal, lines }
}

const begin = (n: number) => ({ begin: n, action: 'create', kind: 'events', key: `slug=${n}` }) as const

it('takes lines that nobody awaits along with the next that is awaited, in their order', async () => {
  const { journal, lines } = await opened()
  await journal.write(begin(1))
  journal.note({ end: 1, id: 4 })
  await journal.write(begin(2))
  expect(lines()).toEqual([begin(1), { end: 1, id: 4 }, begin(2)])
  await journal.close()
})

it('writes a line that nobody awaits soon, though nothing follows', async () => {
  const { journal, lines } = await opened()
  journal.note({ end: 1, id: 4 })
  await vi.waitFor(() => expect(lines()).toEqual([{ end: 1, id: 4 }]))
  await journal.close()
})

it('has every line on the disk when it is closed', async () => {
  const { journal, lines } = await opened()
  const written = Array.from({ length: 50 }, (_, n) => journal.write(begin(n)))
  journal.note({ end: 0, id: 4 })
  await journal.close()
  await Promise.all(written)
  expect(lines()).toHaveLength(51)
})

it('takes the lines of one turn to the disk together', async () => {
  const { journal, lines } = await opened()
  const first = journal.write(begin(1))
  const others = [2, 3, 4].map((n) => journal.write(begin(n)))
  await first
  expect(lines().map((line) => line.begin)).toEqual([1, 2, 3, 4])
  await Promise.all(others)
  await journal.close()
})
