// Reads the examples of the README and of the documents for users: blocks of code and commands.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './project.ts'

const names = [
  'README',
  ...['calendar-files', 'feeds', 'import', 'mcp', 'postgres', 'scripts'].map((name) => `docs/${name}`),
]
const readme = names.map((name) => readFileSync(join(project, `${name}.md`), 'utf8')).join('\n')

/** The first block of this language that contains `part`. */
export function blockOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter(([, own]) => own === language)
    .map(([, , text = '']) => text)
  const block = blocks.find((text) => text.includes(part))
  if (block === undefined) throw new Error(`the README has no ${language} block with ${part}`)
  return block
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

/** Every command of the program shown at a prompt or in a sentence. */
export function allCommands(): readonly string[] {
  const prompts = [...readme.matchAll(/^(?:\$ )?(calctl .+)$/gm)].map(([, line = '']) => line.replace(/ +# .*$/, ''))
  const named = [...readme.replace(/^```.*?^```$/gms, '').matchAll(/`(calctl [^`]+)`/g)].map(([, line = '']) => line)
  return [...new Set([...prompts, ...named])]
}
