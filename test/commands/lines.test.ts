// Command lines and what they print, one after the other in the files of test/golden/lines. UPDATE_GOLDEN=1 runs the
// lines that begin with `$` again and writes what they print: to add a line, append it there.
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectGolden } from '../support/golden.ts'
import { project } from '../support/project.ts'
import { cal } from '../support/runtime.ts'
import { shellWords } from '../support/shell-words.ts'
import { newWorkspace } from '../support/workspace.ts'

const place = newWorkspace().folder
/** What every line finds, and where it runs. */
const [sample, folder] = [join(place, 'sample'), join(place, 'folder')]

const files: Readonly<Record<string, string>> = {
  plain: 'a file, no folder\n',
  'c.yaml': 'tags: [{ key: late, name: late }]\n',
  'rows.csv': 'title,start_date\n',
  'new.csv': 'title,start_date,end_date\nTalk,2027-01-01 10:00,2027-01-01 11:00\n',
  'two.json': '[{"id": 5, "title": "One"}, {"id": 6, "title": "Two"}]',
  'empty.json': '\n',
  'empty.yaml': '# nothing\n',
  'list.json': '[]',
  'object.json': '[{"title": {"rendered": "A"}, "start_date": "2027-01-01", "end_date": "2027-01-01"}]',
  'nul.json': '[{"title": "A", "description": "a\\u0000b", "start_date": "2027-01-01", "end_date": "2027-01-01"}]',
  'texts/odd.yaml': 'Hello, world\ntitle: A\n',
  'texts/unnamed.csv': 'Wo genau,Was genau\nHall,Talk\n',
  'texts/broken.json': '[\n  {"title": "A",\n   "venue": 4 "tags": []}\n]',
  'parish.yaml': 'events:\n  - { title: Mass, start_date: 2027-01-03, repeat: FREQ=WEEKLY;COUNT=2 }\n',
}

/** The lines are typed at noon on Saturday 21 November 2026. */
async function run(line: string) {
  const words = shellWords(line)
  const start = words.indexOf('cal')
  const env = Object.fromEntries(words.slice(0, start).map((word) => word.split('=')))
  const { code, stdout, stderr } = await cal(words.slice(start + 1), {
    env: {
      CAL_API_ROOT: `file:${join(folder, 'calendar.db')}`,
      CAL_STATE_DIR: join(folder, 'state'),
      CAL_CONFIG: join(folder, 'config.yaml'),
      CAL_TZ: 'UTC',
      PATH: process.env.PATH ?? '',
      ...env,
    },
    cwd: folder,
  })
  const text = `${stdout}${stderr}`.replaceAll(folder, 'FOLDER').trimEnd()
  // The stack of `--debug` names files of this checkout.
  const lines = text.split('\n').filter((one) => !/^ {4}at /.test(one))
  return { code, lines: lines.length > 10 ? [...lines.slice(0, 8), '…'] : lines }
}

const lineOf = (block: string) => block.split('\n', 1)[0]?.slice(2) ?? ''

/** What the database holds, without its search index, which is updated after 50 ms without writes. */
function storedIn(place: string): unknown {
  const database = new DatabaseSync(join(place, 'calendar.db'))
  const rowsOf = (select: string) => database.prepare(select).all() as readonly { readonly name: string }[]
  const tables = rowsOf("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'event_trigram%'")
  const rows = tables
    .filter(({ name }) => name !== 'event_unindexed')
    .map(({ name }) => [name, rowsOf(`SELECT * FROM ${name}`).filter((row) => row.name !== 'indexed_to')])
  database.close()
  return rows
}

let stored: unknown

function reset(): void {
  rmSync(folder, { recursive: true, force: true })
  cpSync(sample, folder, { recursive: true })
}

beforeAll(async () => {
  for (const name of ['.', 'empty', 'folder.json', 'texts']) mkdirSync(join(folder, name), { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  for (const line of [
    'cal categories create --name Music',
    'cal tags create --name late',
    'cal venues create --name "Blue Cellar"',
    'cal events create --title "Jazz night" --start-date "tomorrow 20:00" --duration 2h --venue 4 --categories 2',
    'cal organizers create --name Choir',
  ])
    expect(await run(line)).toMatchObject({ code: 0 })
  cpSync(folder, sample, { recursive: true })
  stored = storedIn(folder)
})

describe.each(readdirSync(join(project, 'test/golden/lines')))('%s', (name) => {
  const blocks = readFileSync(join(project, 'test/golden/lines', name), 'utf8')
    .trimEnd()
    .split(/\n(?=\$ )/)
  const results = new Map<string, string>()

  it.each(blocks.map((block) => [lineOf(block), block.trimEnd()]))('%s', async (line, block) => {
    reset()
    const { code, lines } = await run(line)
    const result = [`$ ${line}`, ...lines, ...(code === 0 ? [] : [`[${code}]`])].join('\n').trimEnd()
    results.set(line, result)
    if (!process.env.UPDATE_GOLDEN) expect(result).toBe(block)
    if (code !== 0) expect(storedIn(folder), 'nothing is written').toEqual(stored)
    const meant = code === 2 && /: did you mean (cal (?!browse|serve|mcp|login|init).*)\?$/m.exec(result)?.[1]
    if (!meant) return
    reset()
    expect((await run(meant)).lines.join('\n'), meant).not.toMatch(
      /unknown (command|flag)|unexpected argument|not a kind/,
    )
  })

  afterAll(() => {
    if (!process.env.UPDATE_GOLDEN) return
    const written = blocks.map((block) => results.get(lineOf(block)) ?? block.trimEnd())
    expectGolden(`lines/${name}`, `${written.join('\n\n')}\n`)
  })
})
