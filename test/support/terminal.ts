// A program on a pseudo-terminal, as a person sees it: keys go in, what is on the screen comes out.
import { spawn } from 'node-pty'
import { setTimeout as wait } from 'node:timers/promises'

export interface Terminal {
  type(keys: string): void
  /** Everything written so far, without colours and cursor movements. */
  text(): string
  /** Resolves as soon as the pattern is there; fails with what is there instead. */
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
  /** Hears everything as it is written, colours included. */
  readonly raw?: (data: string) => void
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what a terminal understands.
const escapes = /\u001b(\[[0-9;?]*[ -/]*[@-~]|\][^\u0007\u001b]*(\u0007|\u001b\\)|[=>()][A-Z0-9]?)/g

export function onTerminal({ file, args, env, cwd, columns = 80, raw: hear = () => {} }: Start): Terminal {
  const child = spawn(file, [...args], { cols: columns, rows: 40, cwd, env: { TERM: 'xterm-256color', ...env } })
  let raw = ''
  child.onData((data) => {
    raw += data
    hear(data)
  })
  const ended = new Promise<number>((resolve) => child.onExit(({ exitCode }) => resolve(exitCode)))
  const text = () => raw.replace(escapes, '').replaceAll('\r', '')
  return {
    type: (keys) => child.write(keys),
    text,
    ended,
    async see(pattern) {
      for (let tries = 0; tries < 150; tries += 1) {
        if (pattern.test(text())) return
        await wait(100)
      }
      throw new Error(`${pattern} never came; there is:\n${text()}`)
    },
    end: () => child.kill(),
  }
}
