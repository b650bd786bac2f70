// `cal copy` between two servers, as built: refreshed, killed in the middle, resumed, mirrored and undone.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { seededRandom } from '../../src/base/seeded-random.ts'
import { is_nightly } from '../support/extent.ts'
import { faultProxy } from '../support/fault-proxy.ts'
import { killWhileWriting } from '../support/kill-while-writing.ts'
import { type Home, homeWith } from '../support/program.ts'
import { titlesAt } from '../support/titles.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'

/** Set CAL_KILLS=20 for a longer test. */
const kills = Number(process.env.CAL_KILLS ?? 1)
const seed = Number(process.env.CAL_SEED ?? 7)
/** More than are copied between two kills. */
const events = is_nightly ? kills * 60 : 25

let source: ServerProcess
let target: ServerProcess
beforeAll(async () => {
  ;[source, target] = await Promise.all([
    startServer('--data', ':memory:'),
    startServer('--data', ':memory:', '--quirks=6.17'),
  ])
})
afterAll(async () => {
  await Promise.all([source.stop(), target.stop()])
})

const day = (i: number) => `2027-${String(1 + (i % 12)).padStart(2, '0')}-01`

async function filled(home: Home): Promise<void> {
  const rows = Array.from(
    { length: events },
    (_, i) =>
      `Copied ${i},${day(i)} ${String(i % 24).padStart(2, '0')}:00,${day(i)} 23:59,Hall ${i % 3},Topic ${i % 4}`,
  )
  writeFileSync(join(home.folder, 'rows.csv'), `title,start_date,end_date,venue,categories\n${rows.join('\n')}\n`)
  const { code, stderr } = await home.cal(['import', 'rows.csv', '--create-missing', '--api-root', source.api_root])
  expect(code, stderr).toBe(0)
}

describe('cal copy between two servers', () => {
  it('creates every record once, although it is killed', async () => {
    const home = homeWith({ CAL_STATE_DIR: 'state' })
    await filled(home)
    const proxy = await faultProxy(target.api_root, { seed, share: 0.02 })
    const words = ['copy', '--from', source.api_root, '--to', proxy.api_root, '--timeout', '1', '--yes']
    const chance = seededRandom(seed)
    for (let deaths = 0; deaths < kills; ) {
      const end = await killWhileWriting(words, {
        home,
        api_root: target.api_root,
        after_ms: chance() * 300,
      })
      if (end === 'killed') deaths++
      else if (![6, 7, 8].includes(end.code ?? 0)) throw new Error(`ended too early: ${end.stderr}`)
    }
    let ran = await home.cal(words)
    for (let again = 0; ran.code !== 0 && again < 20; again++) ran = await home.cal(words)
    expect(ran).toMatchObject({ code: 0 })
    expect(await titlesAt(target.api_root)).toEqual(await titlesAt(source.api_root))
    proxy.end_faults()
    const again = await home.cal(words)
    expect(again.stderr).toContain(`${events} events, 3 venues, 4 categories unchanged\n`)

    const first = (await titlesAt(source.api_root)).slice(0, 3)
    const slugs = first.map((title) => title.toLowerCase().replace(' ', '-'))
    const removal = ['events', 'delete', ...slugs, '--yes', '--api-root', source.api_root]
    expect((await home.cal(removal)).code).toBe(0)
    const mirrored = await home.cal([...words, '--mirror'])
    expect(mirrored.stderr).toContain(`3 events deleted; ${events - 3} events, 3 venues, 4 categories unchanged`)
    expect(await titlesAt(target.api_root)).toEqual(await titlesAt(source.api_root))
    expect((await home.cal(['history', 'undo', '--yes', '--api-root', proxy.api_root])).code).toBe(0)
    expect(await titlesAt(target.api_root)).toHaveLength(events)
    proxy.close()
  })
})
