// Processor time of work on hostile input, which other programs on the machine do not change.
import { expect } from 'vitest'

/**
 * In proportion to its input, such work takes a fraction of a second, or 6 s in a process that has run thousands of
 * tests; searching from each character takes minutes.
 */
const cpu_s_max = 15

/** Fails if the work takes more time than is in proportion to its input. */
export async function inLittleTime<T>(work: () => T | Promise<T>, name?: string): Promise<T> {
  const before = process.cpuUsage()
  const done = await work()
  expect(process.cpuUsage(before).user / 1_000_000, name).toBeLessThan(cpu_s_max)
  return done
}
