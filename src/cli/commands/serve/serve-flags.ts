// The flags of `cal serve` and their environment variables.
import { t } from '../../../base/text/language.ts'
import { shellQuoted } from '../../../base/text/quoted.ts'
import { default_release, releases } from '../../../spec/releases.ts'
import { flag, integer, negation, number, text } from '../../arguments/options.ts'
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

/** The variables for a shell to evaluate, for `$GITHUB_ENV`, or as JSON. */
export function environmentText(environment: Environment, form: (typeof environment_forms)[number]): string {
  if (form === 'json') return `${JSON.stringify(environment)}\n`
  const line =
    form === 'sh'
      ? ([name, value]: [string, string]) => `export ${name}=${shellQuoted(value)}\n`
      : ([name, value]: [string, string]) => `${name}=${value}\n`
  return Object.entries(environment).map(line).join('')
}

const testing = { group: 'testing', rare: true } as const
const network = { group: 'network', rare: true } as const

export const serve_options = {
  data: text(
    'FILE',
    t(
      'database file, postgres://… or env:NAME (default: the one of --api-root, or ./calendar.db); with COMMAND, :memory:',
    ),
  ),
  host: text('HOST', t('address to listen on'), { default: '127.0.0.1' }),
  port: integer('N', t('port to listen on; 0, the default with COMMAND, chooses a free port'), {
    form: 'port',
    default: 8787,
  }),
  root: text('NAME', t('first segment of the api root'), {
    form: 'segment',
    default: 'wp-json',
    ...network,
  }),
  vendor: text('NAME', t('second segment of the api root'), {
    form: 'segment',
    default: 'tribe',
    ...network,
  }),
  timezone: text('ZONE', t('time zone of the calendar, saved in it: Europe/Berlin'), { form: 'timezone' }),
  users: text(
    'FILE',
    t(
      'JSON list of all users (login, password, role; optional id, email); other users in the database file are removed',
    ),
    { rare: true },
  ),
  user: text('LOGIN:ROLE', t('add a user, such as ada:administrator'), { many: 'repeated' }),
  now: text('DATE', t('use this fixed time as the current time'), testing),
  premium: flag(t('enable filters by coordinates (premium extension)'), testing),
  geofence: number('KM', t('with --premium: search radius in km'), {
    needs: ['premium'],
    default: 25,
    ...testing,
  }),
  allow_host: text('NAME', t('accept requests for this host name too'), {
    form: 'host',
    many: 'commas',
    ...network,
  }),
  public_url: text('URL', t('public URL behind a proxy, used in links'), { form: 'address' }),
  cors: text('ORIGIN', t('allow this origin (CORS): https://example.org'), {
    form: 'origin',
    many: 'commas',
    ...network,
  }),
  tls_cert: text('FILE', t('certificate (PEM); enables HTTPS'), { needs: ['tls_key'], ...network }),
  tls_key: text('FILE', t('key of the certificate (PEM)'), { needs: ['tls_cert'], ...network }),
  web: negation(t('serve only the API, no web pages'), { rare: true }),
  read_only: flag(t('reject all changes')),
  quirks: text('RELEASE', t('behave exactly like deployed services of this release'), {
    choices: releases,
    preset: default_release,
    ...testing,
  }),
  first_id: integer('N', t('first id in a new calendar'), { form: 'id', ...network }),
  seed: text('FILE', t('load this YAML, JSON, CSV or ICS file at startup; without --data, into :memory:'), {
    many: 'repeated',
  }),
  ready_file: text('FILE', t('create this file when the service is ready, and remove it on exit'), {
    ...testing,
  }),
  print_env: text('FORM', t('print environment variables that point to this service'), {
    choices: environment_forms,
    ...testing,
  }),
  latency: text('MS', t('delay each response by this many milliseconds: 50..200'), testing),
  fail: text('FAULT', t("let some requests fail: 'POST /events:5%:503'"), {
    many: 'repeated',
    ...testing,
  }),
  rate_limit: text('RATE', t('reject requests above this rate: 10/s, 100/m'), testing),
  random_seed: integer('N', t('seed for --latency and --fail'), {
    needs: ['latency', 'fail'],
    default: 1,
    ...testing,
  }),
} as const satisfies Options
