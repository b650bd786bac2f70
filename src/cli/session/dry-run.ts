// `--dry-run`: runs the command up to the first write to each record, and prints the writes instead of sending them.
import type { ApiRequest, Exchange } from '../../base/exchange.ts'
import { isObject, parsedJson } from '../../base/json.ts'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { requestOfWrite } from '../../bulk/execute/execute-write.ts'
import { isWrite, type Step } from '../../bulk/plan/plan.ts'
import { type CommandAction, type CommandInput, DryRunStop } from '../types/command.ts'
import type { Outcome, OutcomeItem, ViewOutcome } from '../types/outcome.ts'
import type { Session } from '../types/session.ts'

/** Sends reads, and collects writes without sending them. */
export async function dryRun(action: CommandAction, input: CommandInput, session: Session): Promise<ViewOutcome> {
  const requests: ApiRequest[] = []
  const collectWrites =
    (exchange: Exchange): Exchange =>
    async (request) => {
      if (request.method === 'GET' || request.method === 'HEAD' || request.method === 'OPTIONS')
        return exchange(request)
      requests.push(request)
      throw new DryRunStop()
    }
  const open = async () => {
    const api = await session.open()
    return { ...api, exchange: collectWrites(api.exchange), direct: collectWrites(api.direct) }
  }
  const preview = (step: Step) => {
    if (isWrite(step)) requests.push(requestOfWrite(step))
  }
  const exit = await exitOf(action, input, { ...session, open, preview, confirm: async () => {} })
  return {
    kind: 'view',
    columns: ['method', 'path', 'query', 'body'],
    records: itemsOf(requests),
    render: () => requests.map(lineOf).join(''),
    ...(exit === undefined ? {} : { exit }),
  }
}

/** Runs the command and discards its records. Returns the exit code, as far as it is known without writing. */
async function exitOf(action: CommandAction, input: CommandInput, session: Session): Promise<Outcome['exit']> {
  try {
    const outcome: Outcome = await action(input, session)
    if ('records' in outcome) for await (const _ of outcome.records);
    return outcome.exit
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
