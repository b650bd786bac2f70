// The storage engines that this suite runs on. Another one joins by an entry in `all`.
import type { Engine, EngineOptions } from '../../../src/server/storage/engine.ts'
import type { Store } from '../../../src/server/storage/store.ts'
import { sqlite } from './sqlite.ts'

export interface EngineUnderTest {
  readonly name: string
  /** The store of a new calendar, for one test. */
  newStore(timezone?: string): Promise<Store>
  /** A new calendar; with `location`, one that was opened before. What is left open is closed after the tests. */
  open(options?: Partial<EngineOptions> & { readonly location?: string }): Promise<Engine>
}

const all: readonly EngineUnderTest[] = [sqlite]

/** All of them, or those in `ENGINES`, separated by commas. */
export const engines = (process.env.ENGINES ?? all.map(({ name }) => name).join(',')).split(',').map((wanted) => {
  const engine = all.find(({ name }) => name === wanted)
  if (!engine) throw new Error(`there is no engine ${wanted}; there are ${all.map(({ name }) => name).join(', ')}`)
  return engine
})
