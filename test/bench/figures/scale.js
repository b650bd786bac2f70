// The same requests to a small and a large calendar.
import { createHash } from 'node:crypto'
import { constants, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { alternately, hideProgress, isQuick, median, plainEnvironment, project, run, sampleEvent, serving, settled, showProgress, timed } from '../harness.js'
import { openWire, rateOf, requestOf } from '../wire.js'

const small = 1_000, middle = 100_000, large = 1_000_000
const clients = 8, slice_ms = 1000, rounds = 5

/** Page 1 and a search with 1,000 and with 100,000 events: sequential requests of one client. */
export const growth = {
  name: 'growth',
  measure: async (folder, report) => {
    const files = await filled(folder, [small, middle])
    await both(folder, [files[small], files[middle]], async (servers) => {
      const asks = { list: 'events', filter: 'events?categories=2&venue=10', search: 'events?search=opera', rare: 'events?search=zeppelin' }
      for (const [name, path] of Object.entries(asks)) {
        const rates = await compared(servers, (root, turn) => requestOf('GET', freshly(root, path, turn)))
        report({ name: `${name}: cost with 100,000 events ÷ with 1,000`, ratio: rates.one / rates.many, scale: `${Math.round(rates.many)}/s` })
      }
    })
  },
}

/** A million events compared with a thousand. */
export const million = {
  name: 'million',
  measure: async (folder, report) => {
    const files = await filled(folder, [small, large])
    const starts = await alternately(7, {
      one: () => timed(() => serving(folder, ['--data', files[small]], async () => {})),
      many: () => timed(() => serving(folder, ['--data', files[large]], async () => {})),
    })
    report({ name: 'cal serve ready, 1,000,000 events ÷ 1,000', ratio: starts.many / starts.one, scale: `${Math.round(starts.many)} ms` })
    await both(folder, [files[small], files[large]], async (servers) => {
      let made = 0
      for (const { root } of Object.values(servers)) await askEachDay(root, 'events')
      const list = await compared(servers, (root, turn) => requestOf('GET', freshly(root, 'events', turn)))
      report({ name: 'list at 1,000,000 events ÷ at 1,000', ratio: list.many / list.one, scale: `${Math.round(list.many)}/s; ${Math.round(list.one)}/s` })
      report({ name: 'list at 1,000,000 events, first answer after a write in ms', ratio: await afterWrite(servers.many, 'events') })
      const create = await compared(servers, (root) => requestOf('POST', new URL(`${root}/events`), sampleEvent(made++)))
      report({ name: 'create at 1,000,000 events ÷ at 1,000', ratio: create.many / create.one, scale: `${Math.round(create.many)}/s; ${Math.round(create.one)}/s` })
    })
  },
}

/** The median time of the first answer after each of some writes. */
export async function afterWrite({ root, child }, path) {
  const { hostname, port } = new URL(root)
  const wire = await openWire(hostname, Number(port))
  const waits = []
  for (let turn = 0; turn < 7; turn++) {
    await wire.send(requestOf('POST', new URL(`${root}/events`), sampleEvent(1_000_000 + asked++)))
    waits.push(await timed(() => wire.send(requestOf('GET', freshly(root, path, turn)))))
  }
  wire.close()
  await settled(child)
  return median(waits)
}

/**
 * A URL that was not requested before, so that no cached response exists: another day and another meaningless number
 * in every turn.
 */
export function freshly(root, path, turn) {
  const day = new Date(Date.UTC(2026, 0, 1) + (turn % days) * 86_400_000).toISOString().slice(0, 10)
  return new URL(`${root}/${path}${path.includes('?') ? '&' : '?'}start_date=${day}&asked=${asked++}`)
}

/** A busy machine would need all rounds to read the records of these days once, and only a large file has many. */
async function askEachDay(root, path) {
  const { hostname, port } = new URL(root)
  const wire = await openWire(hostname, Number(port))
  for (let turn = 0; turn < (isQuick() ? 10 : days); turn++) await wire.send(requestOf('GET', freshly(root, path, turn)))
  wire.close()
}

const days = 700
let asked = 0

/** A server on each of two files, with the same settings. */
export function both(folder, [one, many], work) {
  return serving(folder, ['--data', one, '--premium'], (root, child) => serving(folder, ['--data', many, '--premium'], (other, second) =>
    work({ one: { root, child }, many: { root: other, child: second } })))
}

export async function compared(servers, ask) {
  const rated = ({ root, child }) => async () => {
    const rate = await rateOf(root, { clients, ms: slice_ms }, (client, turn) => ask(root, client * 97 + turn))
    await settled(child)
    return rate
  }
  return alternately(rounds, { one: rated(servers.one), many: rated(servers.many) })
}

/**
 * Database files of these sizes, written by the store itself. A million events take minutes: files are reused from the
 * folder CAL_BENCH_FILES while the code that writes them is unchanged.
 */
export async function filled(folder, sizes) {
  const maker = join(project, 'node_modules/.cache/cal-bench/fill-file.mjs')
  const bundle = await rolldown({ input: join(project, 'test/bench/fill-file.ts'), platform: 'node', external: ['@photostructure/sqlite'] })
  await bundle.write({ file: maker, format: 'esm' })
  const kept = process.env.CAL_BENCH_FILES
  const version = createHash('sha256').update(readFileSync(maker)).digest('hex').slice(0, 8)
  mkdirSync(kept, { recursive: true })
  const files = {}
  for (const size of sizes) {
    showProgress(`a file of ${size.toLocaleString('en')} events`)
    const count = isQuick() ? Math.min(size, small) : size
    const made = join(kept, `${count}-${version}.db`)
    if (!existsSync(made)) {
      await run(process.execPath, [maker, `${made}.part`, String(count)], { env: plainEnvironment(folder) })
      renameSync(`${made}.part`, made)
    }
    files[size] = join(folder, `${size}.db`)
    copyFileSync(made, files[size], constants.COPYFILE_FICLONE)
    hideProgress()
  }
  return files
}
