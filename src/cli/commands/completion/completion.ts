// `cal completion`: its arguments and examples.
import { t } from '../../../base/text/language.ts'
import type { Command } from '../../core/command.ts'

export const completion_command: Command = {
  path: ['completion'],
  summary: t('print a completion script for your shell'),
  operands: [
    {
      name: 'SHELL',
      choices: ['bash', 'zsh', 'fish', 'powershell'],
      meaning: t('bash, zsh, fish or powershell'),
    },
  ],
  effect: 'local',
  prints: 'nothing',
  examples: [
    {
      line: 'completion bash > ~/.local/share/bash-completion/completions/cal',
      meaning: t('bash'),
    },
    {
      line: 'completion zsh > ~/.zfunc/_cal',
      meaning: t('zsh, with ~/.zfunc in fpath'),
    },
    {
      line: 'completion fish > ~/.config/fish/completions/cal.fish',
      meaning: t('fish'),
    },
    {
      line: 'completion powershell > ~/cal.ps1',
      meaning: t('PowerShell; add ". ~/cal.ps1" to $PROFILE'),
    },
  ],
  load: async () => (await import('./completion.run.ts')).completion,
}
