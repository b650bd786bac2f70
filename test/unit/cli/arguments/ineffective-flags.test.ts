// Flags that would have no effect are refused before anything happens, and no preview writes.
import { copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { flagsOf } from '../../../../src/cli/arguments/flags.ts'
import { commands } from '../../../../src/cli/commands/commands.ts'
import { cal, type RunInput, type RunResult } from '../../../support/runtime.ts'
import { shellWords } from '../../../support/shell-words.ts'
import { newFolder } from '../../../support/folder.ts'

const folder = newFolder()
const file = (name: string) => join(folder, name)

function typed(line: string, language: 'en' | 'de' = 'en', more: RunInput = {}): Promise<RunResult> {
  const env = {
    CAL_API_ROOT: `file:${file('a.db')}`,
    CAL_STATE_DIR: file('state'),
    CAL_CONFIG: file('config.yaml'),
    CAL_TZ: 'UTC',
    CAL_LANG: language,
    PATH: process.env.PATH ?? '',
    ...more.env,
  }
  return cal(shellWords(line), { ...more, env, cwd: folder })
}

async function dump(name: string): Promise<string> {
  return (await typed(`export --api-root file:${name}`)).stdout
}

beforeAll(async () => {
  writeFileSync(file('new.csv'), 'title,start_date,end_date\nTalk,2027-01-01 10:00,2027-01-01 11:00\n')
  writeFileSync(
    file('later.csv'),
    'title,start_date,end_date,description\nTalk,2027-01-01 10:00,2027-01-01 11:00,New\nWalk,2027-01-03 10:00,2027-01-03 11:00,\n',
  )
  writeFileSync(file('two.json'), '[{"id": 5, "title": "One"}, {"id": 6, "title": "Two"}]')
  writeFileSync(file('cal.yaml'), 'events:\n - {key: a, title: A, start_date: 2027-01-01 10:00, duration: 1h}\n')
  for (const line of [
    'categories create --name Music',
    'tags create --name late',
    'venues create --name "Blue Cellar"',
    'organizers create --name Parish',
    'events create --title Jazz --start-date "2027-02-01 20:00" --duration 2h --venue 4 --categories 2',
    'import new.csv --yes',
  ])
    expect(await typed(line)).toMatchObject({ code: 0 })
  copyFileSync(file('a.db'), file('b.db'))
  expect((await typed('events update 6 --title "Jazz night"')).code).toBe(0)
})

describe('output flags that have an effect', () => {
  it.each([
    ['events create --dry-run --title X --start-date "2027-01-01 10:00" --duration 1h --fields method', 'POST'],
    ['wait events --where search=Jazz --sort title', 'Jazz night'],
    ['config get timezone -o json', '"UTC"'],
    ['agenda 2027-02-01 --sort title -o csv', 'Jazz'],
    ['events list -o tsv --csv-safe --sort title', 'Jazz'],
    ['export -o yaml', 'Jazz'],
  ])('cal %s', async (line, shown) => {
    const { code, stdout, stderr } = await typed(line)
    expect({ code, stdout, stderr }).toMatchObject({ code: 0, stdout: expect.stringContaining(shown) })
  })
})

describe('--dry-run', () => {
  const lines: Readonly<Record<string, string>> = {
    'events create': 'events create --title X --start-date "2027-01-01 10:00" --duration 1h',
    'events update': 'events update 6 --title Y',
    'events delete': 'events delete 6',
    'events restore': 'events restore --where search=Jazz',
    'events copy': 'events copy 6 --shift +1w',
    'venues create': 'venues create --name Hall',
    'venues update': 'venues update 4 --city Ulm',
    'venues delete': 'venues delete 4',
    'venues restore': 'venues restore --where search=x',
    'organizers create': 'organizers create --name Choir',
    'organizers update': 'organizers update 5 --phone 1',
    'organizers delete': 'organizers delete 5',
    'organizers restore': 'organizers restore --where search=x',
    'categories create': 'categories create --name Jazz',
    'categories update': 'categories update 2 --name Jazz',
    'categories delete': 'categories delete 2',
    'tags create': 'tags create --name early',
    'tags update': 'tags update 3 --name early',
    'tags delete': 'tags delete 3',
    add: 'add "Jam friday 8pm 3h"',
    import: 'import later.csv --on-existing update',
    'history undo': 'history undo',
    apply: 'apply -f cal.yaml --prune',
    copy: 'copy --from a.db --to b.db --mirror',
    seed: 'seed --generate events=3 --out ids.json',
  }

  const edits: Readonly<Record<string, string>> = {
    'events edit': 'events edit 6',
    'venues edit': 'venues edit 4',
    'organizers edit': 'organizers edit 5',
    'categories edit': 'categories edit 2',
    'tags edit': 'tags edit 3',
  }

  it('is tried for every command that has it', () => {
    const having = commands.filter((command) => flagsOf(command).some(({ name }) => name === 'dry_run'))
    expect(Object.keys({ ...lines, ...edits }).sort()).toEqual(having.map(({ path }) => path.join(' ')).sort())
  })

  it.each(Object.values(edits))('shows what an editor changed, and writes nothing: cal %s', async (line) => {
    const before = await dump('a.db')
    const EDITOR = 'sed -i -E "s/^(slug|status): *[a-z-]+/\\1: draft/"'
    const { code, stdout } = await typed(`${line} --dry-run`, 'en', { terminal: true, env: { EDITOR } })
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(/^~ update /) })
    expect(await dump('a.db')).toBe(before)
  })

  it.each(Object.values(lines))('writes nothing: cal %s', async (line) => {
    const before = [await dump('a.db'), await dump('b.db')]
    const { code, stdout, stderr } = await typed(`${line} --dry-run`)
    expect({ code, stdout, stderr }).toMatchObject({ code: 0 })
    expect([await dump('a.db'), await dump('b.db')]).toEqual(before)
  })
})
