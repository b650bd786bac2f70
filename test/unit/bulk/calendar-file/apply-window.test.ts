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
