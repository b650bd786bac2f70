# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

_cal() {
  local begun quote='' before='' line word last='' i n=0
  local -a typed=("${COMP_WORDS[0]}") words=() shown=()
  COMPREPLY=()
  # bash splits words at = and :
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((n > 0)) && [[ $word == [:=]* || ${typed[n]} == *[:=] ]]; then
      typed[n]+=$word
    else
      typed[++n]=$word
    fi
  done
  begun=${typed[n]}
  if [[ $begun == [\"\']* ]]; then
    quote=${begun:0:1} begun=${begun:1}
  else
    begun=${begun//\\/} before=${begun%"${begun##*[:=]}"}
  fi
  # Lines "word<TAB>description"; descriptions are shown where several are left.
  while IFS= read -r line; do
    if [[ $line == $'\tfiles' ]]; then
      # With this option bash quotes the names itself; bash 3 doesn't have it.
      compopt -o filenames 2>/dev/null && quote=bash
      while IFS= read -r word; do
        [[ $quote == bash ]] || _cal_is_plain "${word#\~}" || continue
        COMPREPLY+=("$word")
      done < <(compgen -f -- "${begun#--*=}")
      return
    fi
    word=${line%%$'\t'*}
    # bash would insert a description that equal words have in common.
    [[ -n $last && $word == "$last" ]] && continue
    last=$word
    line=${line#"$word"}
    word=${word#"$before"}
    # A word may come from a server or a cloned folder: inserted as it is, the shell would execute $(…) in it.
    if ! _cal_is_plain "$word"; then
      if [[ -z $quote ]]; then
        printf -v word '%q' "$word"
      else
        _cal_is_plain "${word// /}" || continue
      fi
    fi
    words+=("$word")
    shown+=("$word${line:+  (${line#$'\t'})}")
  done < <("${COMP_WORDS[0]}" __complete -- "${typed[@]:1:n-1}" "$begun" 2>/dev/null)
  if ((${#words[@]} == 1)) || [[ ${COMP_TYPE:-} == 37 ]]; then
    COMPREPLY=("${words[@]}")
  else
    COMPREPLY=("${shown[@]}")
  fi
  [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == *[,:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

# Whether the shell reads a word as it is.
_cal_is_plain() {
  [[ $1 != *[^[:alnum:]_.,:/@%+=-]* ]]
}

complete -F _cal cal calctl
