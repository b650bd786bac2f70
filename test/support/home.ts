// A home in which the program runs in this process, for what needs no process of its own.
import { resolve } from 'node:path'
import { newFolder } from './folder.ts'
import { splitArguments } from './shell-words.ts'
import { cal, noon, type RunInput, type RunResult } from './runtime.ts'

export interface LocalHome {
  /** Working directory and home of the program. */
  readonly folder: string
  /** Runs a command line, which is split as by `splitArguments`, or a list of arguments; a string is its input. */
  cal(line: string | readonly string[], typed?: string | RunInput): Promise<RunResult>
  /** The parsed output of a command with `--json`. */
  json(line: string): Promise<ReturnType<typeof JSON.parse>>
}

let runs = 0

/** The time of the last run, for services that it writes to. */
export const runTime = () => noon + runs * 1000

/** The folder is deleted after the test file. Each run starts a second after the one before. */
export function localHome(env: Readonly<Record<string, string>>): LocalHome {
  const folder = newFolder()
  // It is read relative to the working folder of the process.
  const inFolder = (given: Readonly<Record<string, string>>) => ({
    ...given,
    ...(given.CAL_CONFIG && { CAL_CONFIG: resolve(folder, given.CAL_CONFIG) }),
  })
  const run: LocalHome['cal'] = (line, input = {}) => {
    runs += 1
    const typed = typeof input === 'string' ? { stdin: input } : input
    return cal(typeof line === 'string' ? splitArguments(line) : line, {
      cwd: folder,
      home: env.HOME ?? folder,
      now: runTime(),
      ...typed,
      env: inFolder({ HOME: folder, ...env, ...typed.env }),
    })
  }
  return {
    folder,
    cal: run,
    json: async (line) => {
      const { stdout, stderr } = await run(`${line} --json`)
      if (stdout === '') throw new Error(stderr)
      return JSON.parse(stdout)
    },
  }
}
