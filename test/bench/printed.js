// Formats figures as text and JSON.

export function machineOf({ cores, cpu, memory_gib, node }) {
  return `${cores} cores (${cpu}), ${memory_gib} GiB, Node ${node}`
}

export function lineOf(row) {
  if (row.trouble) return `none     ${row.name}: ${row.trouble}`
  return `${row.goal === undefined ? 'no goal' : row.met ? 'met    ' : 'not met'}  ${figureOf(row.ratio).padStart(8)}  ${goalText(row)}  ${row.name}  (${row.scale})`
}

export function jsonOf(machine, rows) {
  return `${JSON.stringify({ machine, rows })}\n`
}

export function goalText({ most, goal }) {
  return goal === undefined ? 'none' : `${most ? '≤' : '≥'} ${goal}`
}

export function figureOf(ratio) {
  return ratio >= 100 ? String(Math.round(ratio)) : ratio.toFixed(2)
}

/** The time since `start`. */
export function minutesOf(start) {
  return `${((performance.now() - start) / 60_000).toFixed(1)} min`
}
