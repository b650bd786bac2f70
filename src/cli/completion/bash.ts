// The completion script for bash, 4.2 and newer.
import { posixFunctions } from './posix.ts'
import type { Completions } from './table.ts'

export function bashScript(completions: Completions): string {
  return `# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

${posixFunctions(completions)}
${driver}`
}

const driver = `# Candidates come as lines "word<TAB>meaning"; meanings are shown where several are left.
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
