// Chance that is the same each time: choices of a calendar file drawn from a number.
import { daysBetween, daysLater, isDay } from '../../base/dates/days.ts'
import { isObject } from '../../base/json.ts'

/** From 0 up to 1, the next one of the series. */
export type RandomSource = () => number

/**
 * A value with its choices made: `{choose: [a, b]}` is one of them, `{choose: […], of: 2}` are two, `{between: [1, 9]}`
 * a number, `{between: [2027-01-01, 2027-03-31], at: [18:00, 20:00]}` a day, with one of the times.
 */
export function chooseFrom(value: unknown, chance: RandomSource): unknown {
  if (Array.isArray(value)) return value.map((item) => chooseFrom(item, chance))
  if (!isObject(value)) return value
  if (Array.isArray(value.choose))
    return typeof value.of === 'number'
      ? several(value.choose, value.of, chance)
      : chooseFrom(oneOf(value.choose, chance), chance)
  if (Array.isArray(value.between) && value.between.length === 2) return between(value, chance)
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, chooseFrom(item, chance)]))
}

export function oneOf<T>(list: readonly T[], chance: RandomSource): T | undefined {
  return list[Math.floor(chance() * list.length)]
}

function several(list: readonly unknown[], count: number, chance: RandomSource): readonly unknown[] {
  const left = [...list]
  return Array.from(
    { length: Math.min(count, list.length) },
    () => left.splice(Math.floor(chance() * left.length), 1)[0],
  )
}

function between(value: Record<string, unknown>, chance: RandomSource): unknown {
  const [low, high] = value.between as readonly unknown[]
  if (typeof low === 'number' && typeof high === 'number') return low + Math.floor(chance() * (high - low + 1))
  if (typeof low !== 'string' || typeof high !== 'string' || !isDay(low) || !isDay(high)) return value
  const day = daysLater(low, Math.floor(chance() * (daysBetween(low, high) + 1)))
  const time = Array.isArray(value.at) ? oneOf(value.at, chance) : value.at
  return time === undefined ? day : `${day} ${time}`
}
