// Plans show plain titles: services store `&` and quotes as entities.
import { expect, it } from 'vitest'
import { modes, serviceIn } from '../../../support/service-in.ts'

it.each(modes)('a plan shows titles without HTML entities, in %s mode', async (mode) => {
  const { cal, write } = await serviceIn(mode)
  await cal("events create --title 'Food & Drink' --start-date 2027-03-01 --end-date 2027-03-02")
  await cal("venues create --venue 'Bed & Breakfast' --city Ulm")
  expect((await cal('events delete --where search=food --dry-run')).stdout).toMatch(
    /^- delete event \d+ "Food & Drink" · Mon 1 Mar 2027.*\n$/,
  )
  expect((await cal('events update --where search=food --status draft --dry-run')).stdout).toMatch(
    /^~ update event \d+ "Food & Drink"\n/,
  )
  write('venues.json', '[{"venue":"Bed &#038; Breakfast","city":"Bonn"}]')
  expect((await cal('import venues.json --kind venues --dry-run')).stdout).toMatch(
    /^! conflict venue \d+ "Bed & Breakfast"\n.*venue "Bed & Breakfast" exists with a different/,
  )
})
