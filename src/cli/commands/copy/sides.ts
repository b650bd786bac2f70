// The two calendars of a copy, each with the settings and credentials of its own profile.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { database_extension, isDatabaseUrl, withoutDatabasePassword } from '../../../base/database-url.ts'
import { CalError } from '../../../base/errors.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { calendarRootOf, isSameCalendar } from '../../../client/address/api-root.ts'
import type { MissingLocalCalendar } from '../../../client/open.ts'
import type { GlobalOptions } from '../../arguments/options.ts'
import { type Configuration, configurationOf } from '../../config/configuration.ts'
import type { Runtime } from '../../core/runtime.ts'
import type { RunSettings, Session } from '../../core/session.ts'
import { askProfile } from '../../prompts/confirm.ts'
import { otherSession } from '../../run/session.ts'
import { runSettingsOf } from '../../run/settings.ts'
import { originOf } from '../../secrets/credentials.ts'

export type SideOptions = GlobalOptions & {
  readonly from?: string
  readonly to?: string
  readonly yes?: boolean
}

export interface CopySides {
  readonly source: Session
  readonly target: Session
  /** As typed, but without passwords of databases. */
  readonly from: string
  readonly to: string
}

/**
 * Errors: `usage` if `--from` or `--to` is missing, or both are the same calendar; `configuration` for an unknown
 * profile.
 */
export async function sidesOf(options: SideOptions, session: Session, only_reads: boolean): Promise<CopySides> {
  const { api_root, profile } = options
  if (options.from === undefined || options.to === undefined)
    throw unnamed(options.from === undefined ? '--from' : '--to')
  if (api_root !== undefined || profile !== undefined) throw unused(profile === undefined ? '--api-root' : '--profile')
  const source = readOnly(await sideOf(options.from, { flag: '--from', options, session, missing_calendar: 'refuse' }))
  const target = await sideOf(options.to, {
    flag: '--to',
    options,
    session,
    missing_calendar: only_reads ? 'pretend' : 'make',
  })
  if (target.settings.protected && !only_reads) await askProfile(options.confirm, target)
  const { calendar } = await source.open()
  const { api_root: target_root = '' } = target.settings
  const there = { root: calendarRootOf(target_root, session.runtime.cwd), id: undefined }
  const [from, to] = [withoutDatabasePassword(options.from), withoutDatabasePassword(options.to)]
  if (isSameCalendar(calendar, there)) throw same(from, to, calendar.root)
  return { source, target, from, to }
}

interface SideContext {
  readonly flag: '--from' | '--to'
  readonly options: SideOptions
  readonly session: Session
  readonly missing_calendar: MissingLocalCalendar
}

async function sideOf(name: string, { flag, options, session, missing_calendar }: SideContext): Promise<Session> {
  const { runtime } = session
  const { api_root: _root, profile: _profile, ...others } = options
  const { CAL_API_ROOT: _own_root, CAL_PROFILE: _own_profile, ...env } = runtime.env
  const address = await addressOf(name, others, { ...runtime, env })
  const chosen = { ...others, ...(address === undefined ? { profile: name } : { api_root: address }) }
  const found = await configurationOf(chosen, { ...runtime, env })
  if (address === undefined && found.profile?.settings.api_root === undefined) throw missingRoot(flag, name)
  // The credentials of the default profile belong to another calendar.
  const configuration: Configuration =
    address === undefined ? found : { ...found, profile: undefined, profile_name: undefined, profile_from: undefined }
  const settings = await runSettingsOf(
    chosen,
    { ...runtime, env: ownEnvironment(configuration, runtime.env) },
    configuration,
  )
  const warning = settings.warning ?? unusedToken(configuration, settings, runtime.env)
  return otherSession(session, { settings: { ...settings, warning }, options: chosen, missing_calendar })
}

/** The api root of an address or a file; undefined for the name of a profile. */
async function addressOf(name: string, options: GlobalOptions, runtime: Runtime): Promise<string | undefined> {
  if (/^(file:|env:|https?:\/\/)/i.test(name) || isDatabaseUrl(name)) return name
  const { project, user } = await configurationOf(options, runtime)
  if ([project, user].some(({ profiles }) => Object.hasOwn(profiles, name))) return undefined
  const isPath = /[/\\]/.test(name) || database_extension.test(name) || existsSync(resolve(runtime.cwd, name))
  return isPath ? `file:${name}` : undefined
}

type Environment = Runtime['env']

/** The environment, without `CAL_TOKEN` unless it belongs to `CAL_API_ROOT` or to a profile that refers to it. */
function ownEnvironment(configuration: Configuration, env: Environment): Environment {
  if (ownsToken(configuration, env)) return env
  const { CAL_TOKEN: _token, CAL_TOKEN_FILE: _file, CAL_USER: _user, ...others } = env
  return others
}

function ownsToken({ values, profile }: Configuration, env: Environment): boolean {
  const origin = originOf(values.api_root?.value)
  return (origin !== undefined && origin === originOf(env.CAL_API_ROOT)) || profile?.auth?.secret === 'env:CAL_TOKEN'
}

function unusedToken(configuration: Configuration, { credentials }: RunSettings, env: Environment): Text | undefined {
  const root = originOf(configuration.values.api_root?.value)
  const isSet = Boolean(env.CAL_TOKEN || env.CAL_TOKEN_FILE)
  if (!isSet || root === undefined || credentials.kind !== 'none' || ownsToken(configuration, env)) return undefined
  return t(
    'CAL_TOKEN is not sent to {root}: it belongs to CAL_API_ROOT. To sign in there, use cal login or a profile',
    { root },
  )
}

/** A session that rejects requests other than GET: the source is never written to. */
function readOnly(session: Session): Session {
  const reading =
    (exchange: Exchange): Exchange =>
    (request) =>
      request.method === 'GET'
        ? exchange(request)
        : Promise.reject(new Error(`${request.method} to the source of a copy`))
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: reading(api.exchange), direct: reading(api.direct) }
    },
  }
}

function unnamed(flag: string): CalError {
  return new CalError('usage', t('{flag} is missing', { flag }), {
    hint: t('specify both calendars by profile, URL or file: cal copy --from production --to staging'),
  })
}

function unused(flag: string): CalError {
  return new CalError('usage', t('{flag} specifies a third calendar', { flag }), {
    hint: t('specify the calendars with --from and --to: profile, URL or file'),
  })
}

function missingRoot(flag: string, name: string): CalError {
  return new CalError('configuration', t('{flag}: profile "{name}" has no api root', { flag, name }), {
    hint: t('set profiles.{name}.api_root in the configuration', { name }),
  })
}

function same(from: string, to: string, root: string): CalError {
  return new CalError('usage', t('--from {from} and --to {to} are the same calendar: {root}', { from, to, root }), {
    hint: t('to copy an event within a calendar: cal events copy; to copy a database file: cal backup'),
  })
}
