// Cases of each kind, in every mode, asked of the program as it is built: users from a file, a clock that stands still,
// a zone.
import { describe, expect, it } from 'vitest'
import { casesOf, complaintsOf } from '../contract/cases.ts'
import { startServer } from '../contract/runner/server.mjs'
import { project } from '../support/sources.ts'

const launch = `exec '${process.execPath}' '${project}/bin/cal.js' serve --port 0 -o json --data :memory: --users {users} --now {now} --timezone {timezone} {mode}`

/**
 * What depends on the way in: credentials, forms and bodies, addresses, the clock, the zone, links, and what the modes
 * differ in.
 */
const of_all_modes = [
  'credentials',
  'transport',
  'routes',
  'events-list-default-window',
  'events-timezones',
  'linking-venue',
  'quirk-q01-events',
].map((name) => `public/${name}.json`)

/** What the newest release answers in a way of its own, and what it has in common with the others. */
const of_newest_release = [
  'release-6.17-event-ids',
  'release-6.17-passwords',
  'release-6.17-rights',
  'release-6.17-trash',
  'reads-of-roles',
].map((name) => `ours/${name}.json`)

describe.each([
  ['standard', of_all_modes],
  ['quirks', of_all_modes],
  ['quirks-6.17', of_newest_release],
] as const)('the program in %s mode', (mode, chosen) => {
  const cases = casesOf(mode).filter(({ file }) => chosen.includes(file))

  it('has every case that was chosen', () => {
    expect(cases.map(({ file }) => file).sort()).toEqual([...chosen].sort())
  })

  it.each(cases)('$file', async (one) => {
    expect(await complaintsOf(one, mode, () => startServer({ mode, launch }, one.scenario))).toEqual([])
  })
})
