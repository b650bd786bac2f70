// Reads the examples of the README: its blocks of code and the commands at its prompts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './sources.ts'

const readme = readFileSync(join(project, 'README.md'), 'utf8')

/** The first block of this language that contains `part`. */
export function blockOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, own]) => own === language)
    .map(([, , text = '']) => text)
  const block = blocks.find((text) => text.includes(part))
  if (block === undefined) throw new Error(`the README has no ${language} block with ${part}`)
  return block
}

/** The first command that starts with `start`. */
export function commandOf(start: string): string {
  const command = [...readme.matchAll(/^\$ (.+)$/gm)]
    .map(([, line = '']) => line)
    .find((line) => line.startsWith(start))
  if (command === undefined) throw new Error(`the README shows no command that begins with ${start}`)
  return command
}

export interface Prompt {
  readonly command: string
  /** The lines shown below it. */
  readonly shown: readonly string[]
}

/** The prompts of the first console block that contains `part`, without their comments. */
export function promptsOf(part: string): readonly Prompt[] {
  return blockOf('console', part)
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command = '', ...shown] = text.trimEnd().split('\n')
      return { command: command.replace(/ +# .*$/, ''), shown }
    })
}

/** Every `cal` command shown at a prompt or in a sentence. */
export function allCommands(): readonly string[] {
  const prompts = [...readme.matchAll(/^(?:\$ )?(cal .+)$/gm)].map(([, line = '']) => line.replace(/ +# .*$/, ''))
  const named = [...readme.replace(/^```.*?^```$/gms, '').matchAll(/`(cal [^`]+)`/g)].map(([, line = '']) => line)
  return [...new Set([...prompts, ...named])]
}
