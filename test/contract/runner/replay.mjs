// Replays cases to a server and reports the differences.
import { relative } from 'node:path'
import { expectationOf, stepFailures } from './compare.mjs'
import { scenariosUnder, skippedIn } from './files.mjs'
import { placeOf, saveOnSuccess, wireRequest } from './requests.mjs'
import { startServer } from './server.mjs'

const print = (line) => process.stdout.write(`${line}\n`)

export async function replay(options, paths) {
  const totals = { passed: 0, failed: 0 }
  for (const { file, scenario } of scenariosUnder(paths, options.only)) {
    if (scenario.modes && !scenario.modes.includes(options.mode)) continue
    const results = await replayScenario(scenario, { mode: options.mode, skipped: skippedIn(file, options.mode) }, () => startServer(options, scenario))
    const count = (state) => results.filter((result) => result.state === state).length
    totals.passed += count('passed')
    totals.failed += count('failed')
    for (const result of results) {
      if (options.json) print(JSON.stringify({ file, ...result }))
      else if (result.state === 'failed') print(`FAIL ${scenario.name} › ${result.step}: ${result.differences.slice(0, 3).map(sentenceOf).join('; ')}`)
    }
    if (!options.json) print(`${relative('.', file)}: ${count('passed')}/${count('passed') + count('failed')}${count('skipped') ? `, ${count('skipped')} skipped` : ''}`)
  }
  print(options.json ? JSON.stringify(totals) : `${totals.passed} passed, ${totals.failed} failed`)
  return totals.failed || !totals.passed ? 1 : 0
}

/** The result of every step; `start` starts a separate server for the case. */
export async function replayScenario(scenario, { mode, skipped }, start) {
  const failed = (step, error) => ({ step: step.name, state: 'failed', differences: [{ path: '(step)', error: error.message }] })
  let server
  try { server = await start() } catch (error) { return scenario.steps.map((step) => failed(step, error)) }
  const context = { mode, symbols: placeOf(server.apiRoot) }
  const results = []
  for (const step of scenario.steps) {
    const expect = expectationOf(step, mode)
    if (expect === 'skip') { results.push({ step: step.name, state: 'skipped' }); continue }
    try {
      if (!expect) throw new Error('nothing is expected of this step; record it')
      const answer = await server.send(wireRequest(step, context.symbols))
      saveOnSuccess(step, answer, context.symbols)
      if (expect === 'ignore' || skipped.has(step.name)) { results.push({ step: step.name, state: 'skipped' }); continue }
      const found = stepFailures(expect, answer, context)
      results.push({ step: step.name, ...(found.length ? { state: 'failed', differences: found } : { state: 'passed' }) })
    } catch (error) { results.push(failed(step, error)) }
  }
  await server.stop()
  return results
}

export function sentenceOf({ path, expected, actual, code, error }) {
  if (error) return error
  const short = (value) => value === undefined ? 'nothing' : JSON.stringify(value).slice(0, 120)
  return `${path}: expected ${short(expected)}, got ${short(actual)}${code ? ` ${code}` : ''}`
}
