// The goal of every figure: a ratio to its baseline, or a size or duration where the name says so. Figures that depend
// on the machine too much for a goal are only reported.

const atLeast = (goal) => ({ goal, most: false })
const atMost = (goal) => ({ goal, most: true })
const reported = {}

/** The groups of figures, in output order. */
export const groups = ['install', 'start', 'bulk', 'latency', 'export', 'feed', 'memory', 'memory-million', 'service', 'growth', 'million', 'peers', 'slow-disk', 'postgres', 'postgres-million', 'web']

/** Groups that take too long for every run. */
export const long_groups = ['memory-million', 'million', 'postgres-million']

export const goals = {
  'npm install -g of the packed package, files in MB': atMost(45),
  'the packed package, kB': atMost(1400),
  'cal --version ÷ node -e 0': atMost(1.3),
  'cal --help ÷ node -e 0': atMost(1.6),
  'cal events list --help ÷ node -e 0': atMost(1.6),
  'completion ÷ node -e 0': atMost(1.6),
  'cal events get ID, local server ÷ node -e 0': atMost(4),
  'cal import of 10,000 events over HTTP ÷ a bare Pool.request loop': atLeast(0.7),
  'the same ÷ xargs -P8 curl': atLeast(20),
  // Both import into the same store on the same disk; without HTTP the client's own work remains.
  'the same into file: ÷ over HTTP': atLeast(2.5),
  'cal import of 300 events into a service that answers in 200 ms ÷ xargs -P8 curl': atLeast(1),
  'cal export of 100,000 events over HTTP ÷ the same pages read raw': atLeast(0.7),
  'feed of 10,000 events of 2 kB, MB/s': atLeast(20),
  'the same with gzip, MB/s of text': atLeast(10),
  'feed of 10,000 short events with venues, organizers and terms, MB/s': atLeast(8),
  'unchanged feed of 100,000 events, 304 in ms': atMost(20),
  'feed of 100,000 events ÷ of 10,000, peak memory of the server': atMost(1.5),
  'cal validate of 1,000,000 rows (ndjson), peak memory in MiB': atMost(250),
  'cal validate of 1,000,000 rows (csv), peak memory in MiB': atMost(250),
  'cal import into file:, peak memory in MiB': atMost(300),
  'the same again, all unchanged, peak memory in MiB': atMost(300),
  'cal export of these to csv, peak memory in MiB': atMost(300),
  'cal history undo of the import, peak memory in MiB': atMost(300),
  'cal import of 1,000,000 rows into file:, peak memory in MiB': atMost(300),
  'the same 1,000,000 again, all unchanged, peak memory in MiB': atMost(300),
  'cal export of 1,000,000 rows to csv, peak memory in MiB': atMost(300),
  'cal history undo of 1,000,000 rows, peak memory in MiB': atMost(300),
  'the import again, all unchanged ÷ the import, CPU time per row': atMost(0.2),
  'cal history undo ÷ the import, CPU time per row': atMost(0.8),
  'list of ten, 32 clients, store unchanged ÷ bare node:http, same bytes': atLeast(0.75),
  'list of ten, 32 clients, store changing ÷ bare node:http, same bytes': atLeast(0.25),
  'create, durable, 32 clients ÷ raw SQLite insert, one transaction each, FULL': atLeast(2),
  // One client waits for a commit of each event; a service that also parses, checks and answers reaches a quarter.
  'create, durable, one client ÷ the same': atLeast(0.25),
  'list: cost with 100,000 events ÷ with 1,000': atMost(3),
  'filter: cost with 100,000 events ÷ with 1,000': atMost(3),
  'search: cost with 100,000 events ÷ with 1,000': atMost(3),
  'rare: cost with 100,000 events ÷ with 1,000': atMost(3),
  // A million events must work, and are not tuned for.
  'list at 1,000,000 events ÷ at 1,000': reported,
  'list at 1,000,000 events, first answer after a write in ms': atMost(100),
  'create at 1,000,000 events ÷ at 1,000': atLeast(0.75),
  'cal serve ready, 1,000,000 events ÷ 1,000': atMost(1.5),
  'list ÷ json-server 0.17 at 20,000 events': atLeast(100),
  'create ÷ json-server 0.17 at 20,000 events': atLeast(500),
  'postgres: create, durable, 32 clients ÷ raw single-row insert, same driver and pool': atLeast(0.3),
  'postgres: list of ten, calendar changing ÷ SQLite': atLeast(0.25),
  'postgres: updates of different events, 32 clients ÷ creates': atLeast(0.5),
  // One for each of: total, page, its events, their venues, organizers and terms, and what bounds the window.
  'postgres: statements for a list of ten with venues, organizers and terms': atMost(10),
  'postgres: import of rows ÷ SQLite': atLeast(0.3),
  'postgres: list of ten, calendar unchanged ÷ bare node:http, same bytes': atLeast(0.25),
  'postgres: create, two processes ÷ one': reported,
  // The events of the window are counted.
  'postgres: list at 1,000,000 events ÷ at 1,000': reported,
  'postgres: list at 1,000,000 events, first answer after a write in ms': atMost(100),
  'postgres: search at 1,000,000 events ÷ at 1,000': reported,
  'postgres: create at 1,000,000 events ÷ at 1,000': atLeast(0.7),
  'month page of 200 events, kB of HTML': atMost(60),
  'month page, kB of script, gzip': atMost(150),
  'list page, 32 clients ÷ the JSON list behind it': atLeast(0.25),
  'month page until it can be used ÷ a static page of the same weight': atMost(3),
  'reads with 16 concurrent writers, each fsync 10 ms slower: p99 in ms': atMost(5),
}

/** Errors: a name that is missing here, which is a mistake in a figure. */
export function goalOf(name) {
  const goal = goals[name]
  if (!goal) throw new Error(`no goal for the figure "${name}": add it to test/bench/goals.js`)
  return goal
}
