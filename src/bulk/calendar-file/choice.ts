// Random values of a calendar file, from a seed: `choose` and `between`.
import { daysBetween, daysLater, isDay } from '../../base/dates/days.ts'
import { isList, isObject, type Json } from '../../base/json.ts'
import type { Values } from '../../spec/read.ts'

/** Returns the next number of a sequence, from 0 up to but not including 1. */
export type RandomSource = () => number

/**
 * The values of a record with its choices resolved: `{choose: [a, b]}` is one item, `{choose: […], of: 2}` two items,
 * `{between: [1, 9]}` a number, `{between: [2027-01-01, 2027-03-31], at: [18:00, 20:00]}` a day with one of the times.
 */
export function chooseFields(values: Values, random: RandomSource): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === undefined ? value : choose(value, random)]),
  )
}

function choose(value: Json, random: RandomSource): Json {
  if (isList(value)) return value.map((item) => choose(item, random))
  if (!isObject(value)) return value
  if (isList(value.choose))
    return typeof value.of === 'number'
      ? several(value.choose, value.of, random)
      : choose(oneOf(value.choose, random) ?? null, random)
  return between(value, random) ?? chooseFields(value, random)
}

export function oneOf<T>(list: readonly T[], random: RandomSource): T | undefined {
  return list[Math.floor(random() * list.length)]
}

function several(list: readonly Json[], count: number, random: RandomSource): readonly Json[] {
  const left = [...list]
  return Array.from({ length: Math.min(count, list.length) }, () =>
    left.splice(Math.floor(random() * left.length), 1),
  ).flat(1)
}

/** undefined for an object that is not a range; a range without numbers or days is returned unchanged. */
function between(value: Values, random: RandomSource): Json | undefined {
  if (!isList(value.between) || value.between.length !== 2) return undefined
  const [low, high] = value.between
  if (typeof low === 'number' && typeof high === 'number') return low + Math.floor(random() * (high - low + 1))
  if (typeof low !== 'string' || typeof high !== 'string' || !isDay(low) || !isDay(high)) return value
  const day = daysLater(low, Math.floor(random() * (daysBetween(low, high) + 1)))
  const time = isList(value.at) ? oneOf(value.at, random) : value.at
  return time === undefined ? day : `${day} ${time}`
}
