// The hints at errors of the service that need the command or its settings: mistyped arguments, addresses, passwords.
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { strictDate } from '../../base/dates/written-dates.ts'
import { common_statuses, visible_statuses } from '../../spec/lists.ts'
import { isTerm, resourceNamed } from '../../spec/resources.ts'
import { siteAddressOf } from '../../client/address/api-root.ts'
import { closest, commandLine, didYouMean } from '../../base/text/closest.ts'
import type { Command, CommandInput } from '../types/command.ts'
import type { Session } from '../types/session.ts'

type Settings = Pick<Session['settings'], 'api_root' | 'credentials'>

/** Adds the hint to an error of the service that has none, or a general one. */
export function withHint(error: unknown, command: Command, input: CommandInput, settings: Settings): unknown {
  const known = withAccessHint(error, settings)
  if (!(known instanceof CalError)) return known
  const refused = Object.keys(known.remote?.fields ?? {})
  const hint =
    known.hint ?? statusHint(refused, input) ?? dateHint(refused, command, input) ?? notFoundHint(known, command, input)
  return hinted(known, hint)
}

/** The error with a hint at another password or another address, if the service asks for one. */
export function withAccessHint(error: unknown, settings: Settings): unknown {
  return error instanceof CalError ? hinted(error, accessHint(error, settings) ?? error.hint) : error
}

function hinted(error: CalError, hint: CalError['hint']): CalError {
  const { code, text, cause } = error
  return hint === error.hint ? error : new CalError(code, text, { ...error, cause, hint })
}

function accessHint({ remote }: CalError, { api_root = '', credentials }: Settings): Text | undefined {
  if (remote?.status === 401 && credentials.kind === 'basic')
    return t('check the password of {user}: cal login, or CAL_TOKEN', { user: credentials.user })
  if (remote?.moved === undefined || !URL.canParse(remote.moved, api_root)) return undefined
  const { origin, href, protocol } = new URL(remote.moved, api_root)
  if (!/^https?:$/.test(protocol) || !URL.canParse(api_root)) return undefined
  const isInterface = /\/(wp-json|events\/v1)\b/.test(href)
  const site =
    origin === new URL(api_root).origin ? siteAddressOf(api_root) : isInterface ? siteAddressOf(href) : origin
  return t('to find the interface of this site: {line}', { line: commandLine(['init', site]) })
}

/** Suggests a common status that resembles the rejected one. */
function statusHint(refused: readonly string[], { values: { status } }: CommandInput): Text | undefined {
  if (!refused.includes('status') || typeof status !== 'string' || common_statuses.includes(status)) return undefined
  if (/^(all|any|alle|\*)$/i.test(status)) return didYouMean(`--status ${visible_statuses.join(',')}`)
  const near = closest(status, common_statuses)
  return near === undefined ? undefined : didYouMean(near)
}

/** Refers to `cal help dates` if the service rejected a date that cal couldn't parse either. */
function dateHint(
  refused: readonly string[],
  { parameters = {} }: Command,
  { values }: CommandInput,
): Text | undefined {
  const isUnknown = (name: string) =>
    parameters[name]?.form === 'datetime' &&
    typeof values[name] === 'string' &&
    strictDate(values[name], { now: 0, zone: 'UTC' }) === undefined
  return refused.some(isUnknown) ? t('see cal help dates') : undefined
}

/** For an unknown id, the command that lists the records; for other text, a search. Several targets may be given. */
function notFoundHint(
  { code, missing }: CalError,
  { path: [kind = ''], options }: Command,
  { operands }: CommandInput,
): Text | undefined {
  // A page or a feed is that of an event, or of the kind in front of the name.
  const isAny = kind === 'browse' || kind === 'feed'
  const plural = isAny ? (resourceNamed(operands[0] ?? '')?.plural ?? 'events') : resourceNamed(kind)?.plural
  if (code !== 'not_found' || plural === undefined || missing === undefined) return undefined
  if (/^[\w-]+(,[\w-]+)+$/.test(missing) && operands.includes(missing)) {
    const line = operands.join(' ').replaceAll(',', ' ')
    return t('separate targets with spaces: {line}', { line })
  }
  // `delete 15-17`, `delete 15..17`
  const [, first, last] = /^(\d+)(?:-|\.\.)(\d+)$/.exec(missing) ?? []
  const count = Number(last) - Number(first) + 1
  if (operands.includes(missing) && count > 0 && count <= 20)
    return t('separate targets with spaces: {line}', {
      line: Array.from({ length: count }, (_, i) => Number(first) + i).join(' '),
    })
  // `get -15` and `delete all` name no record either.
  const isName = !/^(-?\d+|\*|all|alle|alles)$/i.test(missing)
  if (!isName && operands.some((word) => word.replace(/^id:/, '') === missing)) {
    const every = plural === 'events' ? ' --any-date' : isTerm(plural) ? ' --no-hide-empty' : ''
    const line = `cal ${plural} list --all${every}`
    const selects = !/\d/.test(missing) && options?.where !== undefined
    return selects
      ? t('to select several: --where FILTER=VALUE; list them: {line}', { line })
      : t('list them: {line}', { line })
  }
  // The page of a month, whose address ends like that of an event.
  if (operands.some((word) => word.replace(/\/$/, '').endsWith(`/month/${missing}`)))
    return didYouMean(commandLine(['month', missing]))
  if (!operands.includes(missing)) return undefined
  const line = `cal ${plural} list --search "${missing.replaceAll('-', ' ')}"`
  return t('search for it: {line}', { line })
}
