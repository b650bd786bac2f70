// Two processes that import the same file into one service at the same time: every record is there once.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { firstOf, is_nightly } from '../support/extent.ts'
import { homeWith } from '../support/program.ts'
import { startServer } from '../support/server-process.ts'

const count = is_nightly ? 40 : 14
const rows = Array.from(
  { length: count },
  (_, i) =>
    `At once ${i},2027-02-${String(1 + (i % 28)).padStart(2, '0')} ${String(i % 24).padStart(2, '0')}:00,2027-03-01 23:00,Hall ${i % 7},Host ${i % 5},Style ${i % 4},Tag ${i % 3}`,
)

it.each(
  firstOf(1, [
    ['quirks', ['--quirks']],
    ['standard', []],
  ] as const),
)('two imports of one file create every record once in %s mode', async (_, flags) => {
  const served = await startServer('--data', ':memory:', '--latency', '20', ...flags)
  const homes = [1, 2].map(() => homeWith({ CAL_API_ROOT: served.api_root, CAL_STATE_DIR: 'state' }))
  for (const home of homes)
    writeFileSync(
      join(home.folder, 'rows.csv'),
      `title,start_date,end_date,venue,organizer,categories,tags\n${rows.join('\n')}\n`,
    )
  const ran = await Promise.all(homes.map((home) => home.cal(['import', 'rows.csv', '--create-missing'])))
  for (const one of ran) expect(one).toMatchObject({ code: 0, stderr: expect.not.stringContaining(' failed') })
  const [home] = homes
  const read = async (path: string) => (await fetch(`${served.api_root}/${path}`)).json()
  const { events } = (await read('events?start_date=2027-01-01&per_page=50')) as {
    readonly events: readonly { readonly title: string }[]
  }
  expect(events.map(({ title }) => title).sort()).toEqual(
    Array.from({ length: count }, (_, i) => `At once ${i}`).sort(),
  )
  for (const [kind, length] of [
    ['venues', 7],
    ['organizers', 5],
    ['categories', 4],
    ['tags', 3],
  ] as const)
    expect([kind, await read(kind)]).toMatchObject([kind, { total: length }])
  expect(await home?.cal(['import', 'rows.csv'])).toMatchObject({
    code: 0,
    stderr: `${count} events unchanged\n`,
  })
  await served.stop()
})
