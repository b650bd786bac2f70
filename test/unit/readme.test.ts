// The commands of the README: each is understood, and prints what is shown below it, on the day it was written.
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../support/workspace.ts'
import { allCommands, blockOf, type Prompt, promptsOf } from '../support/readme.ts'
import { cal } from '../support/runtime.ts'
import { project } from '../support/project.ts'

const wordsOf = (line: string) =>
  [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(([, single, double, plain]) => single ?? double ?? plain ?? '')
const unnamed = (text: string) => text.replaceAll('calctl ', 'cal ').replace(/undo [\d-]+/, 'undo NAME')

/** The sample calendar, as `npm run demo` makes it. */
async function demo(): Promise<Workspace> {
  const one = newWorkspace('demo.db')
  expect(await one.cal('demo')).toMatchObject({ code: 0 })
  return one
}

/** Something that is shown is all that one of the two outputs holds; `…` and `head` cut it. */
async function held({ command, shown }: Prompt, { folder }: Workspace, terminal = false): Promise<void> {
  const [line = '', cut] = command.split(/ \| head -(?=\d+$)/)
  const { stdout, stderr } = await cal(wordsOf(line).slice(1), {
    cwd: folder,
    terminal,
    env: { CAL_API_ROOT: 'file:demo.db', CAL_STATE_DIR: join(folder, 'state'), CAL_TZ: 'UTC', NO_COLOR: '1' },
  })
  const count = shown.at(-1) === '…' ? shown.length - 1 : cut === undefined ? undefined : Number(cut)
  const printed = [stdout, stderr].map((text) =>
    unnamed(text).trimEnd().split('\n').slice(0, count).join('\n').trimEnd(),
  )
  expect(printed, command).toContain(unnamed(shown.slice(0, count).join('\n')).trimEnd())
}

describe('prints what the README shows', () => {
  it('at the top: a list, a create, the plan of an import', async () => {
    const one = await demo()
    one.write(
      'events.csv',
      'title,start_date,end_date,venue\nOpen air cinema,2027-07-01 21:30,2027-07-01 23:30,Riverside Park\nNight walk,2027-07-02 22:00,2027-07-02 23:30,Nowhere Inn\n',
    )
    const shown = promptsOf('calctl import events.csv --dry-run').filter((prompt) =>
      prompt.shown.some((line) => line !== ''),
    )
    expect(shown).toHaveLength(3)
    for (const prompt of shown) await held(prompt, one, prompt.command.includes(' list '))
  })

  it('for looking at a calendar: jq and the agenda', async () => {
    const one = await demo()
    const shown = promptsOf('calctl agenda')
    expect(shown).toHaveLength(2)
    for (const prompt of shown) await held(prompt, one)
  })

  it('for a calendar file that is changed twice', async () => {
    const one = await demo()
    const [first, later, pruned, ...more] = promptsOf('calctl apply -f weekly.yaml --yes') as readonly [
      Prompt,
      Prompt,
      Prompt,
    ]
    const weekly = blockOf('yaml', 'repeat:')
    one.write('weekly.yaml', weekly)
    await held(first, one)
    const [edit, diff = ''] = later.command.split(' && ')
    expect(edit).toBe("sed -i 's/08:00/08:30/' weekly.yaml")
    one.write('weekly.yaml', weekly.replace('08:00', '08:30'))
    await held({ ...later, command: diff }, one)
    one.write(
      'weekly.yaml',
      weekly.replace('08:00', '08:30').replace('except: [2027-02-16]', 'except: [2027-02-16, 2027-03-30]'),
    )
    await held(pruned, one)
    expect(more).toEqual([])
  })
})

it('the first five minutes work with the example files', async () => {
  const one = newWorkspace('my.db')
  cpSync(join(project, 'examples'), join(one.folder, 'examples'), { recursive: true })
  const lines = blockOf('sh', 'examples/events.csv')
    .trim()
    .split('\n')
    .filter((line) => line.startsWith('calctl '))
    .map((line) => line.replace(/ +# .*$/, ''))
  const errors: string[] = []
  for (const line of lines) {
    const { code, stderr } = await one.cal(line.slice('calctl '.length))
    expect([line, code]).toEqual([line, 0])
    errors.push(
      unnamed(stderr)
        .trimEnd()
        .split(/\n(?!to undo)/)
        .at(-1) ?? '',
    )
  }
  expect(errors).toEqual([
    '6 events, 5 venues, 6 categories to create',
    '6 events, 5 venues, 6 categories created\nto undo: cal history undo NAME',
    '7 events, 1 venue created\nto undo: cal history undo NAME',
    '25 events, 1 organizer, 3 categories, 1 tag created; 1 venue updated\nto undo: cal history undo NAME',
    expect.stringContaining('38'),
    '',
    '1 venue updated; 25 events, 1 organizer, 3 categories, 1 tag deleted\nto undo: cal history undo NAME',
  ])
})

it('every command that the README names is understood, with its flags', async () => {
  const lines = allCommands()
  expect(lines.length).toBeGreaterThan(30)
  for (const line of lines) {
    for (const part of line.split(' | ').filter((words) => words.startsWith('calctl ') && !words.includes(' > "'))) {
      const { code, stderr } = await cal(['--help', ...wordsOf(part.replace(/ >.*$/, '')).slice(1)])
      expect([part, code, stderr]).toEqual([part, 0, ''])
    }
  }
})
