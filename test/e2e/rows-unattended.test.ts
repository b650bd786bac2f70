// Commands that prompt do not prompt with CI=1 on a terminal, nor if standard input is an open pipe.
import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { terminalHome } from '../support/terminal-home.ts'
import { project } from '../support/sources.ts'

const seat = terminalHome({ CAL_API_ROOT: 'file:./c.db', CAL_SECRETS: 'file' })

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
  expect(await seat.cal(['import', 'tags.csv', '--kind', 'tags'])).toMatchObject({ code: 0 })
  expect(await seat.cal(['backup', 'copy.db', '--data', 'c.db'])).toMatchObject({ code: 0 })
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
  const words = line.split(' ')

  it('does not prompt with CI=1', async () => {
    const terminal = seat.open(words, { ...more, CI: '1' })
    expect(await terminal.ended).toBe(code)
    expect(terminal.text()).toMatch(/^error: .*(\n {7}.*)*\nhint: /m)
  })

  it('does not prompt if standard input never ends', async () => {
    const child = spawn(process.execPath, [join(project, 'bin/cal.js'), ...words], {
      cwd: seat.folder,
      env: { ...seat.env, ...more },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    expect(await new Promise((resolve) => child.on('exit', resolve))).toBe(code)
  })
})
