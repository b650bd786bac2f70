// What the service refused or did not find was most often a slip at the prompt: then there is a hint.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import { tryParseDate } from '../../base/dates/date-parser.ts'
import { isTerm, resourceNamed } from '../../spec/resources.ts'
import { usual_statuses } from '../core/choices.ts'
import { closest, didYouMean } from '../../base/text/closest.ts'
import type { Command, CommandInput } from '../core/command.ts'

/** The same error, with a hint where there is one and it had none. */
export function withHint(error: unknown, command: Command, input: CommandInput): unknown {
  if (!(error instanceof CalError) || error.hint) return error
  const refused = Object.keys(error.remote?.fields ?? {})
  const hint = statusMeant(refused, input) ?? dateMeant(refused, command, input) ?? wordMeant(error, command, input)
  if (hint === undefined) return error
  const { code, text, cause, remote, fields } = error
  return new CalError(code, text, { cause, hint, ...(remote ? { remote } : {}), ...(fields ? { fields } : {}) })
}

/** Which statuses exist is the service's to say; when it refuses one that is nearly a usual one, that one is named. */
function statusMeant(refused: readonly string[], { values: { status } }: CommandInput): Text | undefined {
  if (!refused.includes('status') || typeof status !== 'string' || usual_statuses.includes(status)) return undefined
  const near = closest(status, usual_statuses)
  return near === undefined ? undefined : didYouMean(near)
}

/**
 * Words that name no moment are left to the service: when it refuses them too, there is a topic about those that do.
 */
function dateMeant(
  refused: readonly string[],
  { parameters = {} }: Command,
  { values }: CommandInput,
): Text | undefined {
  const isStrange = (name: string) =>
    parameters[name]?.form === 'datetime' &&
    typeof values[name] === 'string' &&
    tryParseDate(values[name], { now: 0, zone: 'UTC' }) === undefined
  return refused.some(isStrange)
    ? { en: 'see cal help dates', de: 'cal help dates zeigt die möglichen Schreibweisen' }
    : undefined
}

/** A word that is not a slug may be part of a title; for an unknown id, the command that lists the records. */
function wordMeant(
  { code, text }: CalError,
  { path: [kind = ''] }: Command,
  { operands: [word = ''] }: CommandInput,
): Text | undefined {
  const plural = resourceNamed(kind)?.plural
  if (code !== 'not_found' || plural === undefined) return undefined
  const id = word.replace(/^id:/, '')
  if (/^\d+$/.test(id) && text.en.endsWith(` ${id} not found`)) {
    const every = plural === 'events' ? ' --any-date' : isTerm(plural) ? ' --no-hide-empty' : ''
    const line = `cal ${plural} list --all${every}`
    return { en: `list them: ${line}`, de: `alle auflisten: ${line}` }
  }
  if (!text.en.endsWith(` "${word}" not found`)) return undefined
  const line = `cal ${kind} list --search "${word.replaceAll('-', ' ')}"`
  return { en: `search for it: ${line}`, de: `danach suchen: ${line}` }
}
