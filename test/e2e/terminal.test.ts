// The built program on a pseudo-terminal (prompts, colors, pager) and without one (no prompts).
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { commands } from '../../src/cli/commands/commands.ts'
import { homeWith } from '../support/program.ts'
import { project } from '../support/sources.ts'
import { onTerminal } from '../support/terminal.ts'

const home = homeWith({ CAL_API_ROOT: 'file:./c.db', CAL_SECRETS: 'file' })
const env = {
  HOME: home.folder,
  PATH: process.env.PATH ?? '',
  TZ: 'Europe/Berlin',
  CAL_API_ROOT: 'file:./c.db',
  CAL_SECRETS: 'file',
}
const program = join(project, 'bin/cal.js')
const cal = (args: readonly string[], more: Readonly<Record<string, string>> = {}, columns = 80) =>
  onTerminal({ file: process.execPath, args: [program, ...args], env: { ...env, ...more }, cwd: home.folder, columns })

beforeAll(async () => {
  await home.cal(['venues', 'create', '--name', 'City Hall'])
  await home.cal(['categories', 'create', '--name', 'Music'])
})

describe('prompts on a terminal', () => {
  it('create prompts for missing fields, with choices from the service', async () => {
    const terminal = cal(['events', 'create', '--title', 'Asked', '--porcelain'])
    await terminal.see(/Start date and time, such as tomorrow 18:00:/)
    terminal.type('tomorrow 18:00\r')
    await terminal.see(/or how long, such as 90m:/)
    terminal.type('90m\r')
    await terminal.see(/Venue:[\s\S]*new venue…[\s\S]*City Hall/)
    terminal.type('\u001b[B\u001b[B\r')
    await terminal.see(/Categories:[\s\S]*Music/)
    terminal.type(' \r')
    await terminal.see(/Publication status:[\s\S]*published[\s\S]*draft/)
    terminal.type('\u001b[B\r')
    await terminal.see(/Venue +City Hall[\s\S]*Create this event\?/)
    terminal.type('y\r')
    expect(await terminal.ended).toBe(0)
    const [event] = JSON.parse((await home.cal(['events', 'list', '--search', 'Asked', '--json'])).stdout)
    expect(event).toMatchObject({
      title: 'Asked',
      status: 'draft',
      venue: { venue: 'City Hall' },
      categories: [{ name: 'Music' }],
    })
    expect([event.start_date.slice(11), event.end_date.slice(11)]).toEqual(['18:00:00', '19:30:00'])
  })

  it('are in German with --lang de, and Ctrl-C interrupts', async () => {
    const terminal = cal(['tags', 'create'], { CAL_LANG: 'de' })
    await terminal.see(/Name:/)
    terminal.type('\u0003')
    expect(await terminal.ended).toBe(130)
    expect(terminal.text()).not.toContain('bug')
  })

  it('deleting several lists them and prompts; the default is no', async () => {
    await home.cal(['tags', 'create', '-f', '-'], '[{"name":"a"},{"name":"b"}]')
    const terminal = cal(['tags', 'delete', 'a', 'b'])
    await terminal.see(/"a"[\s\S]*"b"[\s\S]*Delete 2 tags for good\?/)
    terminal.type('\r')
    expect(await terminal.ended).toBe(9)
    expect((await home.cal(['tags', 'list', '--no-hide-empty', '-o', 'count'])).stdout).toBe('2\n')
  })

  it('deleting one shows it and prompts', async () => {
    const terminal = cal(['tags', 'delete', 'a'])
    await terminal.see(/Delete tag \d+ "a" for good\?/)
    terminal.type('y\r')
    expect(await terminal.ended).toBe(0)
    expect(terminal.text()).toMatch(/Deleted tag \d+ "a" for good/)
    await home.cal(['organizers', 'create', '--name', 'Choir'])
    const trashed = cal(['organizers', 'delete', 'choir'])
    await trashed.see(/Delete organizer \d+ "Choir"\?/)
    trashed.type('y\r')
    expect(await trashed.ended).toBe(0)
    expect(trashed.text()).toMatch(/Moved organizer \d+ "Choir" to the trash/)
  })

  it.each([
    ['CI', { CI: '1' }, []],
    ['CAL_NO_INPUT', { CAL_NO_INPUT: '1' }, []],
    ['--no-input', {}, ['--no-input']],
  ] as const)('%s: missing input is a usage error', async (_, more, words) => {
    const terminal = cal(['tags', 'create', ...words], more)
    expect(await terminal.ended).toBe(2)
    expect(terminal.text()).toContain('--name is missing')
  })

  it('login prompts without showing the secret', async () => {
    const terminal = cal(['login', '--api-root', 'http://127.0.0.1:9/wp-json/tribe/events/v1'])
    await terminal.see(/User at http:\/\/127\.0\.0\.1:9:/)
    terminal.type('ada\r')
    await terminal.see(/Application password:/)
    terminal.type('canary7f3a\r')
    terminal.type('\u0003')
    await terminal.ended
    expect(terminal.text()).not.toContain('canary7f3a')
  })
})

describe('a terminal', () => {
  it('gets colors by default; a pipe does not', async () => {
    const raw = async (more: Readonly<Record<string, string>>, ...words: readonly string[]) => {
      let text = ''
      const terminal = onTerminal({
        file: process.execPath,
        args: [program, 'month', ...words],
        env: { ...env, ...more },
        cwd: home.folder,
        raw: (data) => {
          text += data
        },
      })
      expect(await terminal.ended).toBe(0)
      return text
    }
    expect(await raw({})).toContain('\u001b[')
    expect(await raw({ NO_COLOR: '1' })).not.toContain('\u001b[1m')
    expect(await raw({}, '--color', 'never')).not.toContain('\u001b[1m')
    expect((await home.cal(['month'])).stdout).not.toContain('\u001b')
    expect((await home.cal(['month', '--color', 'always'])).stdout).toContain('\u001b[')
  })

  it('shows long output in the pager, and quitting it is not an error', async () => {
    const shown = cal(['month'], { CAL_PAGER: 'sed s/^/paged:/' })
    expect(await shown.ended).toBe(0)
    expect(shown.text()).toContain('paged:Wk')
    const left = cal(['explain', 'event'], { CAL_PAGER: 'head -1' })
    expect(await left.ended).toBe(0)
    const reading = cal(['month'], { CAL_PAGER: 'printenv LESS LESSCHARSET; cat' })
    await reading.ended
    expect(reading.screen()).toMatch(/^FRX\nutf-8\n/)
    for (const words of [['--help'], ['help', 'dates'], ['events', 'list', '--help']]) {
      const help = cal(words, { CAL_PAGER: 'sed s/^/paged:/' })
      expect(await help.ended).toBe(0)
      expect(help.text()).toMatch(/^paged:/)
      const whole = cal([...words, '--no-pager'], { CAL_PAGER: 'sed s/^/paged:/' })
      expect(await whole.ended).toBe(0)
      expect(whole.text()).not.toContain('paged:')
    }
    const without = cal(['month', '--no-pager'], { CAL_PAGER: 'sed s/^/paged:/' })
    expect(await without.ended).toBe(0)
    expect(without.text()).not.toContain('paged:')
  })

  it('limits tables and views to its width', async () => {
    for (const columns of [80, 140]) {
      for (const words of [['events', 'list', '--any-date'], ['month'], ['agenda', 'month'], ['week'], ['2026']]) {
        const terminal = cal([...words, '--no-pager'], {}, columns)
        await terminal.ended
        expect(
          Math.max(
            ...terminal
              .screen()
              .split('\n')
              .map((line) => [...line].length),
          ),
          words.join(' '),
        ).toBeLessThanOrEqual(columns)
      }
    }
  })
})

describe('without a terminal', () => {
  // Commands that run until they are stopped, or that read standard input, are left out.
  const others = new Set(['serve', 'browse', 'mcp'])
  const walked = commands.filter(({ path }) => !others.has(path.join(' ')))

  it.each(
    walked.map(
      ({ path, operands = [] }) =>
        [
          path.join(' '),
          [
            ...path,
            ...operands.filter(({ optional }) => !optional).map(({ name }) => (name === 'METHOD' ? 'GET' : '1')),
          ],
        ] as const,
    ),
  )('%s waits for nobody', async (_, words) => {
    const child = spawn(process.execPath, [program, ...words], {
      cwd: home.folder,
      env,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    const code = await new Promise<number | string>((resolve) => {
      const limit = setTimeout(() => {
        child.kill('SIGKILL')
        resolve('it waited')
      }, 15_000)
      child.on('exit', (exit) => {
        clearTimeout(limit)
        resolve(exit ?? 'killed')
      })
    })
    expect(code).not.toBe('it waited')
    expect(code, 'a bug').not.toBe(1)
  })
})
