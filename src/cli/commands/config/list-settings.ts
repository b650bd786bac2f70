// `cal config list`: the values that apply to a run, and their origins. Secrets are not shown.
import { t, type Text } from '../../../base/text/language.ts'
import { withoutPasswords } from '../../../base/text/untrusted-text.ts'
import type { Configuration } from '../../config/configuration.ts'
import { type SettingName, setting_names, settingRow } from '../../config/settings-table.ts'
import type { OutcomeItem } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'

interface EffectiveValue {
  readonly value: string | number | null
  /** `flag`, `environment`, `project`, `user`, `profile`, `default`; null if it is not set. */
  readonly origin: string | null
  /** The flag, the variable, the file or the profile. */
  readonly where: string | null
}

const unset: EffectiveValue = { value: null, origin: null, where: null }

export function settingItems(configuration: Configuration, session: Session): readonly OutcomeItem[] {
  const settings = setting_names.map((name) => {
    const { variable, meaning } = settingRow(name)
    return { name, ...effectiveValue(name, configuration, session), variable, meaning: meaning[session.language] }
  })
  const credentials = {
    name: 'credentials',
    ...credentialsValue(configuration, session),
    variable: 'CAL_TOKEN',
    meaning: credentials_meaning[session.language],
  }
  return [...settings, credentials]
}

const credentials_meaning: Text = t('authentication, unless saved by cal login')

function effectiveValue(name: SettingName, { values }: Configuration, session: Session): EffectiveValue {
  const found = values[name]
  if (found === undefined) return fallbackValue(name, session)
  const { kind, where } = found.origin
  const value = name === 'api_root' ? withoutPasswords(String(found.value)) : found.value
  const [, profile] = /^profile (.*)$/.exec(where) ?? []
  return profile === undefined ? { value, origin: kind, where } : { value, origin: 'profile', where: profile }
}

/** The value of a setting that is not configured: from the system, or a default. */
function fallbackValue(name: SettingName, session: Session): EffectiveValue {
  const { runtime, language } = session
  const byDefault = (value: string, where = ''): EffectiveValue => ({ value, origin: 'default', where })
  switch (name) {
    case 'lang': {
      const variable = ['LC_ALL', 'LC_MESSAGES', 'LANG'].find((one) => runtime.env[one])
      return variable === undefined ? byDefault(language) : { value: language, origin: 'environment', where: variable }
    }
    case 'timezone':
      return byDefault(runtime.timezone, t('this machine')[language])
    case 'output':
      return byDefault('table')
    case 'state_dir':
      return byDefault(stateDirOf(session))
    case 'pager':
      return runtime.env.PAGER ? { value: runtime.env.PAGER, origin: 'environment', where: 'PAGER' } : unset
    default:
      return unset
  }
}

function credentialsValue(
  { profile, profile_name = '' }: Configuration,
  { runtime: { env } }: Session,
): EffectiveValue {
  const variable = ['CAL_TOKEN', 'CAL_TOKEN_FILE'].find((one) => env[one])
  if (variable !== undefined) {
    const value = env.CAL_USER ? `basic ${env.CAL_USER} ${masked}` : `bearer ${masked}`
    return { value, origin: 'environment', where: variable }
  }
  const auth = profile?.auth
  if (auth === undefined || auth.kind === 'none') return unset
  const value = [auth.kind, auth.user, masked].filter((part) => part !== undefined).join(' ')
  return { value, origin: 'profile', where: `${profile_name}${auth.secret ? ` (${auth.secret})` : ''}` }
}

const masked = '••••••'
