// Completion scripts of bash and zsh.
import { shellQuoted } from '../../base/text/quoted.ts'
import type { Completions, Word, WordSource } from './table.ts'

/** `_cal_subcommands`, `_cal_flags`, `_cal_source`, `_cal_operand`, `_cal_takes_value`, `_cal_alias`, `_cal_plural`. */
function posixFunctions({ subcommands, flags, global_flags, values, operands, value_flags }: Completions): string {
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

export function bashScript(completions: Completions): string {
  return `# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

${posixFunctions(completions)}
${bash_driver}`
}

const bash_driver = `# Candidates come as lines "word<TAB>meaning"; meanings are shown where several are left.
_cal_offer() {
  local cur=$1 before=$2 line word rest
  local -a words=() shown=()
  while IFS= read -r line; do
    word=\${line%%$'\\t'*}
    [[ -n $word && $word == "$cur"* ]] || continue
    rest=\${line#"$word"}
    [[ -z $quote && $word == *[[:space:]]* ]] && printf -v word '%q' "$word"
    words+=("$before$word")
    shown+=("$before$word\${rest:+  (\${rest#$'\\t'})}")
  done
  if ((\${#words[@]} == 1)) || [[ \${COMP_TYPE:-} == 37 ]]; then
    COMPREPLY=("\${words[@]}")
  else
    COMPREPLY=("\${shown[@]}")
  fi
}

_cal_offer_source() {
  local source=$1 cur=$2 list=\${cur##*,}
  case "$source" in
    '') return ;;
    @files)
      compopt -o filenames 2>/dev/null
      local IFS=$'\\n'
      COMPREPLY=($(compgen -f -- "$cur"))
      ;;
    @*) _cal_offer "$list" "\${cur%"$list"}" < <("\${COMP_WORDS[0]}" __complete "\${source#@}" "$list" 2>/dev/null) ;;
    *) _cal_offer "$list" "\${cur%"$list"}" <<<"$source" ;;
  esac
}

_cal() {
  local cur prev place='' count=0 word flag='' quote='' begun found i n=-1
  local -a typed=()
  COMPREPLY=()
  # bash splits words at colons
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((n > 0)) && [[ $word == :* || \${typed[n]} == *: ]]; then
      typed[n]+=$word
    else
      typed[++n]=$word
    fi
  done
  cur=\${typed[n]} prev=\${typed[n-1]}
  if [[ $cur == [\\"\\']* ]]; then
    quote=\${cur:0:1} cur=\${cur:1}
  else
    cur=\${cur//\\\\/}
  fi
  begun=$cur
  # bash takes "--flag=value" for three words
  if [[ $cur == '=' ]]; then
    cur='' flag=$prev
  elif [[ $prev == '=' ]]; then
    flag=\${typed[n-2]}
  elif _cal_takes_value "$prev"; then
    flag=$prev
  fi
  for ((i = 1; i < n; i++)); do
    word=\${typed[i]}
    [[ $word == '--' ]] && return
    if [[ $word == -* ]]; then
      if _cal_takes_value "$word"; then
        ((i++))
        [[ \${typed[i]} == '=' ]] && ((i++))
      fi
    elif [[ -z $place ]]; then
      place=$(_cal_alias "\${COMP_WORDS[0]}" "$word")
      [[ -n $place ]] && count=1 || place=$(_cal_plural "$word")
    elif [[ $count == 0 && $'\\n'$(_cal_subcommands "$place") == *$'\\n'"$word"$'\\t'* ]]; then
      place="$place $word"
      count=1
    else
      count=2
    fi
  done
  if [[ -n $flag ]]; then
    _cal_offer_source "$(_cal_source "$place $flag")" "$cur"
  elif [[ $cur == -* ]]; then
    _cal_offer "$cur" '' < <(_cal_flags "$place"; _cal_global_flags)
  else
    _cal_offer "$cur" '' < <(
      [[ $count == 0 ]] && _cal_subcommands "$place"
      [[ -z $place ]] && "\${COMP_WORDS[0]}" __complete aliases "$cur" 2>/dev/null
    )
    found=$(_cal_operand "$place $prev")
    ((\${#COMPREPLY[@]})) || _cal_offer_source "\${found:-$(_cal_operand "$place")}" "$cur"
  fi
  if [[ $begun == *:* && \${COMP_WORDBREAKS-} == *:* ]]; then
    COMPREPLY=("\${COMPREPLY[@]#"\${begun%"\${begun##*:}"}"}")
  fi
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[,:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

complete -F _cal cal calctl
`

export function zshScript(completions: Completions): string {
  return `#compdef cal calctl
# zsh completion for cal and calctl. Written by: cal completion zsh
# Try it: source <(cal completion zsh)

${posixFunctions(completions)}
${zsh_driver}`
}

const zsh_driver = `# Candidates come as lines "word<TAB>meaning".
_cal_offer() {
  local line
  local -a described
  while IFS= read -r line; do
    [[ -n $line ]] || continue
    line=\${line//:/\\\\:}
    described+=("\${line/$'\\t'/:}")
  done
  (( \${#described} )) && _describe -V 'cal' described
}

_cal_offer_source() {
  case "$1" in
    '') return ;;
    @files) _files ;;
    @*)
      compset -P '*,'
      _cal_offer < <("\${words[1]}" __complete "\${1#@}" "$PREFIX" 2>/dev/null)
      ;;
    *)
      compset -P '*,'
      _cal_offer <<<"$1"
      ;;
  esac
}

_cal() {
  local place='' word flag='' i
  local -i count=0
  if [[ $PREFIX == --*=* ]]; then
    flag=\${PREFIX%%=*}
    compset -P '--*='
  elif _cal_takes_value "\${words[CURRENT-1]}"; then
    flag=\${words[CURRENT-1]}
  fi
  for (( i = 2; i < CURRENT; i++ )); do
    word=\${words[i]}
    [[ $word == '--' ]] && return
    if [[ $word == -* ]]; then
      [[ $word != *=* ]] && _cal_takes_value "$word" && (( i++ ))
    elif [[ -z $place ]]; then
      place=$(_cal_alias "\${words[1]}" "$word")
      [[ -n $place ]] && count=1 || place=$(_cal_plural "$word")
    elif [[ $count == 0 && $'\\n'$(_cal_subcommands "$place") == *$'\\n'"$word"$'\\t'* ]]; then
      place="$place $word"
      count=1
    else
      count=2
    fi
  done
  if [[ -n $flag ]]; then
    _cal_offer_source "$(_cal_source "$place $flag")"
  elif [[ $PREFIX == -* ]]; then
    _cal_offer < <(_cal_flags "$place"; _cal_global_flags)
  else
    local subcommands=''
    (( count == 0 )) && subcommands=$(_cal_subcommands "$place"; [[ -z $place ]] && "\${words[1]}" __complete aliases "$PREFIX" 2>/dev/null)
    if [[ -n $subcommands ]]; then
      _cal_offer <<<"$subcommands"
    else
      local found=$(_cal_operand "$place \${words[CURRENT-1]}")
      _cal_offer_source "\${found:-$(_cal_operand "$place")}"
    fi
  fi
}

if [[ $funcstack[1] == _cal ]]; then
  _cal "$@"
elif (( $+functions[compdef] )); then
  compdef _cal cal calctl
fi
`
