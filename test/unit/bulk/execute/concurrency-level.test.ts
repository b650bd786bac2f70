// How an import adapts its number of concurrent requests.
import { describe, expect, it } from 'vitest'
import { ConcurrencyLevel } from '../../../../src/bulk/execute/throttle.ts'

/** The level after each of several rounds, whose responses all take this long. */
function rounds(level: ConcurrencyLevel, ...durations_ms: readonly number[]): readonly number[] {
  return durations_ms.map((duration_ms) => {
    for (let n = Math.max(level.limit, 20); n > 0; n--) level.succeeded(duration_ms, 'create events')
    return level.limit
  })
}

/** Sends responses until the level changes; returns their number. */
function answersUntilChange(level: ConcurrencyLevel, duration_ms: number): number {
  const { limit } = level
  for (let n = 1; n < 1_000; n++) {
    level.succeeded(duration_ms, 'create events')
    if (level.limit !== limit) return n
  }
  return Number.POSITIVE_INFINITY
}

describe('ConcurrencyLevel', () => {
  it('doubles after each round of fast responses, up to its maximum', () => {
    const level = new ConcurrencyLevel({ concurrency: 4, concurrency_max: 32 })
    expect([answersUntilChange(level, 200), level.limit]).toEqual([4, 8])
    expect([answersUntilChange(level, 200), level.limit]).toEqual([8, 16])
    expect([answersUntilChange(level, 200), level.limit]).toEqual([16, 32])
    expect(answersUntilChange(level, 200)).toBe(Number.POSITIVE_INFINITY)
  })

  it('stays when responses slow down, falls when they are much slower, and rises by one when they recover', () => {
    const level = new ConcurrencyLevel({ concurrency: 10, concurrency_max: 100 })
    expect([answersUntilChange(level, 200), level.limit]).toEqual([10, 20])
    expect(rounds(level, 400, 400)).toEqual([20, 20])
    expect(rounds(level, 900, 900)).toEqual([14, 9])
    expect(rounds(level, 200, 200)).toEqual([10, 11])
  })

  it('never falls below one', () => {
    const level = new ConcurrencyLevel({ concurrency: 2, concurrency_max: 32 })
    expect(
      rounds(level, 200, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000, 5_000).at(
        -1,
      ),
    ).toBe(1)
  })

  it('does not mistake slower kinds of requests for a slower service', () => {
    const level = new ConcurrencyLevel({ concurrency: 4, concurrency_max: 32 })
    for (let n = 0; n < 200; n++) {
      level.succeeded(100, 'create tags')
      level.succeeded(900, 'create events')
    }
    expect(level.limit).toBe(32)
  })

  it('halves when the server throttles, and does not double afterwards', () => {
    const level = new ConcurrencyLevel({ concurrency: 8, concurrency_max: 32 })
    level.throttled()
    expect(level.limit).toBe(4)
    expect(rounds(level, 200, 200)).toEqual([5, 6])
  })
})
