// Hints for errors of the service that are usually caused by mistyped arguments.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { tryParseDate } from '../../base/dates/date-parser.ts'
import { isTerm, resourceNamed } from '../../spec/resources.ts'
import { usual_statuses } from '../core/choices.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import type { Command, CommandInput } from '../core/command.ts'

/** Adds a hint to an error that has none. */
export function withHint(error: unknown, command: Command, input: CommandInput): unknown {
  if (!(error instanceof CalError) || error.hint) return error
  const refused = Object.keys(error.remote?.fields ?? {})
  const hint = statusMeant(refused, input) ?? dateMeant(refused, command, input) ?? wordMeant(error, command, input)
  if (hint === undefined) return error
  const { code, text, cause, remote, missing, fields } = error
  return new CalError(code, text, {
    cause,
    hint,
    ...(remote ? { remote } : {}),
    ...(missing === undefined ? {} : { missing }),
    ...(fields ? { fields } : {}),
  })
}

/** Services may have other statuses; if one is refused and resembles a common one, that one is suggested. */
function statusMeant(refused: readonly string[], { values: { status } }: CommandInput): Text | undefined {
  if (!refused.includes('status') || typeof status !== 'string' || usual_statuses.includes(status)) return undefined
  const near = closest(status, usual_statuses)
  return near === undefined ? undefined : didYouMean(near)
}

/** Unknown words in dates are left to the service; if it refuses them, the hint names the help topic. */
function dateMeant(
  refused: readonly string[],
  { parameters = {} }: Command,
  { values }: CommandInput,
): Text | undefined {
  const isUnknown = (name: string) =>
    parameters[name]?.form === 'datetime' &&
    typeof values[name] === 'string' &&
    tryParseDate(values[name], { now: 0, zone: 'UTC' }) === undefined
  return refused.some(isUnknown)
    ? { en: 'see cal help dates', de: 'cal help dates zeigt die möglichen Schreibweisen' }
    : undefined
}

/** An unknown word may be part of a title; for an unknown id, the hint is the command that lists the records. */
function wordMeant(
  { code, missing }: CalError,
  { path: [kind = ''] }: Command,
  { operands: [word = ''] }: CommandInput,
): Text | undefined {
  const plural = resourceNamed(kind)?.plural
  if (code !== 'not_found' || plural === undefined) return undefined
  const id = word.replace(/^id:/, '')
  if (/^\d+$/.test(id) && missing === id) {
    const every = plural === 'events' ? ' --any-date' : isTerm(plural) ? ' --no-hide-empty' : ''
    const line = `cal ${plural} list --all${every}`
    return { en: `list them: ${line}`, de: `alle auflisten: ${line}` }
  }
  if (missing !== word) return undefined
  const line = `cal ${kind} list --search "${word.replaceAll('-', ' ')}"`
  return { en: `search for it: ${line}`, de: `danach suchen: ${line}` }
}
