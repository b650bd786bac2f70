import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'
import { isUnfinished, keepLines } from '../../../support/journals.ts'

describe('apply', () => {
  it('prunes records created just before it was killed, and none created manually since', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write(
      'a.yaml',
      'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n  - {key: b, title: B, start: 2027-05-02 10:00}\n  - {key: c, title: C, start: 2027-05-03 10:00}\n',
    )
    await cal('apply -f a.yaml')
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const journal = join(folder, 'state/runs', run, 'journal.ndjson')
    // Of three creates only the first has a result in the journal, and the last was never received.
    keepLines(journal, (line) => !/^{"finished"|^{"end":[12]/.test(line))
    await cal('events delete c --yes')
    expect(await cal('diff -f a.yaml --prune')).toMatchObject({ stderr: '1 event to create; 2 events unchanged\n' })
    await cal('events create --title C --slug c --start-date 2027-05-03 --end-date 2027-05-03')
    write('a.yaml', 'calendar: a\nevents:\n  - {key: a, title: A, start: 2027-05-01 10:00}\n')
    expect((await cal('apply -f a.yaml --prune --yes')).stderr).toContain('1 event deleted; 1 event unchanged')
    expect(((await json('events list --any-date')) as { title: string }[]).map(({ title }) => title)).toEqual([
      'A',
      'C',
    ])
  })
})

describe('history', () => {
  it('resumes and undoes a run only in the calendar it wrote to', async () => {
    const { cal, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\n')
    await cal('import a.csv')
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const elsewhere = `file:${join(folder, 'other.db')}`
    await cal(`tags create --name red --api-root ${elsewhere}`, { env: { CAL_STATE_DIR: 'elsewhere' } })
    const [wrote, given] = [`file:${join(folder, 'calendar.db')}`, elsewhere]
    for (const line of ['history undo --yes', 'import --resume']) {
      expect(await cal(`${line} --api-root ${elsewhere}`)).toMatchObject({
        code: 2,
        stderr: `error: run ${run} wrote to ${wrote}, not to ${given}\nhint: add --api-root ${wrote}\n`,
      })
    }
  })

  it('ignores a run that was interrupted in its first line', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\n')
    await cal('import a.csv')
    const torn = join(folder, 'state/runs/20991231-000000-000')
    mkdirSync(torn)
    writeFileSync(join(torn, 'journal.ndjson'), '{"run":"20991231-0000')
    expect(await json('history list')).toMatchObject([{ created: 1 }])
    expect((await cal('history undo --yes')).stderr).toContain('1 event deleted')
  })

  it('counts rows rejected before the first request, also in a resumed run', async () => {
    const { cal, json, folder, write } = newWorkspace()
    write('a.csv', 'title,start_date\nA,2027-01-01\nB,soon\nC,later\n')
    await cal('import a.csv')
    expect(await json('history list')).toMatchObject([{ created: 1, failed: 2, finished: true }])
    const [run = ''] = readdirSync(join(folder, 'state/runs'))
    const journal = join(folder, 'state/runs', run, 'journal.ndjson')
    keepLines(journal, isUnfinished)
    expect((await cal('import --resume')).stderr).toContain('1 event created; 2 events failed')
    expect(await json('history list')).toMatchObject([{ created: 1, failed: 2, finished: true }])
  })
})
