// A service whose responses a test defines, and a home with the program configured to use it.
import type { ApiRequest } from '../../src/base/exchange.ts'
import { serveExchange, disconnect } from './exchange-server.ts'
import { type LocalHome, localHome } from './home.ts'

export interface FakeService extends LocalHome {
  readonly api_root: string
  /** `GET /events?page=1`, followed by a space and the body if there is one. */
  readonly requests: readonly string[]
}

export interface FakeResponse {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** The service closes after the test. Returning undefined closes the connection. */
export async function fakeService(
  answer: (request: ApiRequest, query: URLSearchParams) => FakeResponse | undefined | Promise<FakeResponse | undefined>,
  env: Readonly<Record<string, string>> = {},
): Promise<FakeService> {
  const service = await serveExchange(async (request) => {
    const response = await answer(request, new URLSearchParams(request.query))
    if (response === undefined) return disconnect
    return {
      status: response.status ?? 200,
      headers: { 'content-type': 'application/json', ...response.headers },
      body: typeof response.body === 'string' ? response.body : JSON.stringify(response.body),
    }
  })
  return {
    ...localHome({ CAL_API_ROOT: service.api_root, ...env }),
    api_root: service.api_root,
    requests: service.requests,
  }
}
