// `npm run bench`: every figure as a ratio to its baseline in the same run. Names select groups, `--json` chooses the
// output, `--markdown` writes docs/performance.md.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { figures } from './figures.js'
import { goalOf, long_groups } from './goals.js'
import { hideProgress, inFolder, project } from './harness.js'
import { pageOf } from './page.js'
import { jsonOf, lineOf, machineOf, minutesOf } from './printed.js'

const flag = { type: 'boolean', default: false }
const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: flag, markdown: flag, quick: flag, all: flag } })

const unknown = positionals.filter((asked) => !figures.some(({ name }) => name === asked))
if (unknown.length) fail(`no figure is called ${unknown.join(', ')}; there are ${figures.map(({ name }) => name).join(', ')}`)
if (values.quick && (values.json || values.markdown)) fail('--quick only checks that everything can be measured: its figures are not for --json or --markdown')
if (values.quick) process.env.CAL_BENCH_QUICK = '1'
execFileSync(process.execPath, ['build.js'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })

const picked = figures.filter(({ name }) => (positionals.length ? positionals.includes(name) : values.all || !long_groups.includes(name)))
const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', memory_gib: Math.round(totalmem() / 2 ** 30), node: process.version }
const date = new Date().toISOString().slice(0, 10)
const progress = values.json ? process.stderr : process.stdout
const page = join(project, 'docs/performance.md')
const start = performance.now()
for (const [signal, code] of [['SIGINT', 130], ['SIGTERM', 143]]) process.once(signal, () => process.exit(code))
progress.write(`${machineOf(machine)}\n`)
const rows = []
await withFiles(async () => {
  for (const [i, figure] of picked.entries()) {
    progress.write(`# ${figure.name} (${i + 1} of ${picked.length}, after ${minutesOf(start)})\n`)
    const before = rows.length
    await measured(figure)
    // A run that is ended keeps what it has measured.
    if (values.markdown && rows.length > before) writeFileSync(page, pageOf({ before: readFileSync(page, 'utf8'), machine, date, rows }))
  }
})
progress.write(`# ${minutesOf(start)}; ${rows.filter(({ met }) => met).length} of ${rows.filter(({ met }) => met !== undefined).length} goals met\n`)
if (values.json) process.stdout.write(jsonOf(machine, rows))
if (rows.some(({ trouble }) => trouble)) process.exitCode = 1

/** Measures a group; one that cannot be measured reports why, and the others are still measured. */
async function measured({ name: figure, measure }) {
  const report = (row) => {
    hideProgress()
    rows.push(row)
    progress.write(`${lineOf(row)}\n`)
  }
  const reportGoal = (row) => report(withGoal({ figure, ...row }))
  try {
    for (const row of await inFolder((folder) => measure(folder, reportGoal)) ?? []) reportGoal(row)
  } catch (error) {
    report({ figure, name: figure, met: false, trouble: error.message })
  }
}

function withGoal(row) {
  const { goal, most } = goalOf(row.name)
  return goal === undefined ? row : { ...row, goal, most, met: most ? row.ratio <= goal : row.ratio >= goal }
}

/** Large database files are made once in a run; `CAL_BENCH_FILES` keeps them for the next one. */
async function withFiles(work) {
  if (process.env.CAL_BENCH_FILES) return work()
  await inFolder((folder) => {
    process.env.CAL_BENCH_FILES = folder
    return work()
  })
}

function fail(text) {
  process.stderr.write(`${text}\n`)
  process.exit(2)
}
