// Formats the figures as text, JSON and Markdown.
import { goals, groups } from './goals.js'

export function machineOf({ cores, cpu, memory_gib, node }) {
  return `${cores} cores (${cpu}), ${memory_gib} GiB, Node ${node}`
}

export function lineOf(row) {
  if (row.trouble) return `none     ${row.name}: ${row.trouble}`
  return `${row.met ? 'met    ' : 'not met'}  ${figureOf(row.ratio).padStart(8)}  ${goalText(row)}  ${row.name}  (${row.scale})`
}

export function jsonOf(machine, rows) {
  return `${JSON.stringify({ machine, rows })}\n`
}

/** The document docs/performance.md. */
export function markdownOf({ machine, date, rows }) {
  const measured = new Map(rows.map((row) => [row.name, row]))
  const lines = Object.entries(goals).map(([name, goal]) => {
    const row = measured.get(name)
    return row ? `| ${name} | ${goalText(goal)} | ${figureOf(row.ratio)} | ${row.met ? 'yes' : '**no**'} | ${row.scale} |` : `| ${name} | ${goalText(goal)} | not measured | | |`
  })
  return `${introduction}\n## Measured\n\n${date}, ${machineOf(machine)}.\n\n| figure | goal | measured | met | |\n|---|---|---|---|---|\n${lines.join('\n')}\n`
}

const introduction = `# Performance

\`npm run bench -- --markdown > docs/performance.md\` writes this page. The goals are in \`test/bench/goals.js\`.

| command | result |
|---|---|
| \`npm run bench\` | all groups, 15 minutes, including a file of a million events; each figure is printed as soon as it is measured |
| \`npm run bench -- start bulk\` | the named groups; an unknown name lists all |
| \`npm run bench -- --json\` | as JSON |
| \`CAL_BENCH_FILES=/var/tmp/cal npm run bench -- million\` | reuses the large database files in that folder |
| \`CAL_BENCH_ROWS=1000000 npm run bench -- memory\` | imports, repeats, exports and undoes a million rows instead of 100,000 |

Groups: ${groups.map((name) => `\`${name}\``).join(', ')}.

## How figures are measured

- Most are a ratio to a baseline in the same run: both take turns, and the medians are compared. Absolute times depend
  on the machine.
- Client and server share the cores. The client sends serialized requests over plain sockets (about 30 µs a request;
  undici's pool takes 84), every server is a separate process, and the next measurement begins when the server is idle:
  the search index follows writes ([decision 18](decisions/18-lists.md)) and would slow down the other contender.
- A create counts once it is on disk. The search index is updated when there are no writes; until then searches scan the
  records that are not indexed.
- Peak memory is the highest resident set of the process according to the kernel.
`

function goalText({ most, goal }) {
  return `${most ? '≤' : '≥'} ${goal}`
}

function figureOf(ratio) {
  return ratio >= 100 ? String(Math.round(ratio)) : ratio.toFixed(2)
}
