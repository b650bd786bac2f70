// Selected cases in every mode against the built program, with users from a file, a stopped clock, and
// a time zone.
import { describe, expect, it } from 'vitest'
import { casesOf, mismatchesOf } from '../contract/cases.ts'
import { startServer } from '../contract/runner/server.mjs'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { project } from '../support/sources.ts'

const launchOn = (data: string) =>
  `exec '${process.execPath}' '${project}/bin/cal.js' serve --port 0 -o json --data '${data}' --users {users} --now {now} --timezone {timezone} {mode}`

/**
 * Cases that depend on HTTP and configuration: credentials, forms and bodies, URLs, clock, zone, links, and
 * differences between the modes.
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

/** Responses of the newest release that differ from the others, and some that do not. */
const of_newest_release = [
  'release-6.17-event-ids',
  'release-6.17-passwords',
  'release-6.17-rights',
  'release-6.17-trash',
  'reads-of-roles',
].map((name) => `ours/${name}.json`)

const stores = [
  ['SQLite', async () => ':memory:'],
  ['PostgreSQL', emptyPostgresCalendar],
] as const
const chosen_of_modes = [
  ['standard', of_all_modes],
  ['quirks', of_all_modes],
  ['quirks-6.17', of_newest_release],
] as const

describe.each(
  // The cases in each mode and over each engine are those of test/contract; this is about the program, in one mode of
  // each kind. CAL_ALL_CASES has them all.
  stores
    .flatMap(([store, empty]) => chosen_of_modes.map(([mode, chosen]) => ({ store, empty, mode, chosen })))
    .filter(({ store, mode }) =>
      process.env.CAL_ALL_CASES === undefined
        ? store === 'SQLite' && mode !== 'quirks'
        : store === 'SQLite' || mode === 'standard',
    ),
)('the program in $mode mode over $store', ({ empty, mode, chosen }) => {
  const cases = casesOf(mode).filter(({ file }) => chosen.includes(file))

  it('has every selected case', () => {
    expect(cases.map(({ file }) => file).sort()).toEqual([...chosen].sort())
  })

  it.each(cases)('$file', async (one) => {
    const launch = launchOn(await empty(one.scenario.timezone))
    expect(await mismatchesOf(one, mode, () => startServer({ mode, launch }, one.scenario))).toEqual([])
  })
})
