// The built program at a terminal, in an empty home with its own environment.
import { join } from 'node:path'
import { type Home, homeWith } from './program.ts'
import { project } from './project.ts'
import { onTerminal, type Terminal } from './terminal.ts'

export interface TerminalHome extends Home {
  readonly env: Readonly<Record<string, string>>
  /** Runs `cal` with these arguments. */
  open(words: readonly string[], more?: Readonly<Record<string, string>>): Terminal
  /** Runs a shell command line in which `cal` is the program. */
  shell(line: string): Terminal
  /** All output of a run, escape sequences included. */
  raw(words: readonly string[], keys: readonly (readonly [see: RegExp, type: string])[]): Promise<string>
}

export function terminalHome(variables: Readonly<Record<string, string>>): TerminalHome {
  const home = homeWith(variables)
  const env = { HOME: home.folder, PATH: process.env.PATH ?? '', TZ: 'Europe/Berlin', ...variables }
  const program = join(project, 'bin/cal.js')
  const start = (args: readonly string[], more: Readonly<Record<string, string>> = {}) => ({
    file: process.execPath,
    args: [program, ...args],
    env: { ...env, ...more },
    cwd: home.folder,
  })
  return {
    ...home,
    env,
    open: (words, more) => onTerminal(start(words, more)),
    shell: (line) =>
      onTerminal({
        file: 'sh',
        args: ['-c', `cal() { '${process.execPath}' '${program}' "$@"; }; ${line}`],
        env,
        cwd: home.folder,
      }),
    raw: async (words, keys) => {
      const terminal = onTerminal(start(words))
      await answerPrompts(terminal, keys)
      await terminal.ended
      return terminal.raw()
    },
  }
}

/** Types each answer when its prompt appears. */
export async function answerPrompts(
  terminal: Terminal,
  keys: readonly (readonly [see: RegExp, type: string])[],
): Promise<void> {
  for (const [see, type] of keys) {
    await terminal.see(see)
    terminal.type(type)
  }
}
