// A log that was damaged after its process was killed: SQLite silently ignores the rest of it, and a server reports it.
import { copyFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Connection } from '../../../../../../src/server/storage/sqlite/sqlite.ts'
import { openTestCalendar } from '../../../../../support/open-calendar.ts'
import { newFolder } from '../../../../../support/folder.ts'
import { sql } from '../../../../../../src/server/storage/sql.ts'

const served = (file: string) => openTestCalendar(file, { server: { pid: 1 } })

const names = ['One', 'Two', 'Three', 'Four', 'Five']

/** The files of a server that was killed after it had written five tags. */
async function killed(before: (file: string) => void = () => {}): Promise<string> {
  const folder = newFolder()
  const [file, left] = [join(folder, 'calendar.db'), join(folder, 'killed.db')]
  const { exchange } = await served(file)
  before(file)
  for (const name of names) {
    const { status } = await exchange({
      method: 'POST',
      path: '/tags',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    expect(status).toBe(201)
  }
  for (const end of ['', '-wal', '-shm']) copyFileSync(`${file}${end}`, `${left}${end}`)
  return left
}

async function found(file: string) {
  const { exchange, notes } = await served(file)
  const { body } = await exchange({ method: 'GET', path: '/tags', query: 'hide_empty=false&per_page=50', headers: {} })
  const { tags }: { tags: readonly { name: string }[] } = JSON.parse(body)
  return { count: tags.length, notes: notes.map(({ en }) => en.split(/;|:/)[0]) }
}

const notesOn = (file: string, { isCopied }: { readonly isCopied: boolean }) => [
  `the last process that wrote ${file} was killed and left a damaged log`,
  ...(isCopied ? [`the log is saved as ${file}-wal.damaged`] : []),
  'to check',
]

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at)
  writeFileSync(file, bytes)
}

const size = (file: string) => statSync(file).size
const spoil = [
  ['in its middle', (log: string) => flip(log, Math.floor(size(log) / 2))],
  ['in its last page', (log: string) => flip(log, size(log) - 100)],
  ['in its header', (log: string) => flip(log, 9)],
  ['in the checksum of its header', (log: string) => flip(log, 28)],
  ['by being cut', (log: string) => truncateSync(log, size(log) - 5_000)],
  ['by being cut to nothing', (log: string) => truncateSync(log, 0)],
] as const

describe('a log that a killed server left', () => {
  it('is read without a report if it is intact', async () => {
    expect(await found(await killed())).toEqual({ count: 5, notes: [] })
  })

  it.each(spoil)('and was damaged %s is reported and copied', async (_, damage) => {
    const file = await killed()
    damage(`${file}-wal`)
    const log = readFileSync(`${file}-wal`)
    const { count, notes } = await found(file)
    expect([count < 5, notes]).toEqual([true, notesOn(file, { isCopied: true })])
    expect(readFileSync(`${file}-wal.damaged`).equals(log)).toBe(true)
  })

  it('and was deleted is reported', async () => {
    const file = await killed()
    rmSync(`${file}-wal`)
    expect((await found(file)).notes).toEqual(notesOn(file, { isCopied: false }))
  })

  it('is reported from its own bytes after the machine went down', async () => {
    const file = await killed()
    rmSync(`${file}-shm`)
    flip(`${file}-wal`, Math.floor(size(`${file}-wal`) / 2))
    expect((await found(file)).notes).toEqual(notesOn(file, { isCopied: true }))
  })

  it('is not reported if a part of it was rolled back and overwritten', async () => {
    const file = await killed((served_file) => {
      const connection = new Connection(served_file, { readonly: false })
      connection.pragma('cache_size = 10')
      connection.run(sql('BEGIN IMMEDIATE'))
      for (let id = 1; id < 300; id += 1)
        connection.run(sql('INSERT INTO media (id, url) VALUES (?, ?)', id, `${id}${'x'.repeat(3_000)}`))
      connection.close()
    })
    expect(size(`${file}-wal`)).toBeGreaterThan(500_000)
    rmSync(`${file}-shm`)
    expect(await found(file)).toEqual({ count: 5, notes: [] })
    expect(existsSync(`${file}-wal.damaged`)).toBe(false)
  })
})
