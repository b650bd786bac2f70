// Checks of the service: its interface and release, the user and their rights, the clock.
import { CalError } from '../../../base/errors.ts'
import type { Exchange, Headers } from '../../../base/exchange.ts'
import { isObject, type Json } from '../../../base/json.ts'
import { eachLanguage, sameText, t, type Text } from '../../../base/text/language.ts'
import { call } from '../../../client/api/call.ts'
import { getPage, withAnyDate } from '../../../client/api/pages.ts'
import type { Credentials } from '../../../client/transport/credentials.ts'
import { instantOfHttpDate } from '../../../base/dates/http-date.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import type { Finding } from './connection.ts'

const clock_difference_max_s = 120

interface Asking {
  readonly credentials: Credentials
  now(): number
}

/** Errors: those of the service. */
export async function serviceFindings(exchange: Exchange, { credentials, now }: Asking): Promise<readonly Finding[]> {
  const { value, headers } = await call(exchange, 'index', {})
  const described = await call(exchange, 'doc', {}).then(
    (answer) => versionOf(answer.value),
    (error) => {
      if (error instanceof CalError) return ''
      throw error
    },
  )
  const writable: string[] = []
  for (const { plural } of Object.values(resources)) {
    const answer = await call(exchange, `${plural}.list`, { per_page: 1 })
    if (/\bPOST\b/.test(answer.headers.allow ?? '')) writable.push(plural)
  }
  return [
    interfaceFinding(value, described),
    await releaseFinding(exchange),
    userFinding(credentials),
    rightsFinding(writable, credentials),
    clockFinding(headers, now()),
  ]
}

function interfaceFinding(value: Json | undefined, described: string): Finding {
  const namespace = isObject(value) && typeof value.namespace === 'string' ? value.namespace : '?'
  const routes = isObject(value) && isObject(value.routes) ? Object.keys(value.routes).length : 0
  return {
    check: t('interface'),
    ok: true,
    found: t('{namespace}, {routes} routes{described}', { namespace, routes, described }),
  }
}

/** The title and version of the service's OpenAPI description; empty if it has none. */
function versionOf(value: Json | undefined): string {
  const info = isObject(value) && isObject(value.info) ? value.info : {}
  return typeof info.version === 'string'
    ? `, ${[info.title, info.version].filter((part) => typeof part === 'string').join(' ')}`
    : ''
}

function userFinding(credentials: Credentials): Finding {
  const check = t('user')
  if (credentials.kind === 'none') return { check, ok: true, found: t('not signed in') }
  const who = credentials.kind === 'basic' ? credentials.user : credentials.kind
  return { check, ok: true, found: t('signed in as {who}', { who }) }
}

function rightsFinding(writable: readonly string[], { kind }: Credentials): Finding {
  const check = t('rights')
  const all = writable.length === Object.keys(resources).length
  const found: Text =
    writable.length === 0
      ? t('read')
      : all
        ? t('read and write')
        : t('read; write {writable}', { writable: writable.join(', ') })
  return writable.length === 0 && kind === 'none'
    ? { check, ok: true, found, advice: t('to write: cal login') }
    : { check, ok: true, found }
}

function clockFinding(headers: Headers, now: number): Finding {
  const check = t('clock')
  const instant = instantOfHttpDate(headers.date ?? '')
  if (instant === undefined) return { check, ok: true, found: t("this machine's clock") }
  const seconds = Math.round((instant - now) / 1000)
  const found: Text = seconds === 0 ? sameText('0 s') : t('{seconds} s apart', { seconds })
  if (Math.abs(seconds) <= clock_difference_max_s) return { check, ok: true, found }
  return {
    check,
    ok: false,
    found,
    exit: 'configuration',
    advice: t("correct this machine's clock or the service's: dates such as tomorrow depend on it"),
  }
}

const check = t('release')

/**
 * Determines the release without writing: from the response to an id that no record has, and from the fields of an
 * event. Source: releases.
 */
async function releaseFinding(exchange: Exchange): Promise<Finding> {
  const [event, venue] = await Promise.all([statusOfNothing(exchange, 'events'), statusOfNothing(exchange, 'venues')])
  if (event === 404 && venue === 404)
    return finding(t('cal in standard mode'), t("fields that you don't send keep their values"))
  if (event === 404 && venue === 400) return finding(t('6.17.2 or later'), newest)
  if (event !== 400 || venue !== 400) return finding(t('unknown'), undefined)
  const {
    records: [first],
  } = await getPage(exchange, { plural: 'events', query: { ...withAnyDate({}), per_page: 1 } })
  if (!first) return finding(t('before 6.17.2; there is no event to be more precise'), older)
  return 'custom_fields' in first
    ? finding(t('6.10.1 to 6.17.1'), between)
    : finding(t('before 6.10.1, such as 6.9.1'), older)
}

function finding(text: Text, follows: Text | undefined): Finding {
  return {
    check,
    ok: true,
    found: follows ? eachLanguage((language) => `${text[language]}: ${follows[language]}`) : text,
  }
}

const older: Text = t(
  'updates reset fields that are not sent, so cal sends them too; contributors can change records of others',
)
const between: Text = t(
  'updates reset fields that are not sent, so cal sends them too; venues and organizers may be protected by a password (from 6.15.3)',
)
const newest: Text = t(
  'updates reset fields that are not sent, so cal sends them too; permissions are checked for each record; trashed events appear only with --status trash; venues and organizers may be protected by a password',
)

/** The status of the response to an id that no record has. */
async function statusOfNothing(exchange: Exchange, plural: Plural): Promise<number | undefined> {
  try {
    await call(exchange, `${plural}.get`, { id: 0 })
    return undefined
  } catch (error) {
    if (!(error instanceof CalError) || error.remote === undefined) throw error
    return error.remote.status
  }
}
