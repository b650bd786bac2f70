// Copies of a database file: making one, restoring it, and what happens to the file it replaces.
import {
  copyFileSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { describe, expect, it } from 'vitest'
import { backUpFile, restoreFile } from '../../../../../../src/server/storage/sqlite/files/backup.ts'
import type { OpenedCalendar } from '../../../../../../src/server/service/service.ts'
import { closeTestCalendars, openTestCalendar } from '../../../../../support/open-calendar.ts'
import { newFolder } from '../../../../../support/folder.ts'

async function write({ exchange }: OpenedCalendar, name: string): Promise<void> {
  const { status } = await exchange({
    method: 'POST',
    path: '/tags',
    query: '',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, description: 'x'.repeat(20_000) }),
  })
  expect(status).toBe(201)
}

async function tagsIn(file: string): Promise<readonly string[]> {
  const { exchange } = await openTestCalendar(file)
  const { body } = await exchange({ method: 'GET', path: '/tags', query: 'hide_empty=false', headers: {} })
  await closeTestCalendars()
  const { tags }: { tags: readonly { name: string }[] } = JSON.parse(body)
  return tags.map(({ name }) => name)
}

/** A calendar with the tag `Copied`, a copy of it, and the tag `Later` written after that. */
async function calendarAndCopy() {
  const folder = newFolder()
  const [file, copy] = [join(folder, 'calendar.db'), join(folder, 'copy.db')]
  await write(await openTestCalendar(file), 'Copied')
  await closeTestCalendars()
  await backUpFile(file, copy)
  await write(await openTestCalendar(file), 'Later')
  await closeTestCalendars()
  return { folder, file, copy, former: `${file}.former` }
}

const contents = (folder: string) =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name)).toString('base64')]))

function overwrite(file: string, from: number, to: number): void {
  writeFileSync(file, readFileSync(file).fill(0x5a, from, to))
}

function foreign(file: string): void {
  writeFileSync(file, '')
  const other = new DatabaseSync(file)
  other.exec('CREATE TABLE precious (text TEXT)')
  other.close()
}

const faults = [
  ['cut in half', (file: string) => truncateSync(file, Math.floor(statSync(file).size / 8192) * 4096)],
  ['cut after ten bytes', (file: string) => truncateSync(file, 10)],
  ['with pages of something else', (file: string) => overwrite(file, 4096 * 2, 4096 * 8)],
  ['with another header', (file: string) => overwrite(file, 0, 100)],
  ['that belongs to another program', foreign],
  ['that is a text', (file: string) => writeFileSync(file, 'My notes')],
] as const

describe('a copy replaces a database file', () => {
  it.each([...faults, ['that is empty', (file: string) => truncateSync(file, 0)]] as const)(
    '%s, which is preserved byte for byte',
    async (_, spoil) => {
      const { file, copy, former } = await calendarAndCopy()
      spoil(file)
      const bytes = readFileSync(file)
      expect(await restoreFile(copy, file, former)).toEqual({ former })
      expect(readFileSync(former).equals(bytes)).toBe(true)
      expect(await tagsIn(file)).toEqual(['Copied'])
    },
  )

  it('together with its log, which is not applied to the copy', async () => {
    const { folder, file, copy, former } = await calendarAndCopy()
    await write(await openTestCalendar(file), 'In the log')
    for (const end of ['', '-wal', '-shm']) copyFileSync(`${file}${end}`, join(folder, `killed.db${end}`))
    await closeTestCalendars()
    const killed = join(folder, 'killed.db')
    const [bytes, log] = [readFileSync(killed), readFileSync(`${killed}-wal`)]
    await restoreFile(copy, killed, former)
    expect([readFileSync(former).equals(bytes), readFileSync(`${former}-wal`).equals(log)]).toEqual([true, true])
    expect(await tagsIn(killed)).toEqual(['Copied'])
    expect(await tagsIn(former)).toEqual(['Copied', 'In the log', 'Later'])
  })

  it('with several hard links, of which the others are unchanged', async () => {
    const { file, copy, former } = await calendarAndCopy()
    linkSync(file, `${file}.second`)
    const bytes = readFileSync(file)
    await restoreFile(copy, file, former)
    expect(readFileSync(`${file}.second`).equals(bytes)).toBe(true)
    expect(await tagsIn(file)).toEqual(['Copied'])
  })

  it('twice, without overwriting the first file that was moved aside', async () => {
    const { file, copy, former } = await calendarAndCopy()
    expect(await restoreFile(copy, file, former)).toEqual({ former })
    expect(await restoreFile(copy, file, former)).toEqual({ former: `${former}-2` })
    expect(await tagsIn(former)).toEqual(['Copied', 'Later'])
  })

  it('and has the same calendar id', async () => {
    const { file, copy, former } = await calendarAndCopy()
    const { id } = await openTestCalendar(file)
    await closeTestCalendars()
    await restoreFile(copy, file, former)
    expect((await openTestCalendar(file)).id).toBe(id)
  })
})

describe('a copy', () => {
  it.each(faults)('%s is refused by name, and nothing is changed', async (_, spoil) => {
    const { folder, file, copy, former } = await calendarAndCopy()
    spoil(copy)
    const before = contents(folder)
    await expect(restoreFile(copy, file, former)).rejects.toMatchObject({
      code: 'configuration',
      message: expect.stringMatching(new RegExp(`^${copy} is (damaged|not a database|a database of another)`)),
    })
    expect(contents(folder)).toEqual(before)
  })

  it('whose indexes do not match its tables is refused', async () => {
    const { folder, file, copy, former } = await calendarAndCopy()
    const spoilt = new DatabaseSync(copy)
    spoilt.enableDefensive(false)
    spoilt.exec(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'term_by_name') WHERE name = 'term_by_lower'",
    )
    spoilt.close()
    const before = contents(folder)
    await expect(restoreFile(copy, file, former)).rejects.toThrow(`${copy} is damaged`)
    expect(contents(folder)).toEqual(before)
  })

  it('of a damaged calendar is not made', async () => {
    const { folder, file } = await calendarAndCopy()
    overwrite(file, 4096 * 2, 4096 * 8)
    const before = contents(folder)
    await expect(backUpFile(file, join(folder, 'second.db'))).rejects.toThrow(`${file} is damaged`)
    expect(contents(folder)).toEqual(before)
  })

  it('cannot replace itself', async () => {
    const { file, former } = await calendarAndCopy()
    await expect(restoreFile(file, file, former)).rejects.toThrow(`${file} is the database file itself`)
  })

  it('is a single file, and reading creates no other', async () => {
    const { copy } = await calendarAndCopy()
    const alone = join(dirname(copy), 'alone', 'copy.db')
    mkdirSync(dirname(alone))
    copyFileSync(copy, alone)
    const bytes = readFileSync(alone)
    // Bytes 18 and 19 are the journal mode: 1 is a rollback journal, 2 is WAL.
    expect([...bytes.subarray(18, 20)]).toEqual([1, 1])
    for (const read_only of [true, false]) {
      const { exchange } = await openTestCalendar(alone, { read_only })
      expect((await exchange({ method: 'GET', path: '/tags', query: 'hide_empty=false', headers: {} })).status).toBe(
        200,
      )
      expect(readdirSync(dirname(alone))).toEqual(['copy.db'])
      await closeTestCalendars()
    }
    expect([readdirSync(dirname(alone)), readFileSync(alone).equals(bytes)]).toEqual([['copy.db'], true])
  })

  it('can be opened and written as a calendar', async () => {
    const { copy } = await calendarAndCopy()
    await write(await openTestCalendar(copy), 'Written')
    await closeTestCalendars()
    expect(await tagsIn(copy)).toEqual(['Copied', 'Written'])
  })
})

describe('a log without its file', () => {
  it('is not applied to a new file', async () => {
    const { folder, file } = await calendarAndCopy()
    await write(await openTestCalendar(file), 'In the log')
    const left = join(folder, 'left.db')
    copyFileSync(`${file}-wal`, `${left}-wal`)
    await expect(openTestCalendar(left)).rejects.toThrow(`${left}-wal exists without ${left}`)
    expect(existsSync(left)).toBe(false)
  })
})

describe('only its owner may read', () => {
  it('a database file, the files next to it, and its copies', async () => {
    const { folder, file, copy, former } = await calendarAndCopy()
    await restoreFile(copy, file, former)
    await write(await openTestCalendar(file, { server: { pid: 1 } }), 'More')
    const modes = Object.fromEntries(
      readdirSync(folder).map((name) => [name, (statSync(join(folder, name)).mode & 0o777).toString(8)]),
    )
    expect(modes).toEqual({
      'calendar.db': '600',
      'calendar.db-wal': '600',
      'calendar.db-shm': '600',
      'calendar.db-lock': '600',
      'calendar.db.former': '600',
      'copy.db': '600',
    })
  })
})
