// The flags of `cal serve` and their environment variables.
import { t } from '../../../base/text/language.ts'
import { shellQuoted } from '../../../base/text/quoted.ts'
import { default_release, releases } from '../../../spec/releases.ts'
import type { Options } from '../../types/command.ts'

export type Environment = Readonly<Record<string, string>>

/** The address of the calendar, and the credentials of an administrator if it has users. */
export function environmentOf(
  api_root: string,
  administrator: { readonly login: string; readonly password: string } | undefined,
): Environment {
  return {
    CAL_API_ROOT: api_root,
    ...(administrator && { CAL_USER: administrator.login, CAL_TOKEN: administrator.password }),
  }
}

/** The environment of a command that uses the calendar, without variables that refer to another one. */
export function environmentFor(
  inherited: Readonly<Record<string, string | undefined>>,
  own: Environment,
): Readonly<Record<string, string | undefined>> {
  const elsewhere = ['CAL_API_ROOT', 'CAL_PROFILE', 'CAL_USER', 'CAL_TOKEN', 'CAL_TOKEN_FILE']
  return { ...Object.fromEntries(Object.entries(inherited).filter(([name]) => !elsewhere.includes(name))), ...own }
}

const environment_forms = ['sh', 'github', 'json'] as const

export type EnvironmentForm = (typeof environment_forms)[number]

/** The variables for a shell to evaluate, for `$GITHUB_ENV`, or as JSON. */
export function environmentText(environment: Environment, form: EnvironmentForm): string {
  if (form === 'json') return `${JSON.stringify(environment)}\n`
  const line =
    form === 'sh'
      ? ([name, value]: [string, string]) => `export ${name}=${shellQuoted(value)}\n`
      : ([name, value]: [string, string]) => `${name}=${value}\n`
  return Object.entries(environment).map(line).join('')
}

export const serve_options = {
  data: {
    type: 'string',
    value: 'FILE',
    description: t(
      'database file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db); with COMMAND, :memory:',
    ),
  },
  host: {
    type: 'string',
    value: 'HOST',
    default: '127.0.0.1',
    description: t('address to listen on'),
  },
  port: {
    type: 'integer',
    form: 'port',
    value: 'N',
    default: 8787,
    description: t('port to listen on; 0, the default with COMMAND, chooses a free port'),
  },
  root: {
    type: 'string',
    form: 'segment',
    value: 'NAME',
    default: 'wp-json',
    group: 'network',
    rare: true,
    description: t('first segment of the api root'),
  },
  vendor: {
    type: 'string',
    form: 'segment',
    value: 'NAME',
    default: 'tribe',
    group: 'network',
    rare: true,
    description: t('second segment of the api root'),
  },
  timezone: {
    type: 'string',
    form: 'timezone',
    value: 'ZONE',
    description: t('time zone of the calendar, saved in it: Europe/Berlin'),
  },
  users: {
    type: 'string',
    value: 'FILE',
    rare: true,
    description: t(
      'JSON list of all users (login, password, role; optional id, email); other users in the database file are removed',
    ),
  },
  user: {
    type: 'string',
    value: 'LOGIN:ROLE',
    many: 'repeated',
    description: t('add a user, such as ada:administrator'),
  },
  now: {
    type: 'string',
    value: 'DATE',
    group: 'testing',
    rare: true,
    description: t('use this fixed time as the current time'),
  },
  premium: {
    type: 'boolean',
    only: 'on',
    group: 'testing',
    rare: true,
    description: t('enable filters by coordinates (premium extension)'),
  },
  geofence: {
    type: 'number',
    value: 'KM',
    needs: ['premium'],
    default: 25,
    group: 'testing',
    rare: true,
    description: t('with --premium: search radius in km'),
  },
  allow_host: {
    type: 'string',
    form: 'host',
    value: 'NAME',
    many: 'commas',
    group: 'network',
    rare: true,
    description: t('accept requests for this host name too'),
  },
  public_url: {
    type: 'string',
    form: 'address',
    value: 'URL',
    description: t('public URL behind a proxy, used in links'),
  },
  cors: {
    type: 'string',
    form: 'origin',
    value: 'ORIGIN',
    many: 'commas',
    group: 'network',
    rare: true,
    description: t('allow this origin (CORS): https://example.org'),
  },
  tls_cert: {
    type: 'string',
    value: 'FILE',
    needs: ['tls_key'],
    group: 'network',
    rare: true,
    description: t('certificate (PEM); enables HTTPS'),
  },
  tls_key: {
    type: 'string',
    value: 'FILE',
    needs: ['tls_cert'],
    group: 'network',
    rare: true,
    description: t('key of the certificate (PEM)'),
  },
  web: {
    type: 'boolean',
    only: 'off',
    rare: true,
    description: t('serve only the API, no web pages'),
  },
  read_only: { type: 'boolean', only: 'on', description: t('reject all changes') },
  quirks: {
    type: 'string',
    value: 'RELEASE',
    choices: releases,
    preset: default_release,
    group: 'testing',
    rare: true,
    description: t('behave exactly like deployed services of this release'),
  },
  first_id: {
    type: 'integer',
    form: 'id',
    value: 'N',
    group: 'network',
    rare: true,
    description: t('first id in a new calendar'),
  },
  seed: {
    type: 'string',
    value: 'FILE',
    many: 'repeated',
    description: t('load this YAML, JSON, CSV or ICS file at startup; without --data, into :memory:'),
  },
  ready_file: {
    type: 'string',
    value: 'FILE',
    group: 'testing',
    rare: true,
    description: t('create this file when the service is ready, and remove it on exit'),
  },
  print_env: {
    type: 'string',
    value: 'FORM',
    choices: environment_forms,
    group: 'testing',
    rare: true,
    description: t('print environment variables that point to this service'),
  },
  latency: {
    type: 'string',
    value: 'MS',
    group: 'testing',
    rare: true,
    description: t('delay each response by this many milliseconds: 50..200'),
  },
  fail: {
    type: 'string',
    value: 'FAULT',
    many: 'repeated',
    group: 'testing',
    rare: true,
    description: t("let some requests fail: 'POST /events:5%:503'"),
  },
  rate_limit: {
    type: 'string',
    value: 'RATE',
    group: 'testing',
    rare: true,
    description: t('reject requests above this rate: 10/s, 100/m'),
  },
  random_seed: {
    type: 'integer',
    value: 'N',
    needs: ['latency', 'fail'],
    default: 1,
    group: 'testing',
    rare: true,
    description: t('seed for --latency and --fail'),
  },
} as const satisfies Options
