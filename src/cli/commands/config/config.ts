// The commands for profiles, settings and sign-in, `cal doctor` and `cal api`.
import { t } from '../../../base/text/language.ts'
import { operationNamed } from '../../../spec/operations.ts'
import { flag, text, yes_option } from '../../arguments/options.ts'
import { login_kinds } from '../../config/profile.ts'
import { type Command, type Options, operand, type TypedWords } from '../../types/command.ts'

const setting = operand('SETTING', t('name from cal config list, or alias.NAME'))

export const config_commands: readonly Command[] = [
  {
    path: ['config', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: t('show all settings and where they are set'),
    load: async () => (await import('./config.run.ts')).listSettings,
  },
  {
    path: ['config', 'get'],
    effect: 'local',
    summary: t('show the value of a setting'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).getSetting,
  },
  {
    path: ['config', 'set'],
    effect: 'local',
    prints: 'nothing',
    summary: t('change a setting in the user configuration file'),
    details: t(
      'alias.NAME defines an alias: cal NAME runs its command line and appends further arguments. Aliases are read only from your own file, never from a project file, and cannot replace a command.',
    ),
    operands: [setting, operand('VALUE', t('new value'))],
    examples: [
      ['config set timezone Europe/Berlin', t('set the time zone of words such as tomorrow')],
      ["config set alias.gigs 'events list --categories music'", t('define the alias cal gigs')],
    ],
    load: async () => (await import('./config.run.ts')).setSetting,
  },
  {
    path: ['config', 'unset'],
    effect: 'local',
    prints: 'nothing',
    summary: t('remove a setting from the user configuration file'),
    operands: [setting],
    load: async () => (await import('./config.run.ts')).unsetSetting,
  },
  {
    path: ['config', 'path'],
    effect: 'local',
    summary: t('show the paths of the configuration files'),
    load: async () => (await import('./config.run.ts')).showPaths,
  },
]

export const sign_in_options = {
  kind: text('KIND', t('kind of credentials: application password, bearer token or custom header'), {
    choices: login_kinds,
    default: 'basic',
  }),
  user: text('NAME', t('user name, with basic')),
  header_name: text('NAME', t('name of the header, with header')),
  stdin: flag(t('read the password or token from standard input')),
} as const satisfies Options

export const login_commands: readonly Command[] = [
  {
    path: ['login'],
    effect: 'local',
    prints: 'nothing',
    summary: t('save credentials for a calendar service'),
    details: t(
      'Credentials are saved in the system keyring, or in a file that only you can read. They are sent only to the origin they were saved for.',
    ),
    options: sign_in_options,
    examples: [['login --user anna --stdin < secret.txt', t('read the password from a file')]],
    load: async () => (await import('./login.run.ts')).login,
  },
  {
    path: ['logout'],
    effect: 'local',
    prints: 'nothing',
    summary: t('delete the saved credentials of a calendar service'),
    load: async () => (await import('./login.run.ts')).logout,
  },
]

const profile = operand('PROFILE', t('name of the profile'))

export const profile_commands: readonly Command[] = [
  {
    path: ['profile', 'list'],
    aliases: ['ls'],
    effect: 'local',
    summary: t('list profiles'),
    load: async () => (await import('./profile.run.ts')).listProfiles,
  },
  {
    path: ['profile', 'use'],
    effect: 'local',
    prints: 'nothing',
    summary: t('make a profile the default'),
    operands: [profile],
    load: async () => (await import('./profile.run.ts')).useProfile,
  },
  {
    path: ['profile', 'show'],
    effect: 'local',
    summary: t('show a profile'),
    operands: [{ ...profile, optional: true }],
    load: async () => (await import('./profile.run.ts')).showProfile,
  },
  {
    path: ['profile', 'remove'],
    aliases: ['rm'],
    effect: 'local',
    prints: 'nothing',
    summary: t('remove a profile'),
    operands: [profile],
    options: yes_option,
    load: async () => (await import('./profile.run.ts')).removeProfile,
  },
]

export const init_options = {
  name: text('PROFILE', t('name of the profile'), { default: 'default' }),
  ...yes_option,
} as const satisfies Options

export const init_command: Command = {
  path: ['init'],
  effect: 'local',
  prints: 'nothing',
  summary: t('connect to a calendar service and save it as a profile'),
  details: t('The URL of the website is enough; cal finds the interface itself.'),
  operands: [operand('ADDRESS', t('URL of a website or of its interface, or file:./calendar.db'), { optional: true })],
  options: init_options,
  examples: [['init https://example.org --name prod', t('save the calendar of a website as profile prod')]],
  load: async () => (await import('./profile.run.ts')).init,
}

export const doctor_options = {
  data: text('FILE', t('database file, postgres://… or env:NAME')),
} as const satisfies Options

export const doctor_command: Command = {
  path: ['doctor'],
  effect: 'local',
  summary: t('check configuration, connection and permissions'),
  details: t(
    'With --data, checks a database file or a PostgreSQL server instead: version, size, integrity, settings, permissions.',
  ),
  options: doctor_options,
  examples: [['doctor --data env:DATABASE_URL', t('check the database whose address is in DATABASE_URL')]],
  load: async () => (await import('./doctor.run.ts')).doctor,
}

export const api_options = {
  data: text('JSON', t('request body: JSON, @FILE or @- for standard input')),
  param: text('NAME=VALUE', t('add a query parameter'), { many: 'repeated' }),
  ...yes_option,
} as const satisfies Options

export const api_methods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS']

/** METHOD and PATH. METHOD is required with --data; otherwise it is GET by default. */
export function requestTyped({ operands, options }: TypedWords): readonly [method: string, path: string] {
  const [first = '', target = ''] = operands
  const isPath = operands.length === 1 && options.data === undefined && !api_methods.includes(first.toUpperCase())
  return isPath ? ['GET', first] : [first, target]
}

/** METHOD, and each `_method` of the query, which services take in place of it; in each spelling that PHP reads. */
export function methodsOf(input: TypedWords): readonly string[] {
  const [typed, target] = requestTyped(input)
  const query = target.replace(/^[^?]*\??/, '')
  // Whether what follows a `#` counts depends on the server.
  const searchParams = new URLSearchParams(`${query}&${query.replace(/#.*/s, '')}`)
  for (const param of [input.options.param ?? []].flat().map(String))
    searchParams.append(param.replace(/=.*/s, ''), param.replace(/^[^=]*=/, ''))
  const replacing = [...searchParams].filter(([name]) => /^[_.[]method$/.test(name.trimStart()))
  return [typed, ...replacing.map(([, method]) => method.trim())].map((method) => method.toUpperCase())
}

export const api_command: Command = {
  path: ['api'],
  summary: t('send a request to the REST interface'),
  details: t('PATH is relative to the API root. The response is printed unchanged.'),
  operands: [
    operand('METHOD', t('GET (default), POST, PUT, PATCH, DELETE, HEAD or OPTIONS'), { optional: true }),
    operand('PATH', t('path with an optional query: /events/12')),
  ],
  options: api_options,
  effect: 'writes',
  onlyReads: (input) => methodsOf(input).every((method) => ['GET', 'HEAD', 'OPTIONS'].includes(method)),
  examples: [["api GET '/events?per_page=1'", t('get the next event')]],
  load: async () => (await import('./api.run.ts')).api,
}

export const interface_commands: readonly Command[] = [
  {
    path: ['index'],
    summary: t('show the routes of the REST interface'),
    parameters: operationNamed('index').parameters,
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showIndex,
  },
  {
    path: ['doc'],
    summary: t('show the OpenAPI description of the interface'),
    effect: 'reads',
    load: async () => (await import('./api.run.ts')).showDoc,
  },
]
