// Runs a program on a pseudo-terminal: sends keys and reads the screen.
import { spawn } from '@lydell/node-pty'
import { setTimeout as wait } from 'node:timers/promises'

export interface Terminal {
  type(keys: string): void
  /** All output so far, escape sequences included. */
  raw(): string
  /** The same without colors and cursor movements. */
  text(): string
  /** The same without what was erased from its line, such as the name of a wait. */
  screen(): string
  /** Resolves when the text matches the pattern; fails with the current text after a time limit. */
  see(pattern: RegExp): Promise<void>
  /** The exit code. */
  ended: Promise<number>
  end(): void
}

export interface Start {
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly cwd: string
  readonly columns?: number
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are escape sequences of terminals.
const escapes = /\u001b(\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(\u0007|\u001b\\)|[=>()][A-Z0-9]?)/g

/** Without colors and cursor movements. */
function withoutEscapes(text: string): string {
  return text.replace(escapes, '').replaceAll('\r', '')
}

export function onTerminal({ file, args, env, cwd, columns = 80 }: Start): Terminal {
  const child = spawn(file, [...args], { cols: columns, rows: 40, cwd, env: { TERM: 'xterm-256color', ...env } })
  let raw = ''
  child.onData((data) => {
    raw += data
  })
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
  const text = () => withoutEscapes(raw)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are escape sequences of terminals.
  const screen = () => withoutEscapes(raw.replace(/[^\n]*\r\u001b\[K/g, ''))
  return {
    type: (keys) => child.write(keys),
    raw: () => raw,
    text,
    screen,
    ended,
    async see(pattern) {
      for (let tries = 0; tries < 3_000; tries += 1) {
        if (pattern.test(text())) return
        await wait(20)
      }
      throw new Error(`${pattern} did not appear; the screen has:\n${text()}`)
    },
    end: () => child.kill(),
  }
}
