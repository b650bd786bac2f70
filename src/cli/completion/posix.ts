// Shell functions that bash and zsh share: they print candidates, `word<TAB>meaning` on each line.
import { shellQuoted } from '../../base/text/quoted.ts'
import type { Completions, WordSource, Word } from './table.ts'

/** `_cal_subcommands`, `_cal_flags`, `_cal_source`, `_cal_operand`, `_cal_takes_value`, `_cal_alias`, `_cal_plural`. */
export function posixFunctions({
  subcommands,
  flags,
  global_flags,
  values,
  operands,
  value_flags,
}: Completions): string {
  return [
    functionOf(
      '_cal_subcommands',
      [...subcommands].map(([place, words]) => [quoted(place), wordsText(words)]),
    ),
    functionOf(
      '_cal_flags',
      [...flags].map(([place, words]) => [quoted(place), wordsText(words)]),
    ),
    `_cal_global_flags() {\n  ${printed(wordsText(global_flags))}\n}\n`,
    functionOf(
      '_cal_source',
      [...values].map(([place, source]) => [patternOf(place), sourceText(source)]),
    ),
    functionOf(
      '_cal_operand',
      [...operands].map(([place, source]) => [quoted(place), sourceText(source)]),
    ),
    `_cal_takes_value() {\n  case "$1" in\n    ${value_flags.join('|')}) return 0 ;;\n  esac\n  return 1\n}\n`,
    aliasFunction,

    `_cal_plural() {\n` +
      `  case "$1" in\n` +
      '    event) echo events ;; venue) echo venues ;; organizer) echo organizers ;; category) echo categories ;; ' +
      'tag) echo tags ;; *) echo "$1" ;;\n' +
      `  esac\n` +
      `}\n`,
  ].join('\n')
}

/** Prints the first two words that an alias stands for; nothing for commands and unknown words. */
const aliasFunction = `_cal_alias() {
  local known word line
  known=$'\\n'$(_cal_subcommands '')$'\\n'
  [[ $known == *$'\\n'"$(_cal_plural "$2")"[$'\\t\\n']* ]] && return
  while IFS=$'\\t' read -r word line; do
    if [[ $word == "$2" ]]; then
      read -r word line _ <<<"$line"
      echo "$(_cal_plural "$word") $line"
      return
    fi
  done < <("$1" __complete aliases "$2" 2>/dev/null)
}
`

/** A function with a `case` over positions; positions with the same candidates share a branch. */
function functionOf(name: string, cases: readonly (readonly [pattern: string, text: string])[]): string {
  const patterns = new Map<string, string[]>()
  for (const [pattern, text] of cases) if (text !== '') patterns.set(text, [...(patterns.get(text) ?? []), pattern])
  const branches = [...patterns].map(([text, places]) => `    ${places.join('|')})\n      ${printed(text)} ;;`)
  return `${name}() {\n  case "$1" in\n${branches.join('\n')}\n  esac\n}\n`
}

function printed(text: string): string {
  return `printf '%s\\n' ${text.split('\n').map(quoted).join(' ')}`
}

function patternOf(place: string): string {
  return place.startsWith('* ') ? `*${quoted(place.slice(1))}` : quoted(place)
}

function sourceText(source: WordSource): string {
  return typeof source === 'string' ? source : wordsText(source)
}

function wordsText(words: readonly Word[]): string {
  return words.map(({ word, meaning }) => (meaning === '' ? word : `${word}\t${meaning}`)).join('\n')
}

function quoted(text: string): string {
  return /[\t]/.test(text)
    ? `$'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\t', '\\t')}'`
    : shellQuoted(text)
}
