// The program with symbolic links as packages (pnpm, workspaces, `npm link`) and output to sockets and terminals.
import { cpSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { execa } from 'execa'
import { beforeAll, expect, it } from 'vitest'
import { firstOf } from '../support/extent.ts'
import { project } from '../support/project.ts'
import { onTerminal } from '../support/terminal.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()

/** A `node_modules` that contains only links to the dependencies. */
beforeAll(async () => {
  for (const name of ['bin', 'dist', 'package.json'])
    cpSync(join(project, name), join(folder, 'app', name), { recursive: true })
  const { dependencies }: { dependencies: Record<string, string> } = JSON.parse(
    readFileSync(join(project, 'package.json'), 'utf8'),
  )
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'app/node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    symlinkSync(join(project, 'node_modules', name), link)
  }
  await execa(process.execPath, [program, 'venues', 'create', '--name', 'City Hall', ...calendar], {
    cwd: folder,
    env,
    stdio: 'ignore',
  })
})

const program = join(folder, 'app/bin/cal.js')
const calendar = ['--api-root', `file:${join(folder, 'c.db')}`]
const env = { HOME: folder, CAL_LANG: 'en' }
const list = [program, 'venues', 'list', '-o', 'csv', '--fields', 'venue', ...calendar]
const line = [process.execPath, ...list].join(' ')
const shell = (command: string) => execa('sh', ['-c', command], { cwd: folder, env, reject: false })

it.each(
  firstOf(1, [
    ['a pipe, with the errors', `${line} 2>&1 | cat`],
    ['a pipe', `${line} | cat`],
    ['a file', `${line} > out.txt && cat out.txt`],
  ]),
)('finds SQLite with its output in %s', async (_, command) => {
  expect(await shell(command)).toMatchObject({ stdout: 'venue\nCity Hall', stderr: '', exitCode: 0 })
})

it('finds SQLite with its output to a socket', async () => {
  // Node opens pairs of sockets for its children, where shells open pipes.
  expect(await execa(process.execPath, list, { cwd: folder, env, reject: false })).toMatchObject({
    stdout: 'venue\nCity Hall',
    stderr: '',
    exitCode: 0,
  })
})

it('finds SQLite with its output to a terminal', async () => {
  const terminal = onTerminal({ file: process.execPath, args: list, env: { ...env, TERM: 'xterm' }, cwd: folder })
  await terminal.ended
  expect(terminal.text()).toContain('City Hall')
})

it('finds SQLite after it has read from a pipe', async () => {
  const read = ['import', '/dev/stdin', '--kind', 'venues', '--format', 'ndjson', '--yes', ...calendar].join(' ')
  expect(
    await shell(`echo '{"venue":"Old Mill"}' | ${process.execPath} ${program} ${read} > out.txt 2>&1; cat out.txt`),
  ).toMatchObject({ stdout: expect.stringContaining('1 venue created'), exitCode: 0 })
})
