// Writes docs/performance.md: figures of this run replace older ones, and what follows the table is left as it is.
import { goals, groups, long_groups } from './goals.js'
import { figureOf, goalText, machineOf } from './printed.js'

const heading = '## Measured\n'

/**
 * The page after a run. Figures that were not measured now keep their values, with the date and machine of their own
 * run; those that goals.js does not have are removed.
 */
export function pageOf({ before, machine, date, rows }) {
  const older = measuredIn(before)
  const measured = { ...older.rows, ...Object.fromEntries(rows.filter(({ trouble }) => !trouble).map((row) => [row.name, cellsOf(row, date)])) }
  const machines = { ...older.machines, [date]: machineOf(machine) }
  const lines = Object.entries(goals).map(([name, goal]) => `| ${[name, goalText(goal), ...(measured[name] ?? ['not measured', '', '', ''])].join(' | ')} |`)
  const dates = [...new Set(Object.keys(goals).flatMap((name) => measured[name]?.[2] ?? []))].sort().reverse()
  const about = dates.map((day) => `- ${day}: ${machines[day] ?? 'unknown machine'}`).join('\n')
  return `${introduction}\n${heading}\n${about}\n\n| figure | goal | measured | met | date | |\n|---|---|---|---|---|---|\n${lines.join('\n')}\n${older.rest}`
}

function cellsOf({ ratio, goal, met, scale }, date) {
  return [figureOf(ratio), goal === undefined ? '' : met ? 'yes' : '**no**', date, scale]
}

/** The rows and machines of a page, and the text that follows its table. */
function measuredIn(page) {
  const [, measured = ''] = page.split(`\n${heading}`)
  const end = measured.indexOf('\n\n#')
  const lines = (end < 0 ? measured : measured.slice(0, end)).split('\n')
  const machines = lines.flatMap((line) => { const found = /^- (\d{4}-\d\d-\d\d): (.*)$/.exec(line); return found ? [[found[1], found[2]]] : [] })
  const rows = lines.flatMap((line) => {
    const [, name, goal, ...cells] = line.split('|').map((cell) => cell.trim())
    return /^(?:[≤≥] |none$)/.test(goal) && cells[0] !== 'not measured' ? [[name, cells.slice(0, 4)]] : []
  })
  return { machines: Object.fromEntries(machines), rows: Object.fromEntries(rows), rest: end < 0 ? '' : measured.slice(end + 1) }
}

const list = (names) => new Intl.ListFormat('en-GB').format(names.map((name) => `\`${name}\``))

const introduction = `# Performance

The goals are in \`test/bench/goals.js\`.

| command | result |
|---|---|
| \`npm run bench\` | all groups but ${list(long_groups)}, up to 15 minutes; each figure is printed as soon as it is measured |
| \`npm run bench -- --all\` | all groups; \`npm run nightly\` measures ${list(long_groups)} too |
| \`npm run bench -- start bulk\` | the named groups: ${list(groups)} |
| \`npm run bench -- --quick\` | whether everything can be measured: one short round each, whose figures mean nothing |
| \`npm run bench -- --json\` | as JSON |
| \`npm run bench -- --markdown\` | writes this page: measured figures replace older ones, others keep their date |
| \`CAL_BENCH_FILES=/var/tmp/cal npm run bench -- million\` | reuses the large database files in that folder |
| \`CAL_BENCH_ROWS=100000 npm run bench -- postgres\` | imports 100,000 rows instead of 2,000 |

## How figures are measured

- Most are a ratio to a baseline in the same run: both take turns, and the medians are compared.
- Client and server share the cores. The client sends serialized requests over plain sockets (about 30 µs each), and the
  next measurement begins when the server is idle, because the search index follows writes.
- A create counts once it is on disk. Peak memory is the highest resident set according to the kernel.
`
