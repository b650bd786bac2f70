// `cal completion SHELL`: the script of a shell.
import { keysOf } from '../../../base/collections.ts'
import { CalError } from '../../../base/errors.ts'
import { type Language, t } from '../../../base/text/language.ts'
import { closest, didYouMean } from '../../../base/text/closest.ts'
import type { Command, CommandAction } from '../../core/command.ts'
import { bashScript } from '../../completion/bash.ts'
import { fishScript } from '../../completion/fish.ts'
import { powershellScript } from '../../completion/powershell.ts'
import { completionsOf } from '../../completion/table.ts'
import { zshScript } from '../../completion/zsh.ts'

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
