// A service of another make, as a test describes it, with a home whose program asks it.
import type { ApiRequest } from '../../src/base/exchange.ts'
import { answering, silence } from './answering.ts'
import { type Home, homeWith } from './program.ts'

export interface Stranger extends Home {
  readonly api_root: string
  /** `GET /events?page=1`, a body after a blank. */
  readonly asked: readonly string[]
}

export interface Told {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: unknown
}

/** Ends with the test. No answer cuts the connection. */
export async function stranger(
  answer: (request: ApiRequest, query: URLSearchParams) => Told | undefined | Promise<Told | undefined>,
  env: Readonly<Record<string, string>> = {},
): Promise<Stranger> {
  const service = await answering(async (request) => {
    const told = await answer(request, new URLSearchParams(request.query))
    if (told === undefined) return silence
    return {
      status: told.status ?? 200,
      headers: { 'content-type': 'application/json', ...told.headers },
      body: typeof told.body === 'string' ? told.body : JSON.stringify(told.body),
    }
  })
  return { ...homeWith({ CAL_API_ROOT: service.api_root, ...env }), api_root: service.api_root, asked: service.asked }
}
