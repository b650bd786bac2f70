// The flags that every command takes.
import type { Json, JsonObject } from '../../base/json.ts'
import { pattern, t, type Text } from '../../base/text/language.ts'
import { setting_rows } from '../types/settings-table.ts'
import type { Option, Options, OptionsOf } from '../types/command.ts'

type Rest = Omit<Option, 'type' | 'value' | 'description'>

function flagRow<const F extends Pick<Option, 'type' | 'only'>>(fixed: F) {
  return <const R extends Rest = Record<never, never>>(description: Text, rest?: R) =>
    ({ ...fixed, description, ...rest }) as F & { readonly description: Text } & R
}

function valueRow<const T extends Option['type']>(type: T) {
  return <const R extends Rest = Record<never, never>>(value: string, description: Text, rest?: R) =>
    ({ type, value, description, ...rest }) as {
      readonly type: T
      readonly value: string
      readonly description: Text
    } & R
}

/** A flag without a value, such as `--dry-run`. */
export const flag = flagRow({ type: 'boolean', only: 'on' })
/** A flag that switches a default off, such as `--no-input`. */
export const negation = flagRow({ type: 'boolean', only: 'off' })
/** A flag with a value: `text('FILE', t('…'), { rare: true })`. */
export const text = valueRow('string')
export const integer = valueRow('integer')
export const number = valueRow('number')

const { output, api_root, profile, timeout, max_wait, lang } = setting_rows

const rare_output = { group: 'output', rare: true } as const

export const global_options = {
  output: text('FORMAT', output.description, { short: 'o', choices: output.choices, group: 'output' }),
  json: flag(t('short for -o json'), rare_output),
  fields: text('NAMES', t('fields to show: id,slug,url'), { many: 'commas', group: 'output' }),
  sort: text('FIELD', t('sort by this field; -FIELD for descending order'), { group: 'output' }),
  jq: text('EXPR', t("filter the JSON output with a jq expression: '.[].slug'"), rare_output),
  template: text('TEXT', pattern("one line per record: '{{id}} {{slug}}'"), rare_output),
  header: negation(t('omit the header line'), rare_output),
  csv_safe: flag(t('escape CSV and TSV cells that a spreadsheet would evaluate'), rare_output),
  color: text('WHEN', t('when to use colors'), {
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    ...rare_output,
  }),
  quiet: flag(t('print only data, warnings and errors'), { short: 'q', rare: true }),
  pager: negation(t('do not use a pager'), rare_output),
  api_root: text('ADDRESS', api_root.description),
  profile: text('PROFILE', profile.description),
  confirm: text('PROFILE', t('confirm writing to this protected profile without a prompt'), { rare: true }),
  timeout: number('SECONDS', timeout.description, { default: timeout.default, rare: true }),
  max_wait: number('SECONDS', max_wait.description, { default: max_wait.default, rare: true }),
  insecure_http: flag(t('allow credentials over unencrypted HTTP'), { rare: true }),
  lang: text('LANGUAGE', lang.description, { choices: lang.choices }),
  input: negation(t('do not prompt for input')),
  show_request: flag(t('print each request as a curl command'), { rare: true }),
  debug: flag(t('print requests and responses, and the stack trace of a bug'), { rare: true }),
  help: flag(t('show help'), { short: 'h' }),
  help_all: flag(t('show help with all flags')),
  version: flag(t('show the version'), { short: 'V' }),
} as const satisfies Options

/** The flags of commands that change something. */
export const writing_options = {
  dry_run: flag(t('preview the requests without sending them'), { short: 'n' }),
  porcelain: flag(t('print only ids'), { group: 'output' }),
} as const satisfies Options

export const yes_option = {
  yes: flag(t('skip the confirmation prompt'), { short: 'y' }),
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
