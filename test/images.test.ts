// The pictures in docs/images: `npm run images` draws them again from the sample calendar.
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../src/cli/program.ts'
import { runtimeOf } from './support/runtime.ts'
import { shellWords } from './support/shell-words.ts'
import { project } from './support/project.ts'
import { svgOf } from './support/terminal-svg.ts'

const screens = [
  { name: 'month', lines: ['calctl month 2026-12'], columns: 120 },
  {
    name: 'import',
    lines: [
      'calctl import events.csv --create-missing --dry-run',
      'calctl import events.csv --create-missing --yes',
      'calctl agenda 2027-03-05..2027-03-07',
    ],
    columns: 100,
  },
] as const

const now = Date.UTC(2026, 10, 23, 11)
const folder = mkdtempSync(join(tmpdir(), 'cal-images-'))
const env = { CAL_API_ROOT: 'file:demo.db', CAL_STATE_DIR: 'state', CAL_TZ: 'Europe/Berlin', LANG: 'en_GB.UTF-8' }

beforeAll(async () => {
  await screenOf('cal demo demo.db', 80)
  copyFileSync(join(project, 'examples/events.csv'), join(folder, 'events.csv'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a terminal shows of a command, standard error included. */
async function screenOf(line: string, columns: number): Promise<string> {
  const shown: string[] = []
  const typed = { env, cwd: folder, terminal: true, columns, now }
  await run({ ...runtimeOf(shellWords(line).slice(1), typed, { out: shown, err: shown }), program: 'calctl' })
  return shown.join('')
}

describe('docs/images', () => {
  it.each(screens)('$name', async ({ name, lines, columns }) => {
    const file = join(project, 'docs/images', `${name}.svg`)
    const parts: string[] = []
    for (const line of lines) {
      const screen = await screenOf(line, columns)
      expect(screen).not.toMatch(/^(error|hint):/m)
      parts.push(`\u001b[2m$\u001b[22m \u001b[1m${line}\u001b[22m\n\n${screen}`)
    }
    const [title] = lines
    if (process.env.UPDATE_IMAGES) writeFileSync(file, svgOf(parts.join('\n'), { columns, title }))
    expect(readFileSync(file, 'utf8')).toContain(`<title>${title}</title>`)
  })
})
