// Journals as a process leaves them that is killed.
import { readFileSync, writeFileSync } from 'node:fs'

/** Keeps these lines of a journal, which are counted from 0. */
export function keepLines(journal: string, isKept: (line: string, i: number) => boolean): void {
  const lines = readFileSync(journal, 'utf8').split('\n')
  const kept = lines.filter((line, i) => line !== '' && isKept(line, i))
  writeFileSync(journal, kept.map((line) => `${line}\n`).join(''))
}

/** All lines but the end of the run. */
export const isUnfinished = (line: string) => !line.startsWith('{"finished"')
