// The completion script for zsh.
import { posixFunctions } from './posix.ts'
import type { Completions } from './table.ts'

export function zshScript(completions: Completions): string {
  return `#compdef cal calctl
# zsh completion for cal and calctl. Written by: cal completion zsh
# Try it: source <(cal completion zsh)

${posixFunctions(completions)}
${driver}`
}

const driver = `# Candidates come as lines "word<TAB>meaning".
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
