// Cases that depend on the program's configuration, against the built program: users from a file, a stopped clock, a
// time zone and a mode. The nightly run has more of them, in every mode and over both engines.
import { describe, expect, it } from 'vitest'
import { casesOf, mismatchesOf } from '../contract/cases.ts'
import { startServer } from '../contract/runner/server.mjs'
import { is_nightly } from '../support/extent.ts'
import { emptyPostgresCalendar } from '../support/postgres.ts'
import { project } from '../support/project.ts'

const launchOn = (data: string) =>
  `exec '${process.execPath}' '${project}/bin/cal.js' serve --port 0 -o json --data '${data}' --users {users} --now {now} --timezone {timezone} {mode}`

const more = ['transport', 'routes', 'events-list-default-window', 'linking-venue', 'quirk-q01-events']
const of_all_modes = ['credentials', 'events-timezones', ...(is_nightly ? more : [])]
/** Responses of the newest release that differ from the others, and some that do not. */
const of_newest_release = [
  'release-6.17-rights',
  ...(is_nightly ? ['release-6.17-event-ids', 'release-6.17-passwords', 'release-6.17-trash', 'reads-of-roles'] : []),
]

const rows = [
  { store: 'SQLite', empty: async () => ':memory:', mode: 'standard', names: of_all_modes },
  { store: 'SQLite', empty: async () => ':memory:', mode: 'quirks-6.17', names: of_newest_release },
  ...(is_nightly
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
