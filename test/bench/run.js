// `npm run bench`: every figure as a ratio to its baseline in the same run. `--json` and `--markdown` choose the
// output, names select figures.
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { figures } from './figures.js'
import { goalOf } from './goals.js'
import { inFolder, project } from './harness.js'
import { jsonOf, lineOf, machineOf, markdownOf } from './printed.js'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false }, markdown: { type: 'boolean', default: false } } })

const unknown = positionals.filter((asked) => !figures.some(({ name }) => name === asked))
if (unknown.length) {
  process.stderr.write(`no figure is called ${unknown.join(', ')}; there are ${figures.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}
execFileSync(process.execPath, ['build.js'], { cwd: project, stdio: ['ignore', 'ignore', 'inherit'] })

const picked = positionals.length ? figures.filter(({ name }) => positionals.includes(name)) : figures
const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', memory_gib: Math.round(totalmem() / 2 ** 30), node: process.version }
const progress = values.json || values.markdown ? process.stderr : process.stdout
progress.write(`${machineOf(machine)}\n`)
const rows = []
for (const [i, figure] of picked.entries()) {
  progress.write(`# ${figure.name} (${i + 1} of ${picked.length})\n`)
  for (const row of await measured(figure)) {
    rows.push(row)
    progress.write(`${lineOf(row)}\n`)
  }
}
if (values.json) process.stdout.write(jsonOf(machine, rows))
if (values.markdown) process.stdout.write(markdownOf({ machine, date: new Date().toISOString().slice(0, 10), rows }))
if (rows.some(({ trouble }) => trouble)) process.exitCode = 1

/** The rows of a figure; one that cannot be measured reports why, and the others are still measured. */
async function measured({ name: figure, measure }) {
  try {
    const rows = await inFolder(measure)
    return rows.map((row) => (withGoal({ figure, ...row })))
  } catch (error) {
    return [{ figure, name: figure, met: false, trouble: error.message }]
  }
}

function withGoal(row) {
  const { goal, most } = goalOf(row.name)
  return { ...row, goal, most, met: most ? row.ratio <= goal : row.ratio >= goal }
}
