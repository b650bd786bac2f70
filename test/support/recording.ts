// An exchange that answers from a list and remembers what it was asked.
import type { ApiRequest, ApiResponse, Exchange } from '../../src/base/exchange.ts'

export interface Recording {
  readonly exchange: Exchange
  /** `GET /events?page=1`, a body after a blank. */
  readonly asked: string[]
}

export function recording(...answers: readonly (ApiResponse | Error)[]): Recording {
  const asked: string[] = []
  return {
    asked,
    exchange: async (request) => {
      const answer = answers[asked.length]
      asked.push(lineOf(request))
      if (answer === undefined) throw new Error(`nothing is recorded for ${lineOf(request)}`)
      if (answer instanceof Error) throw answer
      return answer
    },
  }
}

export function json(status: number, value: unknown, headers: Readonly<Record<string, string>> = {}): ApiResponse {
  return { status, headers: { 'content-type': 'application/json', ...headers }, body: JSON.stringify(value) }
}

function lineOf({ method, path, query, body }: ApiRequest): string {
  return `${method} ${path}${query === '' ? '' : `?${query}`}${body === undefined ? '' : ` ${body}`}`
}
