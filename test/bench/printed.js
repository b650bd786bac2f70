// Formats the figures as text, JSON and Markdown.

export function machineOf({ cores, cpu, memory_gib, node }) {
  return `${cores} cores (${cpu}), ${memory_gib} GiB, Node ${node}`
}

export function lineOf(row) {
  if (row.trouble) return `none     ${row.name}: ${row.trouble}`
  return `${row.met ? 'met    ' : 'not met'}  ${figureOf(row.ratio).padStart(8)}  ${goalOf(row)}  ${row.name}  (${row.scale})`
}

export function jsonOf(machine, rows) {
  return `${JSON.stringify({ machine, rows })}\n`
}

/** A table with the machine and the command that produced it. */
export function markdownOf(machine, rows, command) {
  const lines = rows.map((row) => `| ${row.name} | ${row.trouble ? '' : goalOf(row)} | ${row.trouble ? `not measured: ${row.trouble.split('\n')[0]}` : figureOf(row.ratio)} | ${row.met ? 'yes' : 'no'} |`)
  return ['| figure | goal | measured | met |', '|---|---|---|---|', ...lines, '', `\`${command}\` on ${machineOf(machine)}.`, ''].join('\n')
}

function goalOf({ most, goal }) {
  return `${most ? '≤' : '≥'} ${goal}`
}

function figureOf(ratio) {
  return ratio >= 100 ? String(Math.round(ratio)) : ratio.toFixed(2)
}
