// `cal api METHOD PATH` sends a request and prints the response unchanged; `cal index` and `cal doc` print the index
// and the OpenAPI description of the interface.
import { CalError, usageError } from '../../../base/errors.ts'
import type { ApiResponse } from '../../../base/exchange.ts'
import { sameText, t } from '../../../base/text/language.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { call, errorOfAnswer, queryOf } from '../../../client/api/call.ts'
import { jsonOfBody } from '../../../client/transport/response.ts'
import { pairsOf, readTextArgument } from '../../arguments/flag-values.ts'
import type { CommandAction } from '../../types/command.ts'
import { api_methods, type api_options, methodsOf, requestTyped } from './config.ts'

export const api: CommandAction<typeof api_options> = async (input, session) => {
  const { options } = input
  const [typed, target] = requestTyped(input)
  const method = typed.toUpperCase()
  if (target === '')
    throw usageError(
      t('PATH is missing: specify a path relative to the api root, such as /events'),
      sameText('cal api GET /events'),
    )
  if (!api_methods.includes(method)) {
    throw usageError(t('METHOD needs one of {methods}, not "{typed}"', { methods: api_methods.join(', '), typed }))
  }
  // The whole path of the interface: `/wp-json/tribe/events/v1/events`.
  const relative = target.replace(/^\/?[^/?]+\/[^/?]+\/events\/v1(?=[/?]|$)/, '')
  const [path = '', query = ''] = splitAt(relative.startsWith('/') ? relative : `/${relative}`)
  const body = options.data === undefined ? undefined : await readTextArgument(options.data, session.runtime)
  const added = queryOf(pairsOf('--param', options.param))
  const sent = [query, added].filter((part) => part !== '').join('&')
  if (methodsOf(input).includes('DELETE')) await session.confirm(t('Send {request}?', { request: `DELETE ${path}` }))
  const { exchange } = await session.open()
  const answer = await exchange({
    method,
    path,
    query: sent,
    headers: body === undefined ? {} : { 'content-type': 'application/json' },
    body,
  })
  if (answer.status >= 400) throw refusalOfAnswer(answer, `${method} ${path}`)
  if (method === 'HEAD') return { kind: 'value', value: { status: answer.status, headers: answer.headers } }
  const value = jsonOfBody(answer.body)
  if (value !== undefined) return { kind: 'value', value }
  return { kind: 'text', text: session.runtime.stdout.isTerminal ? escapeControls(answer.body) : answer.body }
}

function refusalOfAnswer(answer: ApiResponse, route: string): CalError {
  const error = errorOfAnswer(answer)
  if (error.remote?.code !== 'rest_no_route') return error
  const hint = t('list the routes: {line}', { line: 'cal index' })
  return new CalError(error.code, t('no route {route}', { route }), { ...error, hint })
}

function splitAt(target: string): readonly string[] {
  const at = target.indexOf('?')
  return at === -1 ? [target] : [target.slice(0, at), target.slice(at + 1)]
}

export const showIndex: CommandAction = async ({ values }, session) => {
  const { exchange } = await session.open()
  return { kind: 'value', value: (await call(exchange, 'index', values)).value }
}

export const showDoc: CommandAction = async (_, session) => {
  const { exchange } = await session.open()
  return { kind: 'value', value: (await call(exchange, 'doc', {})).value }
}
