// Parses the fault options of the command line: `50..200`, `POST /events:5%:503`, `10/s`.
import { CalError } from '../../base/errors.ts'
import type { FailureFault, Faults, Range_ms } from './faults.ts'
import type { Rate } from '../auth/token-bucket.ts'

export interface FaultArguments {
  readonly latency?: string | undefined
  readonly fail?: readonly string[]
  readonly rate_limit?: string | undefined
}

/** Errors: `usage` for a value that does not have the format of its flag. */
export function faultsOf({ latency, fail = [], rate_limit }: FaultArguments): Faults {
  return {
    failing: fail.map(failingOf),
    ...(latency !== undefined && { latency: latencyOf(latency) }),
    ...(rate_limit !== undefined && { rate: rateOf(rate_limit) }),
  }
}

export function isFaultless({ latency, failing, rate }: Faults): boolean {
  return latency === undefined && rate === undefined && failing.length === 0
}

/** `80`, `50..200`: milliseconds. */
function latencyOf(text: string): Range_ms {
  const match = /^(\d{1,6})(?:\.\.(\d{1,6}))?$/.exec(text)
  const [from, to] = [Number(match?.[1]), Number(match?.[2] ?? match?.[1])]
  if (!match || from > to) throw unlike('--latency', text, '50..200')
  return { from, to }
}

/** `POST /events:5%:503`, `/events*:100%:500`. */
function failingOf(text: string): FailureFault {
  const match = /^(?:(GET|POST|PUT|PATCH|DELETE|OPTIONS) )?((?:\/|\*)[^\s:]*):(\d{1,3}(?:\.\d+)?)%:([45]\d\d)$/i.exec(
    text,
  )
  const [, method, path = '', share, status] = match ?? []
  if (!match || Number(share) > 100) throw unlike('--fail', text, "'POST /events:5%:503'")
  return {
    path,
    share: Number(share) / 100,
    status: Number(status),
    ...(method !== undefined && { method: method.toUpperCase() }),
  }
}

const periods_ms: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000 }

/** `10/s`, `100/m`, `1000/h`. */
function rateOf(text: string): Rate {
  const [, requests, unit = ''] = /^(\d{1,7})\/([smh])$/.exec(text) ?? []
  const period_ms = periods_ms[unit]
  if (period_ms === undefined || Number(requests) === 0) throw unlike('--rate-limit', text, '10/s')
  return { requests: Number(requests), period_ms }
}

function unlike(flag: string, text: string, example: string): CalError {
  return new CalError('usage', {
    en: `${flag} needs a value such as ${example}, not "${text}"`,
    de: `${flag} wird wie ${example} geschrieben, nicht „${text}“`,
  })
}
