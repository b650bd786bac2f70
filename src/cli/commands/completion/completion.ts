// `cal completion`: its arguments and examples.
import type { Command } from '../../core/command.ts'

export const completion_command: Command = {
  path: ['completion'],
  summary: { en: 'print a completion script for your shell', de: 'Vervollständigungsskript für eine Shell ausgeben' },
  operands: [
    {
      name: 'SHELL',
      choices: ['bash', 'zsh', 'fish', 'powershell'],
      meaning: { en: 'bash, zsh, fish or powershell', de: 'bash, zsh, fish oder powershell' },
    },
  ],
  effect: 'local',
  prints: 'nothing',
  examples: [
    {
      line: 'completion bash > ~/.local/share/bash-completion/completions/cal',
      meaning: { en: 'bash', de: 'bash' },
    },
    {
      line: 'completion zsh > ~/.zfunc/_cal',
      meaning: { en: 'zsh, with ~/.zfunc in fpath', de: 'zsh, mit ~/.zfunc in fpath' },
    },
    {
      line: 'completion fish > ~/.config/fish/completions/cal.fish',
      meaning: { en: 'fish', de: 'fish' },
    },
    {
      line: 'completion powershell > ~/cal.ps1',
      meaning: {
        en: 'PowerShell; add ". ~/cal.ps1" to $PROFILE',
        de: 'PowerShell; „. ~/cal.ps1“ in $PROFILE eintragen',
      },
    },
  ],
  load: async () => (await import('./completion.run.ts')).completion,
}
