// Sessions in an empty folder: files that are written, command lines, and what they print or write, in the files of
// test/golden/sessions. UPDATE_GOLDEN=1 runs them again.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { is_nightly } from '../support/extent.ts'
import { expectGolden } from '../support/golden.ts'
import { project } from '../support/project.ts'
import { all_modes, type Mode } from '../support/modes.ts'
import { noon } from '../support/runtime.ts'
import { type Service, serviceIn } from '../support/service-in.ts'
import { newWorkspace, type Workspace } from '../support/workspace.ts'

const folder = join(project, 'test/golden/sessions')

/**
 * A step is a line that begins with `$`; its file or results are the lines below, indented by two spaces.
 *
 * `$ serve quirks` starts a service in that mode, which later lines use; `$ serve MODE` runs the session in each mode.
 * `$ requests` shows what was sent to the service since the last time, except reads. `$ sed SCRIPT journal` edits the
 * journal of the newest run, as if its process was killed. `second=2` in front of a line runs it two seconds after
 * noon, and `answers=y` on a terminal where that is typed.
 */
async function run(session: string, each: Mode): Promise<string> {
  const [title = '', ...lines] = session.trimEnd().split('\n')
  const here = newWorkspace()
  const steps = lines.join('\n').split(/\n(?=\$ )/)
  const done: string[] = []
  let service: Service | undefined
  for (const step of steps) {
    const mode = /^\$ serve (\S+)$/.exec(step)?.[1]
    if (mode) service = await serviceIn(mode === 'MODE' ? each : (mode as Mode), ':memory:', here)
    done.push(mode ? step : await runStep(step, here, service))
  }
  return [title, ...done].join('\n').trimEnd()
}

async function runStep(step: string, { folder: place, cal, read, write }: Workspace, service?: Service) {
  const [line = '', ...below] = step.split('\n')
  const written = /^\$ cat > (\S+)$/.exec(line)?.[1]
  if (written) {
    write(written, below.map((text) => `${text.slice(2)}\n`).join(''))
    return step
  }
  const edit = /^\$ sed '(.*)' journal$/.exec(line)?.[1]
  if (edit) {
    const run = readdirSync(join(place, 'state/runs')).sort().at(-1)
    const journal = `state/runs/${run}/journal.ndjson`
    const edited = execFileSync('sed', ['-E', edit, join(place, journal)], { encoding: 'utf8' })
    if (edited === read(journal)) throw new Error(`nothing changed: ${line}`)
    write(journal, edited)
    return step
  }
  const shown = /^\$ cat (\S+)$/.exec(line)?.[1]
  if (shown) return resultOf(line, read(shown).replaceAll(place, 'FOLDER'))
  if (line === '$ requests') return resultOf(line, (service?.writes() ?? []).map((one) => `${one}\n`).join(''))
  const [, variables = '', words = '', input] = /^\$ ((?:\w+=\S* )*)cal ?(.*?)(?: < (\S+))?$/.exec(line) ?? []
  const {
    second = '0',
    answers,
    ...env
  } = Object.fromEntries(
    variables.split(' ').flatMap((text) => (text ? [text.replaceAll('FOLDER', place).split('=')] : [])),
  )
  const { code, stdout, stderr } = await cal(words.replaceAll('FOLDER', place), {
    now: noon + Number(second) * 1000,
    env: { ...(service && { CAL_API_ROOT: service.api_root }), ...env },
    ...(input && { stdin: read(input) }),
    ...(answers !== undefined && { stdin: `${answers}\n`, terminal: true }),
  })
  const result = `${stdout}${stderr}${
    code === 0
      ? ''
      : `[${code}]
`
  }`.replaceAll(place, 'FOLDER')
  return resultOf(line, service ? result.replaceAll(new URL(service.api_root).origin, 'SERVICE') : result)
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

  const rows = sessions.flatMap((session, i) => {
    const title = session.split('\n', 1)[0]?.slice(2) ?? ''
    const [first = 'standard', ...others] = all_modes.filter(
      (_, n) => is_nightly || n === 0 || n === all_modes.length - 1,
    )
    const inEach = session.includes('\n$ serve MODE')
      ? others.map((mode) => [`${title}, in ${mode} mode`, i, mode] as const)
      : []
    return [[title, i, first] as const, ...inEach]
  })

  it.each(rows)('%s', async (_, i, mode) => {
    const result = await run(sessions[i] ?? '', mode)
    if (process.env.UPDATE_GOLDEN && mode === all_modes[0]) written[i] = result
    else expect(result).toBe(written[i])
  })

  afterAll(() => {
    if (process.env.UPDATE_GOLDEN) expectGolden(`sessions/${file}`, `${written.join('\n\n')}\n`)
  })
})
