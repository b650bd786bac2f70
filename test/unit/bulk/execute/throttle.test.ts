import { expect, it } from 'vitest'
import { Throttle } from '../../../../src/bulk/execute/throttle.ts'

/** A clock that advances only while a caller sleeps. */
function clockwork() {
  let now = 1_000
  const slept: number[] = []
  return {
    slept,
    now: () => now,
    random: () => 0.5,
    sleep: async (duration_ms: number) => {
      slept.push(duration_ms)
      now += duration_ms
    },
  }
}

/** Work that the test ends. */
function held() {
  const open: (() => void)[] = []
  return { work: () => new Promise<void>((resolve) => open.push(resolve)), open }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('runs up to the limit concurrently, and starts the next when one ends', async () => {
  const pace = new Throttle({ concurrency: 2, clock: clockwork() })
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

it('spaces requests by the rate, the first immediately', async () => {
  const clock = clockwork()
  const pace = new Throttle({ concurrency: 1, rate: 5, clock: clock })
  const at: number[] = []
  for (let n = 0; n < 4; n++) await pace.run(async () => void at.push(clock.now()))
  expect(at).toEqual([1_000, 1_200, 1_400, 1_600])
})

it('pauses all requests when the server requests a pause', async () => {
  const clock = clockwork()
  const pace = new Throttle({ concurrency: 4, clock: clock })
  pace.throttled(3_000, 429)
  pace.throttled(1_000, 429)
  await Promise.all([pace.ready(), pace.ready()])
  expect(clock.now()).toBeGreaterThanOrEqual(4_000)
  expect(clock.slept[0]).toBe(3_000)
})

it('reports a long wait once for concurrent requests, and fails if it is too long', () => {
  const notices: string[] = []
  const pace = new Throttle({
    concurrency: 4,
    clock: clockwork(),
    wait_limits: { wait_ms_max: 60_000, onWait: ({ en }) => notices.push(en) },
  })
  pace.throttled(500, 429)
  pace.throttled(45_000, 429)
  pace.throttled(45_000, 429)
  expect(notices).toEqual(['the server is limiting requests (429): retrying in 45 s'])
  expect(() => pace.throttled(600_000, 503)).toThrow('the server is unavailable (503) and asks to retry in 600 s')
})

it('halves concurrency when throttled, down to one, and raises it one by one', async () => {
  const pace = new Throttle({ concurrency: 4, clock: clockwork() })
  const throttledTo: number[] = []
  for (let n = 0; n < 3; n++) {
    pace.throttled(1, 429)
    pace.throttled(1, 429)
    await pace.ready()
    throttledTo.push(pace.limit)
  }
  expect(throttledTo).toEqual([2, 1, 1])
  const succeed = (times: number) => {
    for (let n = 0; n < times; n++) pace.succeeded(100, 'create events')
  }
  succeed(19)
  expect(pace.limit).toBe(1)
  succeed(1)
  expect(pace.limit).toBe(2)
  succeed(200)
  expect(pace.limit).toBe(4)
})
