// Sessions in an empty folder: files that are written, command lines, and what they print or write, in the files of
// test/golden/sessions. UPDATE_GOLDEN=1 runs them again.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { expectGolden } from '../support/golden.ts'
import { project } from '../support/project.ts'
import { newWorkspace, type Workspace } from '../support/workspace.ts'

const folder = join(project, 'test/golden/sessions')

/** A step is a line that begins with `$`; its file or results are the lines below, indented by two spaces. */
async function run(session: string): Promise<string> {
  const [title = '', ...lines] = session.trimEnd().split('\n')
  const here = newWorkspace()
  const steps = lines.join('\n').split(/\n(?=\$ )/)
  const done: string[] = []
  for (const step of steps) done.push(await runStep(step, here))
  return [title, ...done].join('\n')
}

async function runStep(step: string, { folder: place, cal, read, write }: Workspace): Promise<string> {
  const [line = '', ...below] = step.split('\n')
  const written = /^\$ cat > (\S+)$/.exec(line)?.[1]
  if (written) {
    write(written, below.map((text) => `${text.slice(2)}\n`).join(''))
    return step
  }
  const shown = /^\$ cat (\S+)$/.exec(line)?.[1]
  if (shown) return resultOf(line, read(shown).replaceAll(place, 'FOLDER'))
  const [, variables = '', words = ''] = /^\$ ((?:\w+=\S+ )*)cal ?(.*)$/.exec(line) ?? []
  const env = Object.fromEntries(variables.split(' ').flatMap((text) => (text ? [text.split('=')] : [])))
  const { code, stdout, stderr } = await cal(words, { env })
  return resultOf(line, `${stdout}${stderr}${code === 0 ? '' : `[${code}]\n`}`.replaceAll(place, 'FOLDER'))
}

function resultOf(line: string, text: string): string {
  const lines = text.split('\n').slice(0, text.endsWith('\n') ? -1 : undefined)
  return [line, ...lines.map((shown) => `  ${shown}`.trimEnd())].join('\n')
}

describe.each(readdirSync(folder))('%s', (file) => {
  const sessions = readFileSync(join(folder, file), 'utf8')
    .trimEnd()
    .split(/\n(?=# )/)
  const written = sessions.map((session) => session.trimEnd())

  it.each(sessions.map((session, i) => [session.split('\n', 1)[0]?.slice(2) ?? '', i]))('%s', async (_, i) => {
    const result = await run(sessions[i] ?? '')
    if (process.env.UPDATE_GOLDEN) written[i] = result
    else expect(result).toBe(written[i])
  })

  afterAll(() => {
    if (process.env.UPDATE_GOLDEN) expectGolden(`sessions/${file}`, `${written.join('\n\n')}\n`)
  })
})
