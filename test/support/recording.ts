// An exchange that returns responses from a list and records its requests.
import type { ApiRequest, ApiResponse, Exchange } from '../../src/base/exchange.ts'

export interface Recording {
  readonly exchange: Exchange
  /** `GET /events?page=1`, followed by a space and the body if there is one. */
  readonly requests: string[]
}

export function recording(...answers: readonly (ApiResponse | Error)[]): Recording {
  const requests: string[] = []
  return {
    requests,
    exchange: async (request) => {
      const answer = answers[requests.length]
      requests.push(lineOf(request))
      if (answer === undefined) throw new Error(`no response is left for ${lineOf(request)}`)
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
