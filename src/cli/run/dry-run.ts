// `--dry-run`: runs the command up to its first write to each record and shows the requests instead of sending them.
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { type CommandAction, type CommandInput, DryRunStop } from '../core/command.ts'
import type { Outcome, OutcomeItem, ViewOutcome } from '../core/outcome.ts'
import type { Session } from '../core/session.ts'

/** Reads are sent; writes are recorded instead. */
export async function dryRun(action: CommandAction, input: CommandInput, session: Session): Promise<ViewOutcome> {
  const requests: ApiRequest[] = []
  const withhold =
    (exchange: Exchange): Exchange =>
    async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
        return exchange(request)
      requests.push(request)
      throw new DryRunStop()
    }
  const open = async () => {
    const api = await session.open()
    return { ...api, exchange: withhold(api.exchange), direct: withhold(api.direct) }
  }
  const ends = await discarded(action, input, { ...session, open, confirm: async () => {} })
  return {
    kind: 'view',
    columns: ['method', 'path', 'query', 'body'],
    records: itemsOf(requests),
    picture: () => requests.map(lineOf).join(''),
    ...(ends === undefined ? {} : { ends }),
  }
}

/** The exit code of the run, as far as it is known from reading. */
async function discarded(action: CommandAction, input: CommandInput, session: Session): Promise<Outcome['ends']> {
  try {
    const outcome: Outcome = await action(input, session)
    if ('records' in outcome) for await (const _ of outcome.records);
    return outcome.ends
  } catch (error) {
    if (!(error instanceof DryRunStop)) throw error
    return undefined
  }
}

function lineOf({ method, path, query, body }: ApiRequest): string {
  return escapeControls(
    `${method} ${path}${query === '' ? '' : `?${query}`}${body === undefined ? '' : ` ${String(body)}`}`,
  ).concat('\n')
}

async function* itemsOf(requests: readonly ApiRequest[]): AsyncIterable<OutcomeItem> {
  for (const { method, path, query, body } of requests) {
    const value = typeof body === 'string' ? parsedJson(body) : undefined
    yield { method, path, query, ...(isObject(value) ? { body: value } : {}) }
  }
}
