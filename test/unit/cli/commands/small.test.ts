// Small cases: no runs or profiles yet, deletion of a single record, an interrupted demo.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { CalError } from '../../../../src/base/errors.ts'
import { run } from '../../../../src/cli/program.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import { runtimeOf } from '../../../support/runtime.ts'

describe('cal history without runs', () => {
  const here = newWorkspace()

  it('explains how runs are created', async () => {
    expect(await here.cal('history list')).toMatchObject({
      stdout: '',
      code: 0,
      stderr: 'nothing to undo yet: every command that writes records can be undone, except cal api\n',
    })
    for (const verb of ['show', 'undo']) {
      expect(await here.cal(`history ${verb}`)).toMatchObject({
        stdout: '',
        code: 4,
        stderr: 'error: nothing to undo yet\nhint: every command that writes records can be undone, except cal api\n',
      })
    }
    expect((await here.cal('history show --lang de')).stderr).toBe(
      'Fehler: es gibt noch nichts rückgängig zu machen\nHinweis: rückgängig machen lässt sich jeder Befehl, der Einträge schreibt, außer cal api\n',
    )
  })
})

describe('a calendar that a project file names', () => {
  it('is named before the first write to it', async () => {
    const here = newWorkspace()
    here.write('.calrc', 'api_root: file:./project.db')
    const create = async () => (await here.cal('tags create --name a', { env: { CAL_API_ROOT: '' } })).stderr
    const named = `calendar: file:./project.db, set in ${join(here.folder, '.calrc')}\n`
    expect([(await create()).includes(named), (await create()).includes(named)]).toEqual([true, false])
  })
})

describe('cal demo', () => {
  const reason = new CalError('interrupted', { en: 'interrupted', de: 'unterbrochen' })

  it('leaves no files when it is interrupted', async () => {
    const { folder } = newWorkspace()
    const err: string[] = []
    const code = await run({
      ...runtimeOf(['demo', 'x.db'], { cwd: folder }, { out: [], err }),
      signal: AbortSignal.abort(reason),
    })
    expect([code, err.join('')]).toEqual([130, 'error: interrupted\n'])
    expect(readdirSync(folder)).toEqual([])
  })

  it('leaves a file with the name of its temporary file alone', async () => {
    const here = newWorkspace()
    here.write('x.db.part', 'notes')
    const { stderr } = await here.cal('demo x.db')
    expect(stderr).toContain('x.db now contains 40 events')
    expect(stderr).toMatch(/\n {2}cal browse --api-root file:x.db {3}# opens the calendar in the browser\n$/)
    expect(readdirSync(here.folder)).toEqual(['x.db', 'x.db.part'])
    expect(readFileSync(join(here.folder, 'x.db.part'), 'utf8')).toBe('notes')
  })
})

describe('a word after a kind that resembles a verb', () => {
  it('is searched for if records are found', async () => {
    const here = newWorkspace()
    const env = { CAL_API_ROOT: 'file:a.db' }
    for (const title of ['Lost and found', 'Last dance', 'Lists of love']) {
      const line = `events create --title '${title}' --start-date 'tomorrow 20:00' --duration 2h`
      expect(await here.cal(line, { env })).toMatchObject({ code: 0 })
    }
    await here.cal('categories create --name pet', { env })
    for (const [line, meant] of [
      ['events lost', 'events list --search lost'],
      ['events lists', 'events list --search lists'],
      ['events last dance', "events list --search 'last dance'"],
      ['events lost dance', 'cal search WORD'],
      ['events lst', 'events list?'],
      ['categories pet', 'categories get pet'],
    ] as const)
      expect((await here.cal(line, { env })).stderr, line).toContain(meant)
  })
})
