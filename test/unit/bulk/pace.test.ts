import { expect, it } from 'vitest'
import { Pace } from '../../../src/bulk/pace.ts'

/** A clock that goes on only while somebody sleeps. */
function clockwork() {
  let now = 1_000
  const slept: number[] = []
  return {
    slept, now: () => now, random: () => 0.5,
    sleep: async (duration_ms: number) => {
      slept.push(duration_ms)
      now += duration_ms
    },
  }
}

/** Work that ends when it is told to. */
function held() {
  const open: (() => void)[] = []
  return { work: () => new Promise<void>((resolve) => open.push(resolve)), open }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs as many at once as it may, the next as soon as one ends', async () => {
  const pace = new Pace({ concurrency: 2, clockwork: clockwork() })
  const { work, open } = held()
  const all = Promise.all([1, 2, 3].map(() => pace.run(work)))
  await settled()
  expect(open).toHaveLength(2)
  open[0]?.()
  await settled()
  expect(open).toHaveLength(3)
  for (const end of open) end()
  await all
})

it('lets others on where work fails', async () => {
  const pace = new Pace({ concurrency: 1, clockwork: clockwork() })
  const failing = pace.run(async () => { throw new Error('no') })
  const next = pace.run(async () => 'done')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('done')
})

it('spaces requests by the rate, the first at once', async () => {
  const clock = clockwork()
  const pace = new Pace({ concurrency: 1, rate: 5, clockwork: clock })
  const at: number[] = []
  for (let n = 0; n < 4; n++) await pace.run(async () => void at.push(clock.now()))
  expect(at).toEqual([1_000, 1_200, 1_400, 1_600])
})

it('makes everybody wait for a server that asks for time, at most a minute', async () => {
  const clock = clockwork()
  const pace = new Pace({ concurrency: 4, clockwork: clock })
  pace.throttled(3_000)
  pace.throttled(1_000)
  await Promise.all([pace.ready(), pace.ready()])
  expect(clock.now()).toBeGreaterThanOrEqual(4_000)
  expect(clock.slept[0]).toBe(3_000)
  pace.throttled(3_600_000)
  await pace.ready()
  expect(clock.slept.at(-1)).toBe(60_000)
})

it('halves how many run at once when throttled, down to one, and earns them back one by one', () => {
  const pace = new Pace({ concurrency: 4, clockwork: clockwork() })
  const throttledTo = [1, 2, 3].map(() => {
    pace.throttled(1)
    return pace.limit
  })
  expect(throttledTo).toEqual([2, 1, 1])
  for (let n = 0; n < 19; n++) pace.succeeded()
  expect(pace.limit).toBe(1)
  pace.succeeded()
  expect(pace.limit).toBe(2)
  for (let n = 0; n < 200; n++) pace.succeeded()
  expect(pace.limit).toBe(4)
})

it('counts successes anew after a throttle', () => {
  const pace = new Pace({ concurrency: 2, clockwork: clockwork() })
  pace.throttled(1)
  for (let n = 0; n < 19; n++) pace.succeeded()
  pace.throttled(1)
  pace.succeeded()
  expect(pace.limit).toBe(1)
})
