// A shift and its opposite lead back to the same times, in every zone, wherever the first is possible.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { shiftedWall, shiftOf } from '../../src/base/dates/durations.ts'
import { wallAt } from '../../src/base/dates/zoned-time.ts'
import { is_nightly } from '../support/extent.ts'
import { newWorkspace } from '../support/workspace.ts'

const runs = is_nightly ? 3_000 : 500
const zones = ['Europe/Berlin', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'UTC', 'UTC+5.5']
const length = fc
  .record({ w: fc.nat(60), d: fc.nat(9), h: fc.nat(80), m: fc.nat(120) })
  .map((parts) =>
    Object.entries(parts)
      .filter(([, count]) => count > 0)
      .map(([unit, count]) => `${count}${unit}`)
      .join(''),
  )
  .filter((text) => text !== '')
/** Around the hours in which zones change their clocks. */
const instant = fc.tuple(
  fc.constantFrom('2027-03-28', '2027-10-31', '2027-03-14', '2027-11-07', '2027-04-04', '2027-10-03', '2027-06-01'),
  fc.integer({ min: -4 * 1440, max: 4 * 1440 }),
)

describe('a shift there and back', () => {
  it('gives the same wall time', () => {
    let possible = 0
    fc.assert(
      fc.property(instant, length, fc.constantFrom(...zones), fc.boolean(), ([day, minutes], text, zone, forward) => {
        const wall = wallAt(Date.parse(`${day}T00:00:00Z`) + minutes * 60_000, zone)
        const [there, back] = forward ? [`+${text}`, `-${text}`] : [`-${text}`, `+${text}`]
        const [first, second] = [shiftOf(there), shiftOf(back)]
        if (!first || !second) throw new Error(text)
        const moved = shiftedWall(wall, first, zone)
        if (typeof moved !== 'string') return
        possible++
        expect(shiftedWall(moved, second, zone)).toBe(wall)
      }),
      { numRuns: runs },
    )
    expect(possible).toBeGreaterThan((runs * 2) / 3)
  })

  it('gives the same event', async () => {
    const { cal, json } = newWorkspace()
    await cal("events create --title Jazz --timezone Europe/Berlin --start-date '2027-03-26 20:00' --duration 3h")
    const event = async () => {
      const { modified: _, modified_utc: _utc, ...rest } = (await json('events get 4')) as Record<string, unknown>
      return rest
    }
    const before = await event()
    await fc.assert(
      fc.asyncProperty(length, fc.boolean(), async (text, forward) => {
        const there = await cal(`events update 4 --shift ${forward ? '+' : '-'}${text}`)
        if (there.code === 5) return
        expect(there).toMatchObject({ code: 0 })
        expect(await event()).not.toEqual(before)
        expect(await cal(`events update 4 --shift ${forward ? '-' : '+'}${text}`)).toMatchObject({ code: 0 })
        expect(await event()).toEqual(before)
      }),
      { numRuns: is_nightly ? 15 : 8 },
    )
  })
})
