// What the README shows, as tests carry it out: its blocks of code and the commands at its prompts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './sources.ts'

const readme = readFileSync(join(project, 'README.md'), 'utf8')

/** The first block of this language that holds `part`. */
export function blockOf(language: string, part: string): string {
  const blocks = [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, own]) => own === language).map(([, , text = '']) => text)
  const block = blocks.find((text) => text.includes(part))
  if (block === undefined) throw new Error(`the README has no ${language} block with ${part}`)
  return block
}

/** The first command that begins so. */
export function commandOf(start: string): string {
  const command = [...readme.matchAll(/^\$ (.+)$/gm)].map(([, line = '']) => line).find((line) => line.startsWith(start))
  if (command === undefined) throw new Error(`the README shows no command that begins with ${start}`)
  return command
}
