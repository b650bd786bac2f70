// Cases that depend on the program's configuration, against the built program: users from a file, a stopped clock, a
// time zone and a mode. CAL_ALL_CASES has more of them, in every mode and over both engines.
import { describe, expect, it } from 'vitest'
import { casesOf, mismatchesOf } from '../contract/cases.ts'
import { startServer } from '../contract/runner/server.mjs'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { project } from '../support/sources.ts'

const has_all = process.env.CAL_ALL_CASES !== undefined
const launchOn = (data: string) =>
  `exec '${process.execPath}' '${project}/bin/cal.js' serve --port 0 -o json --data '${data}' --users {users} --now {now} --timezone {timezone} {mode}`

const more = ['routes', 'events-list-default-window', 'linking-venue', 'quirk-q01-events']
const of_all_modes = ['credentials', 'transport', 'events-timezones', ...(has_all ? more : [])]
/** Responses of the newest release that differ from the others, and some that do not. */
const of_newest_release = [
  'release-6.17-rights',
  ...(has_all ? ['release-6.17-event-ids', 'release-6.17-passwords', 'release-6.17-trash', 'reads-of-roles'] : []),
]

const rows = [
  { store: 'SQLite', empty: async () => ':memory:', mode: 'standard', names: of_all_modes },
  { store: 'SQLite', empty: async () => ':memory:', mode: 'quirks-6.17', names: of_newest_release },
  ...(has_all
    ? ([
        { store: 'SQLite', empty: async () => ':memory:', mode: 'quirks', names: of_all_modes },
        { store: 'PostgreSQL', empty: emptyPostgresCalendar, mode: 'standard', names: of_all_modes },
      ] as const)
    : []),
] as const

describe.each(rows)('the program in $mode mode over $store', ({ empty, mode, names }) => {
  const cases = casesOf(mode).filter(({ file }) => names.some((name) => file.endsWith(`/${name}.json`)))

  it('has every selected case', () => expect(cases).toHaveLength(names.length))

  it.each(cases)('$file', async (one) => {
    const launch = launchOn(await empty(one.scenario.timezone))
    expect(await mismatchesOf(one, mode, () => startServer({ mode, launch }, one.scenario))).toEqual([])
  })
})
