// Parts of a calendar file: `--from` and `--until`, disabled records, skipped months, slugs from titles.
import { expect, it } from 'vitest'
import { newWorkspace } from '../../../support/workspace.ts'

const parish = `calendar: parish
timezone: Europe/Berlin
defaults: {slug: auto, duration: 1h}
venues: [{venue: St Mary}]
events:
  - {title: Mass, start: 2027-01-03 10:00, repeat: FREQ=MONTHLY;BYDAY=1SU}
  - {title: "Choir {n}", start: 2027-06-01 19:30, repeat: FREQ=MONTHLY;BYDAY=1TU, skip_months: [8]}
  - {title: Fair, start: 2027-06-20 11:00}
  - {title: Trip, start: 2027-07-01, disabled: true}
`
const slugsOf = async ({ json }: Pick<ReturnType<typeof newWorkspace>, 'json'>) =>
  ((await json('events list --any-date --all')) as readonly { readonly slug: string }[]).map(({ slug }) => slug)

it('applies the events in a window, including series without an end, and changes nothing the second time', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.yaml', parish)
  expect((await cal('apply -f a.yaml --from 2027-06-01 --until 2027-09-30')).stderr).toContain(
    '8 events, 1 venue created',
  )
  expect(await slugsOf({ json })).toEqual([
    'choir-1-2027-06-01',
    'mass-2027-06-06',
    'fair',
    'mass-2027-07-04',
    'choir-2-2027-07-06',
    'mass-2027-08-01',
    'mass-2027-09-05',
    'choir-3-2027-09-07',
  ])
  expect((await cal('apply -f a.yaml --from 2027-06-01 --until 2027-09-30')).stderr).toBe(
    '8 events, 1 venue unchanged\n',
  )
  expect((await cal('apply -f a.yaml --from 2027-09-01 --until 2027-09-30')).stderr).toBe(
    '2 events, 1 venue unchanged\n',
  )
})

it('prunes only in the window, and keeps events that the file moved out of it', async () => {
  const { cal, json, write } = newWorkspace()
  write('a.yaml', parish)
  await cal('apply -f a.yaml --from 2027-06-01 --until 2027-09-30')
  write(
    'a.yaml',
    parish
      .replace(/ {2}- \{title: "Choir.*\n/, '')
      .replace('venues: [{venue: St Mary}]\n', '')
      .replace('2027-06-20', '2027-12-20'),
  )
  expect((await cal('apply -f a.yaml --from 2027-06-01 --until 2027-07-31 --prune --yes')).stderr).toContain(
    '2 events deleted; 2 events unchanged',
  )
  expect(await slugsOf({ json })).toEqual([
    'mass-2027-06-06',
    'fair',
    'mass-2027-07-04',
    'mass-2027-08-01',
    'mass-2027-09-05',
    'choir-3-2027-09-07',
  ])
  expect(await json('venues list')).toMatchObject([{ venue: 'St Mary' }])
})

it.each([
  [
    '{title: A, start: 2027-01-01 10:00, repeat: FREQ=DAILY}',
    'repeat "FREQ=DAILY" never ends: add UNTIL or COUNT, or use --until',
  ],
  [
    '{title: A, start: 2027-01-01 10:00, repeat: FREQ=YEARLY;BYWEEKNO=20;COUNT=2}',
    'repeat "FREQ=YEARLY;BYWEEKNO=20;COUNT=2": BYWEEKNO needs BYDAY',
  ],
  [
    '{title: A, start: 2027-01-01, repeat: FREQ=HOURLY;COUNT=2}',
    'repeat "FREQ=HOURLY;COUNT=2" needs a start with a time',
  ],
  [
    '{title: A, start: 2027-01-01 10:00, repeat: FREQ=MINUTELY;UNTIL=2027-12-31}',
    'repeat "FREQ=MINUTELY;UNTIL=2027-12-31": it expands to more than 5000 events',
  ],
  [
    '{title: A, start: 2027-01-01 10:00, repeat: FREQ=DAILY;COUNT=2, skip_months: [13]}',
    'skip_months needs months such as [7, 8], not [13]',
  ],
  ['{title: A, start: 2027-01-01 10:00, skip_months: [8]}', 'skip_months needs repeat'],
  ['{title: A, start: 2027-01-01 10:00, disabled: maybe}', 'disabled needs true or false, not "maybe"'],
])('rejects %s', async (event, message) => {
  const { cal, write } = newWorkspace()
  write('a.yaml', `events:\n  - ${event}\n`)
  expect(await cal('apply -f a.yaml')).toMatchObject({
    code: 6,
    stderr: expect.stringContaining(`a.yaml:2: ${message}`),
  })
})

it.each([
  ['--from 2027-13-01', '--from needs a date such as 2027-06-30, not "2027-13-01"'],
  ['--from 2027-06-01 --until 2027-01-01', '--until 2027-01-01 is before --from 2027-06-01'],
])('reports %s as a usage error', async (flags, message) => {
  const { cal, write } = newWorkspace()
  write('a.yaml', parish)
  expect(await cal(`apply -f a.yaml ${flags}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining(`error: ${message}`),
  })
})

it('understands dates in words and in other orders, and says how they were read', async () => {
  const { cal, write } = newWorkspace()
  write('a.yaml', 'events:\n  - { title: Day, start: 2026-11-21 10:00, repeat: FREQ=DAILY;COUNT=40, duration: 1h }\n')
  // Noon on Saturday 21 November 2026.
  const days = async (flags: string) => {
    const { code, stdout, stderr } = await cal(`apply -f a.yaml --dry-run --fields action -o csv ${flags}`)
    return { code, stderr, days: stdout.match(/^create/gm)?.length }
  }
  expect(await days('--from friday --until 24.12.2026')).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('--from "friday": 2026-11-27\n--until "24.12.2026": 2026-12-24\n'),
    days: 28,
  })
  expect(await days('--from w49 --until w49')).toMatchObject({ days: 7 })
  expect(await days('--from someday')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--from needs a date such as 2027-06-30, not "someday"'),
  })
})
