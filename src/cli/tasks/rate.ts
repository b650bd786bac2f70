// `--rate`: how many requests a second a run may send.
import { Failure } from '../../base/failure.ts'

/** `5`, `5/s`, `300/m`, `300/min` in requests a second. */
export function rateOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|sec|m|min|h))?$/.exec(text)
  if (!match || Number(match[1]) === 0) throw new Failure('usage', { en: `--rate needs a number a second such as 5/s, not "${text}"`, de: `--rate braucht eine Zahl je Sekunde wie 5/s, nicht „${text}“` })
  const per = { s: 1, m: 60, h: 3600 }[(match[2] ?? 's').slice(0, 1)] ?? 1
  return Number(match[1]) / per
}
