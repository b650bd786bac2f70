// A million events in PostgreSQL compared with a thousand, on one server.
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { hideProgress, isQuick, plainEnvironment, run, sampleEvent, showProgress } from '../harness.js'
import { bundleOf, poolFor, withPostgres } from '../postgres-server.js'
import { requestOf } from '../wire.js'
import { afterWrite, both, compared, freshly } from './scale.js'

/** The calendar of each schema; smaller in a quick run, whose figures mean nothing. */
const sizesNow = () => ({ one: 1_000, many: isQuick() ? 10_000 : 1_000_000 })

export const postgres_million = {
  name: 'postgres-million',
  measure: (folder, report) => withFilled(folder, (addresses) =>
    both(folder, [addresses.one, addresses.many], async (servers) => {
      let made = 0
      const row = (name, { one, many }) =>
        report({ name: `postgres: ${name} at 1,000,000 events ÷ at 1,000`, ratio: many / one, scale: `${Math.round(many)}/s; ${Math.round(one)}/s` })
      row('list', await compared(servers, (root, turn) => requestOf('GET', freshly(root, 'events', turn))))
      row('search', await compared(servers, (root, turn) => requestOf('GET', freshly(root, 'events?search=saxophone', turn))))
      row('create', await compared(servers, (root) => requestOf('POST', new URL(`${root}/events`), sampleEvent(made++))))
      report({ name: 'postgres: list at 1,000,000 events, first answer after a write in ms', ratio: await afterWrite(servers.many, 'events') })
    })),
}

/**
 * A database with a calendar of each size. If CAL_BENCH_FILES names a folder, calendars are kept there while the code
 * that writes them is unchanged, and copied, because the figures write to them.
 */
async function withFilled(folder, work) {
  const { made, version } = await bundleOf('test/bench/fill-postgres.ts')
  const sizes = sizesNow()
  const kept = join(process.env.CAL_BENCH_FILES, `postgres-${sizes.many}-${version}`)
  const filled = join(kept, 'filled')
  if (!existsSync(filled)) rmSync(kept, { recursive: true, force: true })
  return withPostgres(kept, async ({ addressOf }) => {
    const client = poolFor(addressOf('postgres'), 1)
    try {
      await client.query('DROP DATABASE IF EXISTS copy')
      if (!existsSync(filled)) {
        await client.query('CREATE DATABASE filled')
        for (const [schema, size] of Object.entries(sizes)) {
          showProgress(`a calendar of ${size.toLocaleString('en')} events`)
          await run(process.execPath, [made, addressOf('filled', schema), String(size)], { env: plainEnvironment(folder) })
        }
        hideProgress()
        writeFileSync(filled, '')
      }
      await client.query('CREATE DATABASE copy TEMPLATE filled STRATEGY file_copy')
      return await work({ one: addressOf('copy', 'one'), many: addressOf('copy', 'many') })
    } finally {
      await client.end()
    }
  })
}
