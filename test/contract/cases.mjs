#!/usr/bin/env node
// Black-box cases for any server of the events interface: `record` writes what a service answers, `replay` checks
// another one.
import { parseArgs } from 'node:util'
import { record } from './runner/record.mjs'
import { replay } from './runner/replay.mjs'

const USAGE = `usage: cases.mjs replay (--launch COMMAND | --api-root URL) [--mode standard|quirks|quirks-6.17] [--only PATTERN] [--json] PATH…
       cases.mjs record (--launch COMMAND | --api-root URL) [--only PATTERN] PATH…
PATH is a case file or a folder of them. COMMAND may hold {users} {now} {timezone} {mode}; it prints {"api_root": "…"}.`

const text = { type: 'string' }, flag = { type: 'boolean', default: false }
const options = { mode: { ...text, default: 'standard' }, launch: text, 'api-root': text, only: text, json: flag, help: flag }
const { values, positionals } = parseArgs({ allowPositionals: true, options })
const [verb, ...paths] = positionals
const verbs = { record, replay }
const usable = verbs[verb] && paths.length && Boolean(values.launch) !== Boolean(values['api-root']) && ['standard', 'quirks', 'quirks-6.17'].includes(values.mode)
if (values.help || !usable) {
  process.stderr.write(`${USAGE}\n`)
  process.exit(values.help ? 0 : 2)
}
if (verb === 'record') values.mode = 'quirks'
process.exitCode = await verbs[verb](values, paths)
