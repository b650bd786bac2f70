// `npm run bench`: every figure as a ratio to its neighbour in the same run. `--json` for machines, names to pick figures.
import { execFileSync } from 'node:child_process'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { figures } from './figures.js'
import { inFolder, project } from './harness.js'

const { values, positionals } = parseArgs({ allowPositionals: true, options: { json: { type: 'boolean', default: false } } })
delete process.env.NODE_EXTRA_CA_CERTS

const picked = positionals.length ? figures.filter(({ name }) => positionals.includes(name)) : figures
if (!picked.length) {
  process.stderr.write(`no figure is called ${positionals.join(', ')}; there are ${figures.map(({ name }) => name).join(', ')}\n`)
  process.exit(2)
}
execFileSync(process.execPath, ['build.js'], { cwd: project, stdio: 'inherit' })

const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', memory_gib: Math.round(totalmem() / 2 ** 30), node: process.version }
if (!values.json) process.stdout.write(`${machine.cores} cores (${machine.cpu}), ${machine.memory_gib} GiB, Node ${machine.node}\n`)
const rows = []
for (const figure of picked) {
  for (const row of await inFolder((folder) => figure.measure(folder))) {
    const met = row.most ? row.ratio <= row.goal : row.ratio >= row.goal
    rows.push({ figure: figure.name, ...row, met })
    if (!values.json) process.stdout.write(`${met ? 'met    ' : 'not met'}  ${row.ratio.toFixed(2).padStart(8)}  ${row.most ? '≤' : '≥'} ${row.goal}  ${row.name}  (${row.scale})\n`)
  }
}
if (values.json) process.stdout.write(`${JSON.stringify({ machine, rows })}\n`)
