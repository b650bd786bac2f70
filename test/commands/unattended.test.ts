// Commands that prompt do not with CI=1 on a terminal, nor if standard input is an open pipe; no command waits for it.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands/commands.ts'
import { localHome } from '../support/home.ts'

const seat = localHome({ CAL_API_ROOT: 'file:./c.db', CAL_SECRETS: 'file' })

beforeAll(async () => {
  writeFileSync(join(seat.folder, 'tags.csv'), 'name,description\na,one\nb,one\n')
  writeFileSync(join(seat.folder, 'other.csv'), 'name,description\na,two\nb,two\n')
  writeFileSync(
    join(seat.folder, 'other.yaml'),
    'tags: [{ name: a, description: two }, { name: b, description: two }]\n',
  )
  writeFileSync(
    join(seat.folder, 'protected.yaml'),
    'profile: prod\nprofiles: { prod: { api_root: "file:./c.db", protected: true } }\n',
  )
  expect(await seat.cal('import tags.csv --kind tags')).toMatchObject({ code: 0 })
  expect(await seat.cal('backup copy.db --data c.db')).toMatchObject({ code: 0 })
})

/** Every command that prompts on a terminal. */
const asking: readonly {
  readonly line: string
  readonly code: number
  readonly more?: Readonly<Record<string, string>>
}[] = [
  ...['events', 'venues', 'organizers', 'categories', 'tags'].map((kind) => ({ line: `${kind} create`, code: 2 })),
  { line: 'tags delete a b', code: 9 },
  { line: 'tags update a b --description x', code: 9 },
  { line: 'tags delete --where search=a', code: 9 },
  { line: 'tags update --where search=a --description x', code: 9 },
  { line: 'import other.csv --kind tags --on-existing update', code: 9 },
  { line: 'apply -f other.yaml', code: 9 },
  { line: 'history undo', code: 9 },
  { line: 'restore copy.db --data c.db', code: 9 },
  { line: 'tags create --name c', code: 9, more: { CAL_CONFIG: 'protected.yaml', CAL_API_ROOT: '' } },
  { line: 'init', code: 2 },
  { line: 'login --api-root http://127.0.0.1:9/wp-json/tribe/events/v1', code: 2 },
  { line: 'profile remove prod', code: 9, more: { CAL_CONFIG: 'protected.yaml' } },
]

describe.each(asking)('cal $line', ({ line, code, more = {} }) => {
  it('does not prompt with CI=1 on a terminal', async () => {
    const { code: exit, stderr } = await seat.cal(line, { terminal: true, env: { ...more, CI: '1' } })
    expect(exit).toBe(code)
    expect(stderr).toMatch(/^error: .*(\n {7}.*)*\nhint: /m)
  })

  it('does not prompt if standard input never ends', async () => {
    expect(await seat.cal(line, { stdin: new PassThrough(), env: more })).toMatchObject({ code })
  })
})

it.each([
  ['CAL_NO_INPUT=1', { env: { CAL_NO_INPUT: '1' } }, ''],
  ['--no-input', {}, ' --no-input'],
])('%s does the same as CI=1', async (_, typed, flag) => {
  expect(await seat.cal(`tags create${flag}`, { terminal: true, ...typed })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--name is missing'),
  })
})

it('a missing target is an error in a pipe', async () => {
  for (const verb of ['get', 'update', 'delete'])
    expect(await seat.cal(`tags ${verb}`)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: TARGET is missing: [^\n]*\nhint: (cal tags \w+ --help|to list tags: cal tags list)\n$/,
      ),
    })
})

/** Commands that run until they are stopped, or that read standard input. */
const lasting = new Set(['serve', 'browse', 'mcp'])
const walked = commands
  .filter(({ path }) => !lasting.has(path.join(' ')))
  .map(({ path, operands = [] }) => {
    const required = operands.filter(({ optional }) => !optional)
    return [...path, ...required.map(({ name }) => (name === 'METHOD' ? 'GET' : '1'))].join(' ')
  })

it.each(walked)('cal %s ends although standard input does not', async (line) => {
  const { code, stderr } = await seat.cal(line, { stdin: new PassThrough() })
  expect({ code, stderr }).not.toMatchObject({ code: 1 })
})
