// Subscriptions to a calendar that the built program serves: a plain HTTP client, and vdirsyncer with khal.
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import { afterAll, describe, expect, it } from 'vitest'
import { isObject } from '../../src/base/json.ts'
import { is_nightly } from '../support/extent.ts'
import { eventsIn, titlesIn } from '../support/feeds.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { newFolder } from '../support/folder.ts'

const folder = newFolder()
const servers: ServerProcess[] = []
afterAll(async () => {
  await Promise.all(servers.map((server) => server.stop()))
  rmSync(folder, { recursive: true, force: true })
})

async function started(file: string, ...more: readonly string[]) {
  const server = await startServer('--data', join(folder, file), '--timezone', 'Europe/Berlin', ...more)
  servers.push(server)
  const { origin } = new URL(server.api_root)
  const send = async (method: string, path: string, body?: object): Promise<number> => {
    const answer = await fetch(server.api_root + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(await answer.text())
    const record: unknown = await answer.json()
    return isObject(record) ? Number(record.id) : 0
  }
  return { ...server, origin, url: `${origin}/events.ics`, send }
}

const at = (day: string, hour: number) => ({
  start_date: `${day} ${hour}:00:00`,
  end_date: `${day} ${hour + 2}:00:00`,
})

/** As a subscriber that keeps what it has: the status, and the titles with their start and state. */
class Subscriber {
  readonly #url: string
  #headers: Record<string, string> = {}

  constructor(url: string) {
    this.#url = url
  }

  async fetch(): Promise<readonly [status: number, events?: readonly string[]]> {
    const answer = await fetch(this.#url, { headers: this.#headers })
    if (answer.status !== 200) return [answer.status]
    this.#headers = { 'if-none-match': answer.headers.get('etag') ?? '' }
    const events = eventsIn(await answer.text()).map((event) =>
      ['summary', 'dtstart', 'status'].map((name) => String(event.getFirstPropertyValue(name))).join(' '),
    )
    return [200, events.sort()]
  }
}

describe('a subscriber', () => {
  it('gets what changed, and 304 if nothing did', async () => {
    const { url, send } = await started('changes.db')
    const tag = await send('POST', '/tags', { name: 'Cancelled' })
    const [jazz, talk, fair] = [
      await send('POST', '/events', { title: 'Jazz', ...at('2027-03-01', 18) }),
      await send('POST', '/events', { title: 'Talk', ...at('2027-03-02', 18) }),
      await send('POST', '/events', { title: 'Fair', ...at('2027-03-03', 18) }),
    ]
    const subscriber = new Subscriber(url)
    const [one, two, three] = [
      'Jazz 2027-03-01T18:00:00 CONFIRMED',
      'Talk 2027-03-02T18:00:00 CONFIRMED',
      'Fair 2027-03-03T18:00:00 CONFIRMED',
    ]
    expect(await subscriber.fetch()).toEqual([200, [three, one, two]])
    expect(await subscriber.fetch()).toEqual([304])
    await send('POST', `/events/${jazz}`, at('2027-03-05', 20))
    expect(await subscriber.fetch()).toEqual([200, [three, 'Jazz 2027-03-05T20:00:00 CONFIRMED', two]])
    await send('POST', `/events/${talk}`, { tags: [tag] })
    expect((await subscriber.fetch())[1]?.[2]).toBe('Talk 2027-03-02T18:00:00 CANCELLED')
    await send('DELETE', `/events/${fair}`)
    expect((await subscriber.fetch())[1]).toHaveLength(2)
    expect(await subscriber.fetch()).toEqual([304])
  })

  it('finds the same UIDs after a restart, as an export writes them, and asks again', async () => {
    const first = await started('restart.db')
    await first.send('POST', '/events', { title: 'Jazz', ...at('2027-03-01', 18) })
    const before = await fetch(first.url)
    const text = await before.text()
    await first.stop()
    const second = await started('restart.db', '--port', new URL(first.url).port)
    const after = await fetch(second.url, { headers: { 'if-none-match': before.headers.get('etag') ?? '' } })
    expect([after.status, await after.text()]).toEqual([200, text])
    const exported = await execa(process.execPath, ['bin/cal.js', 'export', 'events', '--format', 'ics'], {
      env: { CAL_API_ROOT: second.api_root, HOME: folder },
    })
    const event = /BEGIN:VEVENT[\s\S]*END:VEVENT/.exec(text)?.[0] ?? 'none'
    expect(exported.stdout.replaceAll(/\r?\n/g, '\r\n')).toContain(event)
  })

  it('finds feeds of a category, of pages and of one event, by the addresses that cal feed prints', async () => {
    const { origin, api_root, send } = await started('pages.db')
    const music = await send('POST', '/categories', { name: 'Music' })
    const open_air = await send('POST', '/tags', { name: 'Open Air' })
    await send('POST', '/events', { title: 'Jazz', categories: [music], ...at('2027-03-01', 18) })
    await send('POST', '/events', { title: 'Film', tags: [open_air], ...at('2027-04-01', 18) })
    const titles = async (address: string) => titlesIn(await (await fetch(address)).text())
    for (const [line, address, found] of [
      [[], '/events.ics', ['Jazz', 'Film']],
      [['category', 'music'], '/events/category/music.ics', ['Jazz']],
      [['tag', 'open-air'], '/events/tag/open-air.ics', ['Film']],
      [['jazz'], '/event/jazz/?ical=1', ['Jazz']],
    ] as const) {
      const { stdout } = await execa(process.execPath, ['bin/cal.js', 'feed', ...line], {
        env: { CAL_API_ROOT: api_root, HOME: folder },
      })
      expect(stdout).toBe(origin + address)
      expect(await titles(stdout)).toEqual(found)
    }
    expect(await titles(`${origin}/events/month/2027-04/?ical=1`)).toEqual(['Film'])
    expect(await titles(`${origin}/events/?ical=1&search=jazz`)).toEqual(['Jazz'])
    expect(await titles(`${origin}/?post_type=tribe_events&eventDisplay=list&ical=1`)).toEqual(['Jazz', 'Film'])
    expect((await fetch(`${origin}/events/category/nothing.ics`)).status).toBe(404)
  })
})

const hasClients = is_nightly && ['vdirsyncer', 'khal'].every(isInstalled)
if (is_nightly && !hasClients) {
  const text =
    'vdirsyncer and khal are not installed, so feeds are not tried with them: apt-get install vdirsyncer khal'
  if (process.env.CAL_REQUIRE_CLIENTS) throw new Error(text)
  console.warn(text)
}

describe.skipIf(!hasClients)('vdirsyncer and khal, in the nightly run if they are installed', () => {
  it('sync twice without a change, then show moved, cancelled and deleted events', async () => {
    const { url, send } = await started('clients.db')
    const tag = await send('POST', '/tags', { name: 'Cancelled' })
    const venue = await send('POST', '/venues', { venue: 'Größe & Söhne', address: 'Am Platz 1', city: 'Ulm' })
    const jazz = await send('POST', '/events', { title: 'Jazz, live', venue, ...at('2027-03-01', 18) })
    const talk = await send('POST', '/events', { title: 'Talk', timezone: 'America/New_York', ...at('2027-03-02', 10) })
    const fair = await send('POST', '/events', {
      title: 'Fair',
      all_day: true,
      start_date: '2027-03-03',
      end_date: '2027-03-04',
    })
    const client = newClient(url)
    client.sync()
    const before = client.files()
    expect(before).toHaveLength(3)
    const events = ['01 18:00-20:00 Jazz, live', '02 16:00-18:00 Talk', '03 - Fair', '03 - Fair']
    expect(client.list()).toEqual(events)
    client.sync()
    expect(client.files()).toEqual(before)
    await send('POST', `/events/${jazz}`, at('2027-03-05', 20))
    await send('POST', `/events/${talk}`, { tags: [tag] })
    await send('DELETE', `/events/${fair}`)
    client.sync()
    expect(client.list()).toEqual(['02 16:00-18:00 CANCELLED Talk', '05 20:00-22:00 Jazz, live'])
    expect(client.files()).toHaveLength(2)
  })
})

function isInstalled(name: string): boolean {
  try {
    execFileSync(name, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** A subscription in a folder of its own. */
function newClient(url: string) {
  const home = mkdtempSync(join(folder, 'client-'))
  const events = join(home, 'events')
  mkdirSync(events)
  const env = { HOME: home, PATH: process.env.PATH ?? '', LC_ALL: 'C.UTF-8', TZ: 'Europe/Berlin' }
  writeFileSync(
    join(home, 'vdirsyncer.conf'),
    `[general]
status_path = "${join(home, 'status')}"
[pair town]
a = "feed"
b = "folder"
collections = null
conflict_resolution = "a wins"
[storage feed]
type = "http"
url = "${url}"
[storage folder]
type = "filesystem"
path = "${events}"
fileext = ".ics"
`,
  )
  writeFileSync(
    join(home, 'khal.conf'),
    `[calendars]
[[town]]
path = ${events}
[locale]
timeformat = %H:%M
dateformat = %d
longdateformat = %Y-%m-%d
datetimeformat = %d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
local_timezone = Europe/Berlin
default_timezone = Europe/Berlin
[sqlite]
path = ${join(home, 'khal.db')}
`,
  )
  const vdirsyncer = (verb: string) =>
    execFileSync('vdirsyncer', ['-c', join(home, 'vdirsyncer.conf'), verb], { env, encoding: 'utf8', stdio: 'pipe' })
  vdirsyncer('discover')
  return {
    sync: () => vdirsyncer('sync'),
    /** Names and times of the files. */
    files: () => readdirSync(events).map((name) => [name, statSync(join(events, name)).mtimeMs]),
    list: () => {
      const format = ['--day-format', '', '--format', '{start-date} {start-time}-{end-time} {cancelled}{title}']
      const days = ['2027-03-01', '2027-03-10']
      return execFileSync('khal', ['-c', join(home, 'khal.conf'), 'list', ...format, ...days], {
        env,
        encoding: 'utf8',
      })
        .split('\n')
        .filter((line) => line !== '')
    },
  }
}
