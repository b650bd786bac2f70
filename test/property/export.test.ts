// Importing an export into an empty calendar gives the same calendar.
import fc from 'fast-check'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { bundleOf, randomCalendar } from '../support/random-calendar.ts'
import { newWorkspace } from '../support/workspace.ts'

/** The records of a calendar without ids, URLs and modification dates, with links by slug. */
function meaning(records: unknown): unknown {
  const slugs = new Map(objectsIn(records).map(({ id, slug }) => [id, slug]))
  return objectsIn(records)
    .map(
      ({
        id: _,
        modified: _m,
        modified_utc: _mu,
        global_id: _g,
        global_id_lineage: _l,
        url: _u,
        rest_url: _r,
        urls: _us,
        date: _d,
        date_utc: _du,
        website,
        parent,
        ...rest
      }) =>
        Object.fromEntries(
          Object.entries({
            ...rest,
            parent: slugs.get(parent) ?? 0,
            website: String(website).includes('p=') || String(website).includes('/event/') ? '' : website,
          }).map(([name, value]) => [name, Array.isArray(value) || isObject(value) ? linkMeaning(name, value) : value]),
        ),
    )
    .sort((a, b) => (JSON.stringify([a.slug, a]) < JSON.stringify([b.slug, b]) ? -1 : 1))
}

function objectsIn(value: unknown): readonly Readonly<Record<string, unknown>>[] {
  return [value].flat().filter((item) => isObject(item))
}

function linkMeaning(name: string, value: unknown): unknown {
  if (name === 'image') return isObject(value) ? value.url : value
  return ['venue', 'organizer', 'categories', 'tags'].includes(name)
    ? objectsIn(value).map(({ slug, name: term, venue, organizer }) => [slug, term, venue, organizer])
    : value
}

async function meaningOf({ json }: ReturnType<typeof newWorkspace>): Promise<unknown> {
  const status = '--status publish,draft,private,pending'
  return [
    meaning(await json(`events list --any-date --all ${status}`)),
    meaning(await json(`venues list --all ${status}`)),
    meaning(await json(`organizers list --all ${status}`)),
    meaning(await json('categories list --all --no-hide-empty')),
    meaning(await json('tags list --all --no-hide-empty')),
  ]
}

/** Set CAL_PROPERTY_RUNS=100 for a longer test. */
const runs = Number(process.env.CAL_PROPERTY_RUNS ?? 2)

describe('an export', () => {
  it.each([
    ['json', 'all.json'],
    ['ndjson', 'all.ndjson'],
    ['yaml', 'all.yaml'],
    ['csv', 'all'],
  ])(
    'imports into an empty calendar as the same calendar: %s',
    { timeout: 240_000 + runs * 5_000 },
    async (format, name) => {
      await fc.assert(
        fc.asyncProperty(randomCalendar, async (drawn) => {
          const one = newWorkspace('one.db')
          one.write('drawn.json', bundleOf(drawn))
          expect((await one.cal('import drawn.json')).stderr).not.toContain(' failed')
          if (format === 'csv') mkdirSync(join(one.folder, name))
          expect(await one.cal(`export --to ${name} --format ${format}`)).toMatchObject({ code: 0 })
          const other = { CAL_API_ROOT: `file:${join(one.folder, 'other.db')}` }
          expect((await one.cal(`import ${name}`, { env: other })).stderr).not.toContain(' failed')
          const two = {
            ...one,
            json: async (line: string) => JSON.parse((await one.cal(`${line} -o json`, { env: other })).stdout),
          }
          expect(await meaningOf(two)).toEqual(await meaningOf(one))
          expect((await one.cal(`import ${name}`, { env: other })).stderr).toMatch(/^[^;\n]+ unchanged\n$/)
          expect((await one.cal(`import ${name}`)).stderr).toMatch(/^[^;\n]+ unchanged\n$/)
        }),
        { numRuns: runs, endOnFailure: true },
      )
    },
  )
})
