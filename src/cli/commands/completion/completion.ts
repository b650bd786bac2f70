// `cal completion`: its arguments and examples.
import type { Command } from '../../core/command.ts'

export const completion_command: Command = {
  path: ['completion'],
  summary: { en: 'write the completion script of a shell', de: 'das Vervollständigungsskript einer Shell ausgeben' },
  operands: [
    {
      name: 'SHELL',
      choices: ['bash', 'zsh', 'fish', 'powershell'],
      meaning: { en: 'bash, zsh, fish or powershell', de: 'bash, zsh, fish oder powershell' },
    },
  ],
  effect: 'local',
  examples: [
    {
      line: 'completion bash > ~/.local/share/bash-completion/completions/cal',
      meaning: { en: 'for every new shell', de: 'für jede neue Shell' },
    },
  ],
  load: async () => (await import('./completion.run.ts')).completion,
}
