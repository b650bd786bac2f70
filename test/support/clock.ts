// A clock that stands still, except for pauses, which take no time.
import type { Clock } from '../../src/client/transport/retry.ts'

export function stillClock(start = 0): Clock {
  let now = start
  return {
    now: () => now,
    random: () => 0.5,
    sleep: async (ms) => {
      now += ms
    },
  }
}
