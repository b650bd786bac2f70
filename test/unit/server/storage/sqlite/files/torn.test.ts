// After a log was cut, zeroed or flipped the file opens intact, with everything that was synced before the damage.
import { copyFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { chanceFrom } from '../../../../../bench/fill.ts'
import { openStore } from '../../../../../../src/server/storage/sqlite/open-store.ts'
import { committed, event, everything, newStore } from '../records/records.ts'

const commits = 30
const copies = 60

/** A file with several commits in its log, and the length of the log after each. */
async function logged(): Promise<{ file: string; ends: readonly number[] }> {
  const open = newStore()
  const { store, connection } = open
  connection.pragma('wal_checkpoint(TRUNCATE)')
  connection.pragma('wal_autocheckpoint = 0')
  const ends: number[] = []
  for (let i = 0; i < commits; i += 1) {
    await committed(open, async () => {
      await store.event.insert(event({ title: `Event ${i}`, description: 'words '.repeat(100), slug: `event-${i}` }))
    })
    ends.push(statSync(`${connection.file}-wal`).size)
  }
  return { file: connection.file, ends }
}

const damages = {
  cut: (log: Buffer, at: number) => log.subarray(0, at),
  zeroed: (log: Buffer, at: number) => Buffer.concat([log.subarray(0, at), Buffer.alloc(log.length - at)]),
  flipped: (log: Buffer, at: number) => {
    const flipped = Buffer.from(log)
    flipped[at] = (log[at] ?? 0) ^ 0xff
    return flipped
  },
} as const

it.each(Object.keys(damages) as (keyof typeof damages)[])('a log that was %s somewhere', async (damage) => {
  const { file, ends } = await logged()
  const log = readFileSync(`${file}-wal`)
  const chance = chanceFrom(damage.length)
  for (let i = 0; i < copies / 3; i += 1) {
    const at = chance(log.length)
    const copy = `${file}.${damage}-${i}`
    copyFileSync(file, copy)
    writeFileSync(`${copy}-wal`, damages[damage](log, at))
    const { store, connection } = openStore(copy, { readonly: false })
    const synced = ends.filter((end) => end <= at).length
    const { ids, total } = await store.event.select(everything, { offset: 0, limit: 100 })
    expect(connection.pragma('integrity_check')).toBe('ok')
    expect(total).toBeGreaterThanOrEqual(synced)
    expect(ids).toEqual(Array.from({ length: total }, (_, n) => n + 4))
    connection.close()
  }
})
