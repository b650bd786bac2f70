// The built program at a terminal, in a home and with an environment of its own.
import { join } from 'node:path'
import { type Home, homeWith } from './program.ts'
import { project } from './sources.ts'
import { onTerminal, type Terminal } from './terminal.ts'

export interface Seat extends Home {
  readonly env: Readonly<Record<string, string>>
  /** `cal` with these words. */
  sit(words: readonly string[], more?: Readonly<Record<string, string>>): Terminal
  /** A line of the shell, in which `cal` is the program. */
  shell(line: string): Terminal
  /** Everything a terminal was sent, colours included, once the program has ended. */
  raw(words: readonly string[], keys: readonly (readonly [see: RegExp, type: string])[]): Promise<string>
}

export function seatWith(variables: Readonly<Record<string, string>>): Seat {
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
    sit: (words, more) => onTerminal(start(words, more)),
    shell: (line) =>
      onTerminal({
        file: 'sh',
        args: ['-c', `cal() { '${process.execPath}' '${program}' "$@"; }; ${line}`],
        env,
        cwd: home.folder,
      }),
    raw: async (words, keys) => {
      let text = ''
      const terminal = onTerminal({
        ...start(words),
        raw: (data) => {
          text += data
        },
      })
      await answering(terminal, keys)
      await terminal.ended
      return text
    },
  }
}

/** Answers each question when it is there. */
export async function answering(
  terminal: Terminal,
  keys: readonly (readonly [see: RegExp, type: string])[],
): Promise<void> {
  for (const [see, type] of keys) {
    await terminal.see(see)
    terminal.type(type)
  }
}
