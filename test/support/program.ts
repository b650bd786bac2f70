// Runs the built program with its own environment and an empty home.
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { execa } from 'execa'
import { splitArguments } from './shell-words.ts'
import { project } from './project.ts'

export interface Ran {
  readonly stdout: string
  readonly stderr: string
  readonly code: number | undefined
}

export interface Home {
  /** Working directory and home of the program. */
  readonly folder: string
  /** Runs the program and waits for its end; a line is split as by `splitArguments`. */
  cal(words: string | readonly string[], input?: string): Promise<Ran>
  /** Starts the program, for tests that interrupt it. */
  start(words: readonly string[], more?: Environment): Running
  /** Runs a bash command line in which `cal` and `calctl` are this program. */
  bash(line: string): Promise<Ran>
}

export type Running = ReturnType<typeof startIn>
type Environment = Readonly<Record<string, string>>

const program = join(project, 'bin/cal.js')
const folders: string[] = []
let programs: string | undefined

/** A command that takes longer than `limit_ms` is terminated with code 143. */
export function homeWith(env: Environment, limit_ms = 120_000): Home {
  const folder = newFolder('cal-home-')
  programs ??= folderOfPrograms()
  const base = { HOME: folder, PATH: `${programs}:${process.env.PATH ?? ''}`, TZ: 'Europe/Berlin', ...env }
  return {
    folder,
    cal: (words, input) =>
      ranOf(
        startIn(folder, [process.execPath, program, ...(typeof words === 'string' ? splitArguments(words) : words)], {
          env: base,
          limit_ms,
          input,
        }),
      ),
    start: (words, more) =>
      startIn(folder, [process.execPath, program, ...words], { env: { ...base, ...more }, limit_ms }),
    bash: (line) => ranOf(startIn(folder, ['bash', '-c', `set -o pipefail; ${line}`], { env: base, limit_ms })),
  }
}

/** Deleted when the test process exits. */
function newFolder(name: string): string {
  if (folders.length === 0)
    process.once('exit', () => {
      for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    })
  const folder = mkdtempSync(join(tmpdir(), name))
  folders.push(folder)
  return folder
}

/** A folder for PATH with the names of the program. */
function folderOfPrograms(): string {
  const folder = newFolder('cal-bin-')
  for (const name of ['cal', 'calctl']) symlinkSync(program, join(folder, name))
  return folder
}

async function ranOf(running: Running): Promise<Ran> {
  const { stdout, stderr, exitCode } = await running
  return { stdout, stderr, code: exitCode }
}

interface Start {
  readonly env: Environment
  readonly limit_ms: number
  readonly input?: string | undefined
}

function startIn(folder: string, [file = '', ...words]: readonly string[], { env, limit_ms, input = '' }: Start) {
  return execa(file, words, {
    cwd: folder,
    input,
    reject: false,
    stripFinalNewline: false,
    extendEnv: false,
    timeout: limit_ms,
    env,
  })
}
