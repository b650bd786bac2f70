// `npm run nightly`: randomized tests at full length, and the figures that take too long for every run of the
// benchmark; `npm run nightly -- kills fuzz` runs only these parts.
import { existsSync } from 'node:fs'
import { long_groups } from '../bench/goals.js'
import { run, tested } from './tests.js'

const postgres_tests = ['test/e2e/postgres-trials.test.ts', 'test/contract/storage', 'test/contract/postgres.test.ts', 'test/unit/server/storage/postgres']
/** Where Debian 12 installs PostgreSQL 15. */
const debian_15 = '/usr/lib/postgresql/15/bin'

const seed = process.env.CAL_SEED ?? String(Math.floor(Math.random() * 1_000_000))

/** The parts and their lengths, from which the tests compute their time limits. */
const parts = {
  kills: [['test/e2e/durable.test.ts'], { KILL_ROUNDS: '100' }],
  imports: [['test/e2e/killed.test.ts', 'test/property/resume.test.ts', 'test/property/prune.test.ts'], { CAL_KILLS: '50', CAL_RUNS: '150' }],
  fuzz: [['test/property/any-request.test.ts'], { FUZZ_REQUESTS: '100000' }],
  cases: [['test/contract/sqlite.test.ts', 'test/e2e/contract.test.ts'], {}],
  properties: [['test/property', 'test/unit/server/feed', 'test/unit/client', 'test/unit/icalendar', 'test/unit/cli/arguments'], {}],
  undos: [['test/property/undo.test.ts', 'test/unit/bulk/undo'], { CAL_RUNS: '60' }],
  modes: [['test/unit/bulk', 'test/unit/cli/commands', 'test/unit/client/update', 'test/commands/sessions.test.ts'], {}],
  backups: [['test/property/backup.test.ts'], { CAL_RUNS: '20' }],
  lists: [['test/contract/storage/lists.test.ts'], { CAL_RUNS: '1000' }],
  browser: [['test/browser'], {}],
  exports: [['test/property/export.test.ts'], { CAL_PROPERTY_RUNS: '100' }],
  feeds: [['test/property/feed.test.ts', 'test/e2e/feeds.test.ts'], { CAL_PROPERTY_RUNS: '100', CAL_REQUIRE_CLIENTS: '1' }],
  copies: [['test/property/copy.test.ts', 'test/e2e/copied.test.ts'], { CAL_RUNS: '60', CAL_KILLS: '20' }],
  nodes: [['test/e2e/nodes.test.ts', 'test/e2e/testing.test.ts', 'test/e2e/installed.test.ts'], { CAL_NODES: '20.18,22,24,26' }],
  postgres: [postgres_tests, { CAL_TRIAL_ROUNDS: '50', CAL_TRIAL_SECONDS: '60' }],
  ...(existsSync(debian_15) && { 'postgres-15': [postgres_tests, { CAL_TRIAL_ROUNDS: '50', CAL_TRIAL_SECONDS: '60', CAL_POSTGRES_BIN: debian_15 }] }),
  program: [['test/e2e'], {}],
  standby: [['test/e2e/standby.test.ts'], { CAL_STANDBY_ROUNDS: '10' }],
  hostile: [['test/property/hostile-text.test.ts', 'test/unit/cli/output/hostile-terminal.test.ts'], { HOSTILE_CHARACTERS: '250000' }],
  figures: [[], {}],
}

const wanted = process.argv.length > 2 ? [...new Set(process.argv.slice(2).flatMap(withVersions))] : Object.keys(parts)
const unknown = wanted.filter((name) => !Object.hasOwn(parts, name))
if (unknown.length > 0) {
  console.error(`there is no part ${unknown.join(', ')}; parts are ${Object.keys(parts).join(', ')}`)
  process.exit(2)
}

const counts = []
for (const name of wanted) {
  const [files, env] = parts[name]
  const started = Date.now()
  console.log(`# ${name}: CAL_NIGHTLY=1 CAL_SEED=${seed} ${Object.entries(env).map(([key, value]) => `${key}=${value}`).join(' ')}`)
  const { passed, failed } = await (name === 'figures' ? figuresWritten() : tested(files, { ...process.env, CAL_NIGHTLY: '1', CAL_SEED: seed, ...env }))
  const minutes = (Date.now() - started) / 60_000
  console.log(lineOf(name, { passed, failed, minutes }))
  counts.push({ passed, failed, minutes })
}
const sum = (what) => counts.reduce((total, count) => total + count[what], 0)
counts.forEach((count, i) => console.log(lineOf(wanted[i], count)))
console.log(`${sum('passed')} passed, ${sum('failed')} failed, ${sum('minutes').toFixed(1)} min`)
process.exitCode = sum('failed') > 0 ? 1 : 0

/** Measures the groups that the benchmark leaves out, and writes their figures into docs/performance.md. */
async function figuresWritten() {
  const isDone = (await run([process.execPath, 'test/bench/run.js', '--markdown', ...long_groups])) === 0
  return { passed: isDone ? 1 : 0, failed: isDone ? 0 : 1 }
}

function lineOf(name, { passed, failed, minutes }) {
  return `${name}: ${passed} passed, ${failed} failed, ${minutes.toFixed(1)} min`
}

/** `postgres` also runs over the older version, if it is installed. */
function withVersions(name) {
  return name === 'postgres' && parts['postgres-15'] ? [name, 'postgres-15'] : [name]
}
