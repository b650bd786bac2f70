// Flags that have no effect.
import { CalError, notTogether, usageError } from '../../base/errors.ts'
import { didYouMean } from '../../base/text/closest.ts'
import { sameText, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { flagOf } from '../../spec/resources.ts'
import type { Format } from '../types/outcome.ts'
import type { Command, OptionValues } from '../types/command.ts'
import type { Flag } from './flags.ts'
import type { ParsedInput } from './parse-arguments.ts'

/** Errors: `usage` for a flag whose `needs` is missing, or whose `excludes` is given. */
export function refuseIneffective(flags: readonly Flag[], given: ReadonlySet<string>): void {
  const shown = (name: string) => flags.find((flag) => flag.name === name)?.positive ?? flagOf(name)
  for (const { name, option: { needs, excludes } = {} } of flags) {
    if (!given.has(name)) continue
    const other = excludes?.find((one) => given.has(one))
    if (other !== undefined) throw notTogether(shown(name), shown(other))
    if (needs === undefined || needs.some((one) => given.has(one))) continue
    const missing = needs.map((one) => sameText(shown(one))).reduce((some, one) => t('{some} or {one}', { some, one }))
    throw noEffect(
      shown(name),
      t('without {missing}', { missing }),
      t('add {missing}, or omit {shown}', { missing, shown: shown(name) }),
    )
  }
}

/** Formats whose output is not made of fields that can be chosen. */
const fixed_formats: readonly (Format | undefined)[] = ['ids', 'count', 'ics']

/** Errors: `usage` for an output flag that has no effect on what the command prints in `format`. */
export function refuseIneffectiveOutput(command: Command, input: ParsedInput, format: Format | undefined): void {
  const { options } = input
  const { output, fields, jq, template } = options
  const isGiven = (name: string) => options[name] !== undefined
  if (command.prints === 'nothing') refusePrinting(command, options)
  const data_flag = jq !== undefined ? '--jq' : template !== undefined ? '--template' : undefined
  if (jq !== undefined && template !== undefined) throw notTogether('--template', '--jq')
  if (template !== undefined && !template.includes('{{') && template.search(single_braces) >= 0)
    throw singleBraces(template)
  if (options.porcelain === true) {
    const other = ['output', 'json', 'jq', 'template', 'fields'].find(isGiven)
    if (other !== undefined) throw notTogether('--porcelain', flagOf(other))
  }
  const by = data_flag ?? (options.json === true ? '--json' : undefined)
  if (by !== undefined && output !== undefined && output !== 'json')
    throw noEffect(`-o ${output}`, t('with {by}', { by }))
  if (fields !== undefined && template !== undefined) throw notTogether('--template', '--fields')
  if (fields !== undefined && fixed_formats.includes(format))
    throw noEffect('--fields', t('with -o {format}', { format: String(format) }))
  const isTable = data_flag === undefined && (format === 'csv' || format === 'tsv')
  if (options.csv_safe === true && command.prints !== 'nothing' && !isTable)
    throw noEffect('--csv-safe', t('without -o csv or -o tsv'), t('omit --csv-safe, or choose one of these formats'))
  const printed = ['fields', 'sort'].find(isGiven)
  if (printed === undefined || format !== undefined || !printsOnRequest(command, input)) return
  throw noEffect(
    flagOf(printed),
    t('without an output format'),
    t('add one, such as -o json, or omit {flag}', { flag: flagOf(printed) }),
  )
}

/** `{title}`, but not as a part of `{title}}`. */
const single_braces = /(?<!\{)\{([\w.]+)\}(?!\})/g

function singleBraces(template: string): CalError {
  const hint = didYouMean(shellWord(template.replace(single_braces, '{{$1}}')))
  return usageError(t('--template names no field: "{template}"', { template }), hint)
}

/** Whether records are printed only if an output format is given. A preview is always printed. */
function printsOnRequest({ effect, prints, onlyReads }: Command, input: ParsedInput): boolean {
  const { options } = input
  if (options.web === true) return true
  if (options.porcelain === true) return false
  return (prints === 'on request' || effect === 'writes') && options.dry_run !== true && onlyReads?.(input) !== true
}

/** Flags for records, of commands that print none. */
export const refused_output: readonly string[] = ['fields', 'sort', 'jq', 'template', 'csv_safe']

/** `-o json` and `-o ndjson` are always accepted: they are formats of errors too. */
function refusePrinting({ path, accepted_formats = [], options: own = {} }: Command, options: OptionValues): void {
  const { output } = options
  const flag = refused_output.find((name) => options[name] !== undefined && !Object.hasOwn(own, name))
  const isFormat = output === undefined || ['json', 'ndjson', ...accepted_formats].includes(String(output))
  if (flag === undefined && isFormat) return
  const line = `cal ${path.join(' ')}`
  throw noEffect(flag === undefined ? `-o ${String(output)}` : flagOf(flag), t('on the output of {line}', { line }))
}

/** `--fields has no effect with -o ids`; `why` is the end of the sentence. */
export function noEffect(flag: string, why: Text, hint?: Text): CalError {
  return new CalError('usage', t('{flag} has no effect {why}', { flag, why }), {
    hint: hint ?? t('omit {flag}', { flag }),
  })
}
