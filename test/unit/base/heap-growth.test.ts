import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { heap_growth_flag } from '../../../src/base/heap-growth.ts'

/** The largest heap in MiB of a process that sets a flag and then keeps 100,000 of 3,000,000 objects in use. */
function peakWith(flag: string): number {
  const script = `
    const v8 = require('node:v8')
    if (${JSON.stringify(flag)} !== '') v8.setFlagsFromString(${JSON.stringify(flag)})
    const live = []
    let peak = 0
    for (let n = 0; n < 3_000_000; n++) {
      live[n % 100_000] = { n, text: ['a' + n] }
      if (n % 1_000 === 0) peak = Math.max(peak, v8.getHeapStatistics().total_heap_size)
    }
    console.log(peak / 2 ** 20)`
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', script], { encoding: 'utf8' })
  expect(stderr).toBe('')
  return Number(stdout)
}

it('keeps the heap smaller', () => {
  expect(peakWith(heap_growth_flag)).toBeLessThan(peakWith('') * 0.9)
})
