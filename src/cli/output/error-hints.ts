// Adds hints to errors of the service that mistyped arguments usually cause.
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import { strictDate } from '../../base/dates/written-dates.ts'
import { common_statuses } from '../../spec/lists.ts'
import { isTerm, resourceNamed } from '../../spec/resources.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import type { Command, CommandInput } from '../types/command.ts'

/** Adds a hint to an error that has none. */
export function withHint(error: unknown, command: Command, input: CommandInput): unknown {
  if (!(error instanceof CalError) || error.hint) return error
  const refused = Object.keys(error.remote?.fields ?? {})
  const hint = statusHint(refused, input) ?? dateHint(refused, command, input) ?? notFoundHint(error, command, input)
  if (hint === undefined) return error
  const { code, text, cause } = error
  return new CalError(code, text, { ...error, cause, hint })
}

/** Suggests a common status that resembles the rejected one. */
function statusHint(refused: readonly string[], { values: { status } }: CommandInput): Text | undefined {
  if (!refused.includes('status') || typeof status !== 'string' || common_statuses.includes(status)) return undefined
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
  { path: [kind = ''] }: Command,
  { operands }: CommandInput,
): Text | undefined {
  const plural = resourceNamed(kind === 'browse' || kind === 'feed' ? 'events' : kind)?.plural
  if (code !== 'not_found' || plural === undefined || missing === undefined) return undefined
  if (/^\d+$/.test(missing) && operands.some((word) => word.replace(/^id:/, '') === missing)) {
    const every = plural === 'events' ? ' --any-date' : isTerm(plural) ? ' --no-hide-empty' : ''
    const line = `cal ${plural} list --all${every}`
    return t('list them: {line}', { line })
  }
  if (!operands.includes(missing)) return undefined
  if (/^[\w-]+(,[\w-]+)+$/.test(missing)) {
    const line = operands.join(' ').replaceAll(',', ' ')
    return t('separate targets with spaces: {line}', { line })
  }
  const line = `cal ${plural} list --search "${missing.replaceAll('-', ' ')}"`
  return t('search for it: {line}', { line })
}
