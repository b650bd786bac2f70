// Deployed services publish the draft venues and organizers of a published event with each of its updates.
import { expect, it } from 'vitest'
import { modes, serviceIn } from '../../../support/service-in.ts'

it.each(modes)('warns before an update that publishes a draft venue, in %s mode', async (mode) => {
  const { cal, send, json, write } = await serviceIn(mode)
  await send('POST', '/venues', { venue: 'Hall & Co', status: 'draft' })
  await send('POST', '/organizers', { organizer: 'Club' })
  const venue = Number((await cal('venues list --status draft -o ids')).stdout)
  const organizer = Number((await cal('organizers list -o ids')).stdout)
  const dates = { start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00' }
  await send('POST', '/events', { title: 'Jazz', ...dates, venue, organizer })
  const event = Number((await cal('events list -o ids')).stdout)
  write('a.json', JSON.stringify({ events: [{ title: 'Jazz', ...dates, excerpt: 'Blues' }] }))

  const plan = await cal('import a.json --on-existing update --dry-run')
  const steps = await json('import a.json --on-existing update --dry-run')
  const draft = await cal('events update jazz --status draft --dry-run')
  const preview = await cal('events update jazz --excerpt Blues --dry-run')
  const { stderr } = await cal('events update jazz --excerpt Blues')

  const publishes = `also publishes venue ${venue} "Hall & Co" (status draft)`
  const { status } = (await json(`venues get ${venue}`)) as { status: string }
  expect({ status, warned: stderr.includes(`warning: the update of event ${event} ${publishes}\n`) }).toEqual(
    mode === 'standard' ? { status: 'draft', warned: false } : { status: 'publish', warned: true },
  )
  expect(plan.stdout.includes(`    ${publishes}\n`)).toBe(mode !== 'standard')
  expect(JSON.stringify(steps).includes(`"publishes":[{"kind":"venue","id":${venue}`)).toBe(mode !== 'standard')
  expect(preview.stderr.includes(`warning: the update of event ${event} ${publishes}\n`)).toBe(mode !== 'standard')
  expect(draft.stderr).not.toContain('publishes')
})

it('warns once before several updates that were confirmed in advance', async () => {
  const { cal, send } = await serviceIn('quirks')
  await send('POST', '/venues', { venue: 'Hall', status: 'draft' })
  const venue = Number((await cal('venues list --status draft -o ids')).stdout)
  for (const title of ['Jazz', 'Blues'])
    await send('POST', '/events', { title, start_date: '2027-03-01 20:00', end_date: '2027-03-01 22:00', venue })
  const { stderr } = await cal('events update jazz blues --excerpt Soul --yes')
  expect(stderr.match(/^warning: the update of event \d+ also publishes venue .*$/gm)).toHaveLength(1)
})
