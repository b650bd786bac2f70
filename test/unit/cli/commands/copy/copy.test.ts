// `cal copy` between database files: what is copied, found again, overwritten, deleted and refused.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cal, noon, type RunResult } from '../../../../support/runtime.ts'
import { shellWords } from '../../../../support/shell-words.ts'
import { newWorkspace } from '../../../../support/workspace.ts'

interface Pair {
  cal(line: string, second?: number): Promise<RunResult>
  /** Runs `cal` with the calendar that is copied, or the copy. */
  at(name: 'source' | 'target', line: string, second?: number): Promise<string>
  copy(flags?: string, second?: number): Promise<string>
  listed(name: 'source' | 'target', kind: string): Promise<readonly Record<string, unknown>[]>
}

function newPair(): Pair {
  const { folder } = newWorkspace()
  const run = (line: string, second = 0): Promise<RunResult> =>
    cal(shellWords(line), {
      cwd: folder,
      now: noon + second * 1000,
      env: { CAL_STATE_DIR: join(folder, 'state'), CAL_CONFIG: join(folder, 'config.yaml'), CAL_TZ: 'UTC' },
    })
  const at: Pair['at'] = async (name, line, second) => {
    const { code, stdout, stderr } = await run(`--api-root file:${name}.db ${line}`, second)
    if (code !== 0) throw new Error(`${line}: ${code} ${stderr}`)
    return stdout
  }
  return {
    cal: run,
    at,
    copy: async (flags = '', second = 0) => {
      const { code, stdout, stderr } = await run(`copy --from source.db --to file:target.db --yes ${flags}`, second)
      return `${code} ${stdout}${stderr}`
    },
    listed: async (name, kind) =>
      JSON.parse(await at(name, `${kind} list --all ${list_flags[kind as keyof typeof list_flags] ?? ''} -o json`)),
  }
}

const list_flags = { events: '--any-date', categories: '--no-hide-empty', tags: '--no-hide-empty' } as const

async function filled(): Promise<Pair> {
  const pair = newPair()
  for (const line of [
    'categories create --name Music',
    'categories create --name Jazz --parent Music',
    'categories create --name Sport',
    'tags create --name late',
    'venues create --name "City Hall" --city Ulm',
    'venues create --name Cellar',
    'organizers create --name Anna --email a@x.test',
    'events create --title "Jazz night" --start-date "2027-03-01 20:00" --duration 2h --venue Cellar --organizer Anna --categories Jazz --tags late --cost 10 --description "<p>One &amp; two</p>"',
    'events create --title Run --start-date 2027-04-01 --end-date 2027-04-01 --all-day --categories Sport --venue "City Hall" --status draft',
  ])
    await pair.at('source', line)
  return pair
}

describe('cal copy', () => {
  it('copies every kind with its links, and finds nothing to change afterwards', async () => {
    const { copy, listed } = await filled()
    expect(await copy()).toContain('2 events, 2 venues, 1 organizer, 3 categories, 1 tag created')
    expect(await listed('target', 'events')).toMatchObject([
      {
        title: 'Jazz night',
        slug: 'jazz-night',
        start_date: '2027-03-01 20:00:00',
        cost: '$10',
        description: '<p>One &amp; two</p>',
        venue: { venue: 'Cellar' },
        organizer: [{ organizer: 'Anna', email: 'a@x.test' }],
        categories: [{ slug: 'jazz' }],
        tags: [{ slug: 'late' }],
      },
      { title: 'Run', status: 'draft', all_day: true, venue: { venue: 'City Hall' } },
    ])
    const categories = await listed('target', 'categories')
    expect(categories.find(({ slug }) => slug === 'jazz')?.parent).toBe(
      categories.find(({ slug }) => slug === 'music')?.id,
    )
    expect(await copy('', 1)).toBe('0 2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged\n')
  })

  it('writes only what changed at the source, also for renamed records', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    await at('source', 'venues update cellar --name "Blue Cellar"')
    await at('source', 'categories update jazz --slug swing')
    await at(
      'source',
      'events update jazz-night --title "Swing night" --slug swing-night --unset cost --unset venue --categories ""',
    )
    expect(await copy('--dry-run', 1)).toMatch(
      /~ update venue \d+ "Blue Cellar"\n {4}venue: "Cellar" → "Blue Cellar"\n/,
    )
    expect(await copy('', 1)).toContain(
      '1 event, 1 venue, 1 category updated; 1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged',
    )
    expect(await listed('target', 'events')).toMatchObject([
      { title: 'Swing night', slug: 'swing-night', cost: '', venue: [], categories: [], tags: [{ slug: 'late' }] },
      { title: 'Run' },
    ])
    expect(await copy('', 2)).toBe('0 2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged\n')
  })

  it('finds a draft again after its title, date and slug changed', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    const run = (await listed('source', 'events')).find(({ title }) => title === 'Run')
    await at(
      'source',
      `events update ${run?.id} --title Marathon --slug marathon --status publish --start-date 2028-01-01 --end-date 2028-01-01`,
    )
    expect(await copy('', 1)).toContain(
      '1 event updated; 1 event, 2 venues, 1 organizer, 3 categories, 1 tag unchanged',
    )
    expect((await listed('target', 'events'))[1]).toMatchObject({
      title: 'Marathon',
      slug: 'marathon',
      status: 'publish',
    })
  })

  it('reports edits at the target since the last copy, overwrites only those, and can be undone', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    await at('target', 'events update jazz-night --title Edited --website https://own.example/')
    await at('source', 'events update jazz-night --description New')
    const plan = await copy('--dry-run', 1)
    expect(plan).toContain('title: "Edited" → "Jazz night" (edited at the target since the last copy)')
    expect(plan).toMatch(/description: .*New"\n/)
    expect(await copy('', 1)).toContain('edited at the target since the last copy, now overwritten: 1')
    expect((await listed('target', 'events'))[0]).toMatchObject({ title: 'Jazz night', description: 'New' })
    await at('target', 'history undo --yes', 2)
    expect((await listed('target', 'events'))[0]).toMatchObject({
      title: 'Edited',
      website: 'https://own.example/',
      description: '<p>One &amp; two</p>',
    })
  })

  it('keeps venues of one name apart, also those that are created later', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    await at('source', 'venues create --name Cellar --city Bonn --allow-duplicate')
    expect(await copy('', 1)).toContain(
      '1 venue created; 2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged',
    )
    await at('source', 'venues update cellar --city Ulm')
    expect(await copy('', 2)).toContain(
      '1 venue updated; 2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged',
    )
    const cellars = (await listed('target', 'venues')).filter(({ venue }) => venue === 'Cellar')
    expect(cellars.map(({ city }) => city).sort()).toEqual(['Bonn', 'Ulm'])
  })

  it('copies the chosen events and what they link to', async () => {
    const { copy, listed } = await filled()
    expect(await copy('--categories music')).toContain('1 event, 1 venue, 1 organizer, 2 categories, 1 tag created')
    expect((await listed('target', 'events')).map(({ title }) => title)).toEqual(['Jazz night'])
    expect((await listed('target', 'categories')).map(({ name }) => name)).toEqual(['Jazz', 'Music'])
    expect((await listed('target', 'venues')).map(({ venue }) => venue)).toEqual(['Cellar'])
    expect(await copy('--where starts_after=2027-03-15', 1)).toContain('1 event, 1 venue, 1 category created')
    expect(await copy('venues --where venue=1', 2)).toMatch(
      /^2 error: --venue selects events, but no events are copied\n/,
    )
  })

  it('updates records that differ only in their publication date only if that is asked for', async () => {
    const { at, copy } = await filled()
    await copy()
    await at('source', 'events update jazz-night --date "2026-01-05 10:00"')
    expect(await copy('', 1)).toContain(
      '2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged\nleft unchanged, because only the publication date differs: 1 record; to update: --publication-date\n',
    )
    expect(await copy('--publication-date', 2)).toContain(
      '1 event updated; 1 event, 2 venues, 1 organizer, 3 categories, 1 tag unchanged',
    )
  })

  it.each([
    ['copy --from source.db --to source.db', 2, 'are the same calendar'],
    ['copy --from source.db --to ./source.db', 2, 'are the same calendar'],
    ['copy --to source.db', 2, '--from is missing'],
    ['copy --from source.db', 2, '--to is missing'],
    ['copy --from nowhere --to source.db', 11, 'unknown profile "nowhere"'],
    ['copy --from missing.db --to source.db', 11, 'database file missing.db not found'],
    ['copy --profile x --from source.db --to other.db', 2, '--profile specifies a third calendar'],
    ['diff -f x.yaml --from source.db --to other.db', 2, '-f and --to cannot be used together'],
    ['diff --from source.db', 2, '--to is missing'],
  ])('refuses %s', async (line, code, text) => {
    const pair = newPair()
    await pair.at('source', 'tags create --name late')
    const result = await pair.cal(line)
    expect([result.code, result.stderr]).toEqual([code, expect.stringContaining(text)])
  })

  it('shows the differences of two calendars', async () => {
    const { cal, copy, at } = await filled()
    await copy()
    expect(await cal('diff --from source.db --to target.db --exit-code')).toMatchObject({
      code: 0,
      stderr: '2 events, 2 venues, 1 organizer, 3 categories, 1 tag unchanged\n',
    })
    await at('source', 'tags update late --name Night')
    const { code, stdout } = await cal('diff --from source.db --to target.db --exit-code')
    expect([code, stdout]).toEqual([10, expect.stringContaining('name: "late" → "Night"')])
  })
})

describe('cal copy --mirror', () => {
  it('deletes what an earlier copy created and the source no longer has, and nothing else', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    await at('target', 'events create --title Own --start-date 2027-05-01 --end-date 2027-05-01')
    await at('source', 'events delete jazz-night --yes')
    await at('source', 'tags delete late --yes')
    expect(await copy('', 1)).toContain('1 event, 2 venues, 1 organizer, 3 categories unchanged')
    expect(await copy('--mirror', 2)).toContain(
      '1 event, 1 tag deleted; 1 event, 2 venues, 1 organizer, 3 categories unchanged',
    )
    expect((await listed('target', 'events')).map(({ title }) => title)).toEqual(['Run', 'Own'])
    expect(await listed('target', 'tags')).toEqual([])
    await at('target', 'history undo --yes', 3)
    expect((await listed('target', 'events')).map(({ title }) => title)).toEqual(['Jazz night', 'Run', 'Own'])
    expect((await listed('target', 'events'))[0]).toMatchObject({ tags: [{ slug: 'late' }] })
    expect(await copy('--mirror', 4)).toContain(
      '1 event, 1 tag deleted; 1 event, 2 venues, 1 organizer, 3 categories unchanged',
    )
  })

  it('keeps records outside a filter that the source still has', async () => {
    const { copy, listed } = await filled()
    await copy()
    expect(await copy('--mirror --categories music', 1)).toContain(
      '1 event, 1 venue, 1 organizer, 2 categories, 1 tag unchanged',
    )
    expect(await listed('target', 'events')).toHaveLength(2)
  })

  it('names a record that cannot be copied, and copies and deletes the others', async () => {
    const { at, copy, listed } = await filled()
    await at('source', 'events create --title Short --start-date 2027-06-01 --end-date 2027-06-01')
    await copy()
    await at('source', 'events delete short --yes')
    await at('source', 'events update jazz-night --cost 12')
    await at('source', 'events create --title New --start-date 2027-07-01 --end-date 2027-07-01')
    const done = await copy('--mirror --on-existing error', 1)
    expect(done).toMatch(
      /^6 [\s\S]*Jazz night[\s\S]*1 event created; 1 event deleted; 1 event, 2 venues, 1 organizer, 3 categories, 1 tag unchanged; 1 event failed/,
    )
    expect((await listed('target', 'events')).map(({ title }) => title)).toEqual(['Jazz night', 'Run', 'New'])
  })

  it('keeps a venue that an event of the target uses', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    await at('target', 'events create --title Own --start-date 2027-05-01 --end-date 2027-05-01 --venue Cellar')
    await at('source', 'events delete jazz-night --yes')
    await at('source', 'venues delete cellar --yes')
    expect(await copy('--mirror', 1)).toMatch(
      /1 event deleted; 1 event, 1 venue, 1 organizer, 3 categories, 1 tag unchanged[\s\S]*not deleted, because other events use them: venues \d+/,
    )
    expect((await listed('target', 'venues')).map(({ venue }) => venue).sort()).toEqual(['Cellar', 'City Hall'])
  })

  it('refuses to delete more than the limit, or all of it when the source is empty', async () => {
    const { at, copy, listed } = await filled()
    await copy()
    for (const kind of ['events', 'venues', 'organizers', 'tags', 'categories']) {
      const ids = (await listed('source', kind)).map(({ id }) => id).join(' ')
      await at('source', `${kind} delete ${ids} --yes`)
      if (kind === 'events')
        expect(await copy('--mirror --max-delete 1', 1)).toBe(
          '2 error: 2 records would be deleted, more than the limit of 1\nhint: to allow it, use --max-delete 2\n',
        )
    }
    expect(await copy('--mirror', 1)).toBe(
      '2 error: source.db is empty; its 9 copies are not deleted\nhint: to allow it, use --max-delete 9\n',
    )
    expect(await listed('target', 'events')).toHaveLength(2)
    expect(await copy('--mirror --max-delete 9', 2)).toContain(
      '2 events, 2 venues, 1 organizer, 3 categories, 1 tag deleted',
    )
  })
})
