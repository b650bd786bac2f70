// `cal events copy`: new events with the fields, venue, organizers and terms of another one.
import { describe, expect, it } from 'vitest'
import type { JsonObject } from '../../../../../src/base/json.ts'
import { sendableOf } from '../../../../../src/client/update/sendable.ts'
import { modes, serviceIn } from '../../../../support/service-in.ts'

type Shown = Readonly<Record<string, unknown>>

async function calendar(mode: (typeof modes)[number]) {
  const service = await serviceIn(mode)
  await service.cal('categories create --name Music')
  await service.cal('venues create --venue Hall')
  await service.cal('organizers create --organizer Anna')
  await service.cal(
    "events create --title Jazz --timezone Europe/Berlin --start-date '2027-03-26 20:00' --duration 3h --cost 5 --description Loud --categories Music --venue Hall --organizer Anna --featured",
  )
  service.writes()
  const [event] = (await service.json('events list --any-date')) as readonly Shown[]
  return {
    ...service,
    event: event ?? {},
    get: async (id: unknown) => (await service.json(`events get ${id}`)) as Shown,
  }
}

/** The fields as they would be sent, without those that a copy has of its own. */
function shared(event: Shown): Shown {
  const {
    date: _,
    date_utc: _utc,
    slug: _slug,
    start_date: _start,
    end_date: _end,
    ...fields
  } = sendableOf('events', event as JsonObject)
  return fields
}

describe.each(modes)('in %s mode', (mode) => {
  it('copies every field to another day, at the same time, with a slug of its own', async () => {
    const { cal, event, get } = await calendar(mode)
    const id = Number(event.id) + 1
    expect(await cal('events copy jazz --start-date 2027-04-02')).toEqual({
      code: 0,
      stdout: '',
      stderr: expect.stringMatching(
        new RegExp(`^Created event ${id} "Jazz" · Fri 2 Apr 2027, 20:00–23:00 .*\nto undo: cal history undo \\S+\n$`),
      ),
    })
    const copy = await get(id)
    expect(shared(copy)).toEqual(shared(event))
    expect(copy).toMatchObject({
      slug: 'jazz-2',
      start_date: '2027-04-02 20:00:00',
      end_date: '2027-04-02 23:00:00',
      utc_start_date: '2027-04-02 18:00:00',
    })
    expect(await cal('history undo --yes', 1)).toMatchObject({ code: 0 })
    expect(await cal('events list --any-date -o ids')).toMatchObject({ stdout: `${event.id}\n` })
  })

  it('refuses to publish what a password or the trash hides', async () => {
    const { cal, event, send, get, writes } = await calendar(mode)
    await send('PUT', `/events/${event.id}`, { password: 'key', title: 'Jazz' })
    writes()
    const refused = await cal(`events copy ${event.id} --shift 1w`)
    expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('is protected by a password') })
    expect(writes()).toEqual([])
    await send('PUT', `/events/${event.id}`, { password: '' })
    await cal(`events delete ${event.id} --yes`)
    const copied = await cal(`events copy ${event.id} --shift 1w --porcelain`)
    expect(copied).toMatchObject({ code: 0 })
    expect(await get(copied.stdout.trim())).toMatchObject({ status: 'draft' })
  })
})
