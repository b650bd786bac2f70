// The flags that every command takes.
import type { Json, JsonObject } from '../../base/json.ts'
import { pattern, t } from '../../base/text/language.ts'
import { setting_rows } from '../types/settings-table.ts'
import type { Option, Options, OptionsOf } from '../types/command.ts'

const { output, api_root, profile, timeout, max_wait, lang } = setting_rows

export const global_options = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FORMAT',
    choices: output.choices,
    group: 'output',
    description: output.description,
  },
  json: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    rare: true,
    description: t('short for -o json'),
  },
  fields: {
    type: 'string',
    value: 'NAMES',
    many: 'commas',
    group: 'output',
    description: t('fields to show: id,title,venue.city'),
  },
  sort: {
    type: 'string',
    value: 'FIELD',
    group: 'output',
    description: t('sort by this field; -FIELD for descending order'),
  },
  jq: {
    type: 'string',
    value: 'EXPR',
    group: 'output',
    rare: true,
    description: t("filter the JSON output with a jq expression: '.[].title'"),
  },
  template: {
    type: 'string',
    value: 'TEXT',
    group: 'output',
    rare: true,
    description: pattern("one line per record: '{{id}} {{title}}'"),
  },
  header: {
    type: 'boolean',
    only: 'off',
    group: 'output',
    rare: true,
    description: t('omit the header line'),
  },
  csv_safe: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    rare: true,
    description: t('escape CSV and TSV cells that a spreadsheet would evaluate'),
  },
  color: {
    type: 'string',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'output',
    rare: true,
    description: t('when to use colors'),
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    only: 'on',
    rare: true,
    description: t('print only data, warnings and errors'),
  },
  pager: {
    type: 'boolean',
    only: 'off',
    group: 'output',
    rare: true,
    description: t('do not use a pager'),
  },
  api_root: {
    type: 'string',
    value: 'ADDRESS',
    description: api_root.description,
  },
  profile: { type: 'string', value: 'PROFILE', description: profile.description },
  confirm: {
    type: 'string',
    value: 'PROFILE',
    rare: true,
    description: t('confirm writing to this protected profile without a prompt'),
  },
  timeout: {
    type: 'number',
    value: 'SECONDS',
    default: timeout.default,
    rare: true,
    description: timeout.description,
  },
  max_wait: {
    type: 'number',
    value: 'SECONDS',
    default: max_wait.default,
    rare: true,
    description: max_wait.description,
  },
  insecure_http: {
    type: 'boolean',
    only: 'on',
    rare: true,
    description: t('allow credentials over unencrypted HTTP'),
  },
  lang: {
    type: 'string',
    value: 'LANGUAGE',
    choices: lang.choices,
    description: lang.description,
  },
  input: { type: 'boolean', only: 'off', description: t('do not prompt for input') },
  show_request: {
    type: 'boolean',
    only: 'on',
    rare: true,
    description: t('print each request as a curl command'),
  },
  debug: {
    type: 'boolean',
    only: 'on',
    rare: true,
    description: t('print requests and responses, and the stack trace of a bug'),
  },
  help: { type: 'boolean', short: 'h', only: 'on', description: t('show help') },
  help_all: {
    type: 'boolean',
    only: 'on',
    description: t('show help with all flags'),
  },
  version: { type: 'boolean', short: 'V', only: 'on', description: t('show the version') },
} as const satisfies Options

/** The flags of commands that change something. */
export const writing_options = {
  dry_run: {
    type: 'boolean',
    only: 'on',
    short: 'n',
    description: t('preview the requests without sending them'),
  },
  porcelain: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    description: t('print only ids'),
  },
} as const satisfies Options

export const yes_option = {
  yes: {
    type: 'boolean',
    short: 'y',
    only: 'on',
    description: t('skip the confirmation prompt'),
  },
} as const satisfies Options

/** The values of the flags that every command takes. */
export type GlobalOptions = OptionsOf<typeof global_options>

/** The values of flags that a journal stores; those that the rows do not allow are left out. */
export function storedOptions<O extends Options>(rows: O, stored: JsonObject): OptionsOf<O> {
  const values = Object.entries(stored).filter(([name, value]) => {
    const row = rows[name]
    return row !== undefined && isAllowed(row, value)
  })
  // The compiler cannot relate the entries of an object to its keys.
  return Object.fromEntries(values) as OptionsOf<O>
}

function isAllowed({ type, choices, many }: Option, value: Json | undefined): boolean {
  if (many !== undefined) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (choices !== undefined) return typeof value === 'string' && choices.includes(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** The flags by spelling, `-o` and `--output`: their names, and whether they take a value. */
export function spellingsOf(options: Options) {
  return new Map(
    Object.entries(options).flatMap(([name, option]) =>
      spellings(name, option).map((spelling) => [spelling, { name, takes_value: option.type !== 'boolean' }] as const),
    ),
  )
}

function spellings(name: string, { type, short, only }: Option): readonly string[] {
  const long = name.replaceAll('_', '-')
  return [
    ...(only === 'off' ? [] : [`--${long}`]),
    ...(type === 'boolean' && only !== 'on' ? [`--no-${long}`] : []),
    ...(short ? [`-${short}`] : []),
  ]
}
