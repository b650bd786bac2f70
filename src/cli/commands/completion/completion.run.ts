// `cal completion SHELL` prints the script of a shell.
import { keysOf } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { type Language, t } from '../../../base/text/language.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import type { Command, CommandAction } from '../../core/command.ts'
import { bashScript, zshScript } from '../../completion/posix.ts'
import { fishScript } from '../../completion/fish.ts'
import { type Completions, completionsOf, type Word, type WordSource } from '../../completion/table.ts'

function powershellScript({ subcommands, flags, global_flags, values, operands, value_flags }: Completions): string {
  return `# PowerShell completion for cal and calctl. Written by: cal completion powershell
# Try it: cal completion powershell | Out-String | Invoke-Expression

$script:CalSubcommands = ${tableOf(subcommands)}
$script:CalFlags = ${tableOf(flags)}
$script:CalGlobalFlags = ${listOf(global_flags)}
$script:CalSources = ${tableOf(values)}
$script:CalOperands = ${tableOf(operands)}
$script:CalValueFlags = @(${value_flags.map(quoted).join(', ')})
${driver}`
}

function tableOf(map: ReadonlyMap<string, WordSource>): string {
  return `@{\n${[...map]
    .filter(([, source]) => source.length > 0)
    .map(([place, source]) => `  ${quoted(place)} = ${listOf(source)}`)
    .join('\n')}\n}`
}

function listOf(source: WordSource): string {
  return typeof source === 'string'
    ? `@(${quoted(source)})`
    : `@(${source.map(({ word, meaning }: Word) => quoted(`${word}|${meaning}`)).join(', ')})`
}

/** PowerShell ends strings at typographic quotes too. */
function quoted(text: string): string {
  const straight = text.replace(/[‘’‚‛]/g, "'").replace(/[“”„]/g, '"')
  return `'${straight.replaceAll("'", "''")}'`
}

const value_sources =
  'if ($script:CalSources.ContainsKey("$place $last")) { $script:CalSources["$place $last"] } ' +
  'else { $script:CalSources["* $last"] }'

const operand_sources =
  'if ($script:CalOperands.ContainsKey("$place $last")) { $script:CalOperands["$place $last"] } ' +
  'else { $script:CalOperands[$place] }'

const with_bar = 'ForEach-Object { $_ -replace "`t", \'|\' }'

const driver = `
Register-ArgumentCompleter -Native -CommandName @('cal', 'calctl') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $words = @($commandAst.CommandElements | ForEach-Object { $_.ToString() })
  if ($wordToComplete -ne '') { $words = @($words | Select-Object -SkipLast 1) }
  $plural = @{ event = 'events'; venue = 'venues'; organizer = 'organizers'; category = 'categories'; tag = 'tags' }
  $place = ''; $count = 0
  for ($i = 1; $i -lt $words.Count; $i++) {
    $word = $words[$i]
    if ($word -eq '--') { return }
    if ($word.StartsWith('-')) { if ($script:CalValueFlags -contains $word) { $i++ } }
    elseif ($place -eq '') { $place = if ($plural.ContainsKey($word)) { $plural[$word] } else { $word } }
    elseif ($count -eq 0 -and ($script:CalSubcommands[$place] -like "$word|*")) { $place = "$place $word"; $count = 1 }
    else { $count = 2 }
  }
  $last = $words[-1]
  if ($script:CalValueFlags -contains $last) {
    $found = ${value_sources}
  } elseif ($wordToComplete.StartsWith('-')) {
    $found = @($script:CalFlags[$place]) + $script:CalGlobalFlags
  } elseif ($count -eq 0 -and $script:CalSubcommands.ContainsKey($place)) {
    $found = $script:CalSubcommands[$place]
    if ($place -eq '') { $found = @($found) + @(& $words[0] __complete aliases $wordToComplete 2>$null | ${with_bar}) }
  } else {
    $found = ${operand_sources}
  }
  if ($found -and $found[0] -eq '@files') { return }
  if ($found -and $found[0].StartsWith('@')) {
    $found = & $words[0] __complete $found[0].Substring(1) $wordToComplete 2>$null | ${with_bar}
  }
  $found | Where-Object { $_ -and $_.StartsWith($wordToComplete) } | ForEach-Object {
    $word, $meaning = $_ -split '\\|', 2
    if (-not $meaning) { $meaning = $word }
    [System.Management.Automation.CompletionResult]::new($word, $word, 'ParameterValue', $meaning)
  }
}
`

const scripts = { bash: bashScript, zsh: zshScript, fish: fishScript, powershell: powershellScript } as const

export const completion: CommandAction = async ({ operands }, { language }) => {
  const { commands } = await import('../commands.ts')
  return { kind: 'text', text: completionScript(operands[0] ?? '', commands, language) }
}

/** Errors: `usage` for a shell that isn't supported. */
export function completionScript(shell: string, commands: readonly Command[], language: Language): string {
  const names = keysOf(scripts)
  const known = names.find((name) => name === shell)
  if (known) return scripts[known](completionsOf(commands, language))
  const near = closest(shell, names)
  throw new CalError('usage', t('no completion for "{shell}"', { shell }), {
    hint: near === undefined ? t('one of {names}', { names: names.join(', ') }) : didYouMean(near),
  })
}
