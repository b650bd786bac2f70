// Several processes write one database file, one after another.
import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { firstOf } from '../support/extent.ts'
import { homeWith } from '../support/program.ts'

const home = homeWith({ CAL_API_ROOT: 'file:./shared.db' })
const writers = firstOf(3, ['ada', 'ben', 'cem', 'dora', 'eve', 'finn', 'gil', 'hana'])

/** Runs all of them in parallel and returns their results. */
async function atOnce(round: string): Promise<readonly string[]> {
  const ran = await Promise.all(
    writers.map((name) => home.cal(['tags', 'create', '--name', `${name} ${round}`, '--json'])),
  )
  return ran.map(({ stdout, stderr, code }) => (code === 0 ? String(JSON.parse(stdout).name) : stderr))
}

describe(`${writers.length} processes that write one file at once`, () => {
  it('all succeed, whether or not the file exists, and it contains all their writes', async () => {
    for (const round of ['first', 'again'])
      expect(await atOnce(round)).toEqual(writers.map((name) => `${name} ${round}`))
    const { stdout } = await home.cal(['tags', 'list', '--all', '--no-hide-empty', '--json'])
    const tags: readonly { id: number; name: string }[] = JSON.parse(stdout)
    expect(tags.map(({ name }) => name).sort()).toEqual(writers.flatMap((name) => [`${name} again`, `${name} first`]))
    expect(new Set(tags.map(({ id }) => id)).size).toBe(2 * writers.length)
    expect(readdirSync(home.folder).filter((name) => name.startsWith('shared.db'))).toEqual(['shared.db'])
  })
})
