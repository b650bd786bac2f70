import { describe, expect, it } from 'vitest'
import type { StatusText } from '../../../../src/cli/types/session.ts'
import { Progress, type ProgressOptions } from '../../../../src/cli/session/progress.ts'
import { runtimeOf } from '../../../support/runtime.ts'

function progressOf(given: Partial<ProgressOptions> & { readonly isAvailable?: boolean }) {
  const { isAvailable = true, ...options } = given
  const err: string[] = []
  const clock = { now: 0 }
  let text: StatusText = () => ''
  const { stderr, status } = runtimeOf([], {}, { out: [], err })
  const progress = new Progress({
    runtime: {
      stderr,
      now: () => clock.now,
      status: {
        ...status,
        isAvailable,
        clear: () => {},
        show: (shown) => {
          text = shown
          return { update: () => {}, end: () => {} }
        },
      },
    },
    form: 'auto',
    language: 'en',
    total: 300,
    ...options,
  })
  return { progress, clock, err, bar: (columns: number) => text(columns) }
}

async function ticks(progress: Progress, count: number) {
  for (let n = 0; n < count; n++) await progress.tick()
}

describe('the bar', () => {
  it('is shown before the first record, without an estimate of the time left', () =>
    expect(progressOf({}).bar(77)).toBe('[........................] 0 of 300'))

  it('shows the rate and the time left', async () => {
    const { progress, clock, bar } = progressOf({})
    clock.now = 10_000
    await ticks(progress, 100)
    expect(bar(77)).toBe('[########................] 100 of 300, 10/s, 0:20 left')
  })

  it('is in German, with the current activity', async () => {
    const label = { en: 'Exporting events', de: 'Exportiere Termine' }
    const { progress, clock, bar } = progressOf({ language: 'de', label })
    clock.now = 4_000
    await ticks(progress, 10)
    expect(bar(77)).toBe('[#.......................] Exportiere Termine: 10 von 300, 2.5/s, noch 1:56')
  })

  it('is shorter on a narrow terminal, and hidden if there is no room', async () => {
    const { progress, clock, bar } = progressOf({})
    clock.now = 10_000
    await ticks(progress, 100)
    expect(bar(40)).toBe('[###.......] 100 of 300, 10/s, 0:20 left')
    expect(bar(30)).toBe('100 of 300, 10/s, 0:20 left')
    expect(bar(20)).toBe('100 of 300, 10/s, 0…')
  })
})

describe('without a terminal', () => {
  it('is a line of text every five seconds', async () => {
    const { progress, clock, err } = progressOf({ isAvailable: false, form: 'bar' })
    for (clock.now = 1_000; clock.now <= 10_000; clock.now += 1_000) await progress.tick()
    expect(err).toEqual(['5 of 300, 1/s, 4:55 left\n', '10 of 300, 1/s, 4:50 left\n'])
  })

  it.each([
    ['ndjson', ['{"progress":{"done":1,"total":300,"left_s":1495,"per_s":0}}\n']],
    ['none', []],
  ] as const)('is written as --progress %s says', async (form, written) => {
    const { progress, clock, err } = progressOf({ isAvailable: false, form })
    clock.now = 5_000
    await progress.tick()
    expect(err).toEqual(written)
  })
})
