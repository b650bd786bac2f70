// Records of one input that match the same existing record, by the same key or by others.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const header = 'slug,title,start_date,end_date\n'
const row = (slug: string, end: string) => `${slug},Jazz,2027-03-01 20:00,2027-03-01 ${end}\n`

async function withJazz() {
  const here = newWorkspace()
  here.write('jazz.csv', header + row('jazz', '22:00'))
  await here.cal('import jazz.csv --yes')
  const ends = async () => {
    const { stdout } = await here.cal('events list --any-date -o csv --fields end_date --no-header')
    return stdout.trim().split('\n')
  }
  return { ...here, ends }
}

describe('two rows that match the same event', () => {
  it('are not both imported if the run is interrupted between them and resumed', async () => {
    const { cal, write, ends, folder } = await withJazz()
    write('two.csv', header + row('jazz', '22:30') + row('', '23:00'))
    await cal('import two.csv --on-existing update --yes')
    const run =
      readdirSync(join(folder, 'state', 'runs'))
        .sort()
        .at(-1) ?? ''
    const journal = join(folder, 'state', 'runs', run, 'journal.ndjson')
    writeFileSync(journal, readFileSync(journal, 'utf8').replace(/^\{"finished".*\n/m, ''))
    const { stderr, code } = await cal(`import --resume ${run} --yes`)
    expect([code, await ends()]).toEqual([6, ['2027-03-01 22:30:00']])
    expect(stderr).toContain('two.csv:3: event "Jazz" (id')
  })
})
