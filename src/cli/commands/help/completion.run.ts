// `cal completion SHELL` prints the script of a shell. A script asks the program for the candidates, so it is the same
// for all versions.
import { keysOf } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { nearestOf } from '../../../base/text/closest.ts'
import { t } from '../../../base/text/language.ts'
import type { CommandAction } from '../../types/command.ts'

export const completion: CommandAction = async ({ operands: [shell = ''] }) => ({
  kind: 'text',
  text: completionScript(shell),
})

/** Errors: `usage` for a shell that isn't supported. */
export function completionScript(shell: string): string {
  const names = keysOf(scripts)
  const known = names.find((name) => name === shell)
  if (known) return scripts[known]
  throw new CalError('usage', t('no completion for "{shell}"', { shell }), {
    hint: nearestOf(shell, names),
  })
}

const bash = `# bash completion for cal and calctl. Written by: cal completion bash
# Try it: source <(cal completion bash)

_cal() {
  local begun quote='' before='' line word last='' i n=0
  local -a typed=("\${COMP_WORDS[0]}") words=() shown=()
  COMPREPLY=()
  # bash splits words at = and :
  for ((i = 1; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((n > 0)) && [[ $word == [:=]* || \${typed[n]} == *[:=] ]]; then
      typed[n]+=$word
    else
      typed[++n]=$word
    fi
  done
  begun=\${typed[n]}
  if [[ $begun == [\\"\\']* ]]; then
    quote=\${begun:0:1} begun=\${begun:1}
  else
    begun=\${begun//\\\\/} before=\${begun%"\${begun##*[:=]}"}
  fi
  # Lines "word<TAB>description"; descriptions are shown where several are left.
  while IFS= read -r line; do
    if [[ $line == $'\\tfiles' ]]; then
      # With this option bash quotes the names itself; bash 3 doesn't have it.
      compopt -o filenames 2>/dev/null && quote=bash
      while IFS= read -r word; do
        [[ $quote == bash ]] || _cal_is_plain "\${word#\\~}" || continue
        COMPREPLY+=("$word")
      done < <(compgen -f -- "\${begun#--*=}")
      return
    fi
    word=\${line%%$'\\t'*}
    # bash would insert a description that equal words have in common.
    [[ -n $last && $word == "$last" ]] && continue
    last=$word
    line=\${line#"$word"}
    word=\${word#"$before"}
    # A word may come from a server or a cloned folder: inserted as it is, the shell would execute $(…) in it.
    if ! _cal_is_plain "$word"; then
      if [[ -z $quote ]]; then
        printf -v word '%q' "$word"
      else
        _cal_is_plain "\${word// /}" || continue
      fi
    fi
    words+=("$word")
    shown+=("$word\${line:+  (\${line#$'\\t'})}")
  done < <("\${COMP_WORDS[0]}" __complete -- "\${typed[@]:1:n-1}" "$begun" 2>/dev/null)
  if ((\${#words[@]} == 1)) || [[ \${COMP_TYPE:-} == 37 ]]; then
    COMPREPLY=("\${words[@]}")
  else
    COMPREPLY=("\${shown[@]}")
  fi
  [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == *[,:/] ]] && compopt -o nospace 2>/dev/null
  return 0
}

# Whether the shell reads a word as it is.
_cal_is_plain() {
  [[ $1 != *[^[:alnum:]_.,:/@%+=-]* ]]
}

complete -F _cal cal calctl
`

const zsh = `#compdef cal calctl
# zsh completion for cal and calctl. Written by: cal completion zsh
# Try it: source <(cal completion zsh)

_cal() {
  local line
  local -a described
  # Lines "word<TAB>description".
  while IFS= read -r line; do
    if [[ $line == $'\\tfiles' ]]; then
      compset -P '--*='
      _files
      return
    fi
    line=\${line//\\\\/\\\\\\\\}
    line=\${line//:/\\\\:}
    described+=("\${line/$'\\t'/:}")
  done < <("\${words[1]}" __complete -- "\${(@Q)words[2,CURRENT-1]}" "$PREFIX" 2>/dev/null)
  (( \${#described} )) && _describe -V 'cal' described
}

if [[ $funcstack[1] == _cal ]]; then
  _cal "$@"
elif (( $+functions[compdef] )); then
  compdef _cal cal calctl
fi
`

const fish = `# fish completion for cal and calctl. Written by: cal completion fish
# Try it: cal completion fish | source

# Lines "word<TAB>description".
function __cal_candidates
    set -l words (commandline -opc)
    set -l begun (commandline -ct | string replace -r '^["\\']' '')
    set -l found ($words[1] __complete -- $words[2..-1] "$begun" 2>/dev/null)
    if test "$found" = \\tfiles
        set -l before (string match -r '^--[^=]*=' -- $begun)
        __fish_complete_path (string replace -r '^--[^=]*=' '' -- $begun) | string replace -r '^' -- "$before"
    else if set -q found[1]
        printf '%s\\n' $found
    end
end

for program in cal calctl
    complete -c $program -f -a '(__cal_candidates)'
end
`

/** PowerShell ends strings at typographic quotes too, so there are none. */
const powershell = `# PowerShell completion for cal and calctl. Written by: cal completion powershell
# Try it: cal completion powershell | Out-String | Invoke-Expression

Register-ArgumentCompleter -Native -CommandName @('cal', 'calctl') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $typed = @($words | Select-Object -Skip 1)
  # An empty argument would be dropped.
  $begun = if ($wordToComplete -eq '') { '""' } else { $wordToComplete }
  $found = @(& $words[0] __complete -- @typed $begun 2>$null)
  if ($found.Count -eq 1 -and $found[0] -eq "\`tfiles") { return }
  $found | Where-Object { $_ } | ForEach-Object {
    $word, $description = $_ -split "\`t", 2
    if (-not $description) { $description = $word }
    # A word may come from a server: inserted as it is, PowerShell would execute $(...) in it.
    $quoted = if ($word -match '^[\\w.,:/+=-]+$') { $word } else {
      "'" + [System.Management.Automation.Language.CodeGeneration]::EscapeSingleQuotedStringContent($word) + "'"
    }
    [System.Management.Automation.CompletionResult]::new($quoted, $word, 'ParameterValue', $description)
  }
}
`

const scripts = { bash, zsh, fish, powershell } as const
