// One process writes a database file, under any of its names, and even if other files next to it are removed.
import { existsSync, linkSync, lstatSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { OpenedCalendar } from '../../../src/server/service/service.ts'
import { Connection } from '../../../src/server/storage/sqlite/sqlite.ts'
import { closeTestCalendars, openTestCalendar } from '../../support/open-calendar.ts'
import { newFolder } from '../../support/folder.ts'
import { sql } from '../../../src/server/storage/sql.ts'

const served = (file: string, pid: number) => openTestCalendar(file, { server: { pid } })

const freshFile = () => join(newFolder(), 'calendar.db')

/** The id of a new tag, or the error. */
async function tag({ exchange }: OpenedCalendar, name: string): Promise<unknown> {
  try {
    const { body } = await exchange({
      method: 'POST',
      path: '/tags',
      query: '',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name }),
    })
    return JSON.parse(body).id
  } catch (error) {
    return error instanceof Error ? error.message : error
  }
}

function readRow(file: string, question: string): unknown {
  const connection = new Connection(file, { readonly: true })
  try {
    return connection.value(sql(question))
  } finally {
    connection.close()
  }
}

const tags = (file: string) => readRow(file, 'SELECT group_concat(name) FROM (SELECT name FROM term ORDER BY id)')
const heldBy = (pid: number, file: string) =>
  `${file} is served by process ${pid} at http://localhost/wp-json/tribe/events/v1 since 2026-11-20 12:00:00 UTC`

describe('a database file reached through a symbolic link', () => {
  it('is refused if its target is already served', async () => {
    const file = freshFile()
    const [link, further] = [`${file}.link`, `${file}.further`]
    symlinkSync('calendar.db', link)
    symlinkSync(link, further)
    await served(file, 1)
    for (const name of [link, further]) await expect(served(name, 2)).rejects.toThrow(heldBy(1, file))
    expect(await tag(await openTestCalendar(link), 'Through')).toBe(heldBy(1, file))
  })

  it('is locked under the name of its target as well', async () => {
    const file = freshFile()
    symlinkSync(file, `${file}.link`)
    await served(`${file}.link`, 1)
    expect([existsSync(`${file}-lock`), existsSync(`${file}.link-lock`)]).toEqual([true, false])
    await expect(served(file, 2)).rejects.toThrow(heldBy(1, file))
  })

  it('is created at the target of the link if it is missing', async () => {
    const file = freshFile()
    symlinkSync('calendar.db', `${file}.link`)
    expect(await tag(await openTestCalendar(`${file}.link`), 'One')).toBe(2)
    expect([lstatSync(`${file}.link`).isSymbolicLink(), tags(file)]).toEqual([true, 'One'])
  })
})

describe('a database file with several hard links', () => {
  it('is refused under each of its names, for readers and writers', async () => {
    const file = freshFile()
    await tag(await openTestCalendar(file), 'One')
    await closeTestCalendars()
    linkSync(file, `${file}.second`)
    for (const name of [file, `${file}.second`]) {
      await expect(served(name, 1)).rejects.toThrow(
        `${name} has 2 names (hard links), and a database file must have only one`,
      )
      await expect(openTestCalendar(name, { read_only: true })).rejects.toThrow('has 2 names')
    }
    rmSync(`${file}.second`)
    await served(file, 1)
  })
})

describe('a server whose lock file was removed', () => {
  it('creates it again with its next write, and other servers stay locked out', async () => {
    const file = freshFile()
    const first = await served(file, 1)
    rmSync(`${file}-lock`)
    expect(await tag(first, 'One')).toBe(2)
    expect(existsSync(`${file}-lock`)).toBe(true)
    await expect(served(file, 2)).rejects.toThrow(heldBy(1, file))
  })

  it('stops writing once another server has started, and does not remove its lock', async () => {
    const file = freshFile()
    const first = await served(file, 1)
    expect(await tag(first, 'One')).toBe(2)
    rmSync(`${file}-lock`)
    const second = await served(file, 2)
    expect(await tag(second, 'Two')).toBe(3)
    expect(await tag(first, 'Three')).toBe(heldBy(2, file))
    await first.close()
    expect(existsSync(`${file}-lock`)).toBe(true)
    expect(await tag(second, 'Four')).toBe(4)
    await expect(served(file, 3)).rejects.toThrow(heldBy(2, file))
    expect(tags(file)).toBe('One,Two,Four')
  })
})

describe('a server whose database file was replaced', () => {
  it('writes to neither the old nor the new file', async () => {
    const [file, other] = [freshFile(), freshFile()]
    await tag(await openTestCalendar(other), 'Other')
    await closeTestCalendars()
    const first = await served(file, 1)
    await tag(first, 'One')
    renameSync(other, file)
    const bytes = readFileSync(file)
    expect(await tag(first, 'Two')).toBe(`${file} was removed or replaced while it was open: nothing was written`)
    expect(readFileSync(file).equals(bytes)).toBe(true)
  })
})
