// The storage engines that this suite runs on.
import type { Engine, EngineOptions } from '../../../src/server/storage/engine.ts'
import type { Store } from '../../../src/server/storage/store.ts'
import { postgres } from './postgres.ts'
import { sqlite } from './sqlite.ts'

export interface StoreUnderTest {
  readonly name: string
  /** The store of a new calendar, for one test. */
  newStore(timezone?: string): Promise<Store>
}

export interface EngineUnderTest extends StoreUnderTest {
  /** A new calendar; with `location`, one that was opened before. What is left open is closed after the tests. */
  open(options?: Partial<EngineOptions> & { readonly location?: string }): Promise<Engine>
  /** A new calendar on a server that nothing else uses. */
  openAlone(): Promise<Engine>
  /** Only one process writes: it can make snapshots, and discard a calendar. */
  readonly hasOneWriter: boolean
}

const all_stores: readonly StoreUnderTest[] = [sqlite, postgres]

/** Those of all engines, or of the engines in `ENGINES`, separated by commas. */
export const stores = chosen(all_stores)
export const engines = chosen<EngineUnderTest>([sqlite, postgres])

function chosen<E extends StoreUnderTest>(all: readonly E[]): readonly E[] {
  const wanted = process.env.ENGINES?.split(',')
  const unknown = wanted?.find((one) => !all_stores.some(({ name }) => name === one))
  if (unknown !== undefined)
    throw new Error(`there is no engine ${unknown}; there are ${all_stores.map(({ name }) => name).join(', ')}`)
  return all.filter(({ name }) => wanted?.includes(name) ?? true)
}
