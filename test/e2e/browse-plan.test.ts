// `--dry-run --browse`: the plan as pages, read by a plain HTTP client.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { type Home, homeWith } from '../support/program.ts'

interface Showing {
  readonly address: string
  /** The page of a path below the secret one. */
  page(path?: string): Promise<string>
  end(): Promise<{ readonly code: number | undefined; readonly stdout: string; readonly stderr: string }>
}

async function showing({ start }: Home, ...words: readonly string[]): Promise<Showing> {
  const child = start([...words, ...(words[0] === 'diff' ? [] : ['--dry-run']), '--browse'])
  const address = await new Promise<string>((resolve) => {
    child.stdout?.once('data', (chunk) => resolve(String(chunk).trim()))
    child.stdout?.once('close', () => resolve(''))
  })
  if (address === '') throw new Error((await child).stderr)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    await child
  })
  return {
    address,
    page: async (path = '') => (await fetch(`${address}${path}`)).text(),
    end: async () => {
      child.kill('SIGINT')
      const { exitCode, stdout, stderr } = await child
      return { code: exitCode, stdout, stderr }
    },
  }
}

async function concerts() {
  const home = homeWith({ CAL_API_ROOT: 'file:calendar.db', CAL_TZ: 'UTC' })
  const create = (title: string, day: string) =>
    home.cal(['events', 'create', '--title', title, '--start-date', `${day} 20:00`, '--duration', '2h'])
  await create('Jazz', '2030-03-05')
  await create('Choir', '2030-03-08')
  return home
}

const records = [
  { kind: 'tags', name: 'spring' },
  { slug: 'jazz', title: 'Jazz', start_date: '2030-03-12 20:00', end_date: '2030-03-12 22:00' },
  { slug: 'choir', title: 'Big choir', start_date: '2030-03-08 20:00', end_date: '2030-03-08 22:00' },
  {
    slug: 'feast',
    title: '<img src=x onerror=hit()> & Feast',
    start_date: '2030-05-20',
    end_date: '2030-05-20',
    all_day: true,
  },
  { slug: 'bad', title: 'Bad', start_date: '2030-02-31 10:00', end_date: '2030-03-01 10:00' },
]

const update = ['--match', 'slug', '--on-existing', 'update']

describe('the plan of an import', () => {
  it('is shown in the month of its first event, writes nothing, and ends as the dry run does', async () => {
    const home = await concerts()
    writeFileSync(join(home.folder, 'new.json'), JSON.stringify(records))
    const before = await home.cal(['events', 'list', '--any-date', '--json'])
    const { address, page, end } = await showing(home, 'import', 'new.json', ...update)
    expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{22}\/$/)

    const first = await fetch(address)
    expect(first.url).toBe(`${address}month/2030-03/`)
    expect(first.headers.get('content-security-policy')).toContain("default-src 'self'")
    const march = await first.text()
    expect(march).toContain('Only events that this plan changes are shown.')
    expect(march).toMatch(/<li class="plan-old"[^>]*><time datetime="2030-03-05T20:00/)
    expect(march).toContain('Jazz → 12 Mar 2030</a>')
    expect(march).toMatch(/<li class="plan-update"[^>]*><time datetime="2030-03-12T20:00/)
    expect(march).toContain('~ Big choir</a>')
    expect(march).toContain('<li>title: <bdi>&quot;Choir&quot;</bdi> → <bdi>&quot;Big choir&quot;</bdi></li>')
    expect(march).toContain('+ create tag <bdi>&quot;spring&quot;</bdi>')
    expect(march).toMatch(/class="plan-invalid".*2030-02-31 10:00.* is not a date/)
    expect(march).not.toContain('<img')
    expect(/rel="next" href="([^"]*)"/.exec(march)?.[1]).toBe(`${new URL(address).pathname}month/2030-05/`)
    expect(march).not.toContain('rel="prev"')

    const may = await page('month/2030-05/')
    expect(may).toMatch(
      /<li class="plan-create"><time datetime="2030-05-20">All day<\/time> <a [^>]*>\+ [^<]*Feast<\/a>/,
    )
    expect(may).toContain('rel="prev"')
    expect(await page('month/2030-05/?lang=de')).toContain('Nur Termine, die dieser Plan ändert, werden angezeigt.')

    const wrong = address.replace(/\/[\w-]{22}\//, '/0123456789012345678901/')
    expect(await (await fetch(wrong)).text()).toBe('not found\n')
    expect((await fetch(`${address}month/2030-03/`, { method: 'POST' })).status).toBe(405)
    expect((await fetch(`${address}events/`)).status).toBe(404)
    // Others can write meanwhile.
    expect((await home.cal(['tags', 'create', '--name', 'late'])).code).toBe(0)
    expect(await end()).toMatchObject({ code: 6, stdout: `${address}\n` })
    expect((await home.cal(['events', 'list', '--any-date', '--json'])).stdout).toBe(before.stdout)
    const tags = await home.cal(['api', 'GET', '/tags', '--param', 'hide_empty=false'])
    expect([...tags.stdout.matchAll(/"name": ?"(\w+)"/g)].map(([, name]) => name)).toEqual(['late'])
  })

  it('is only a list without events', async () => {
    const home = await concerts()
    writeFileSync(join(home.folder, 'tags.json'), JSON.stringify([{ kind: 'tags', name: 'spring' }]))
    const { page, end } = await showing(home, 'import', 'tags.json', '--exit-code')
    const html = await page()
    expect(html).toContain('+ create tag <bdi>&quot;spring&quot;</bdi>')
    expect(html).not.toContain('id="grid"')
    expect(await end()).toMatchObject({ code: 10 })
  })
})

describe('the plan of a calendar file', () => {
  it('shows what is deleted', async () => {
    const home = homeWith({ CAL_API_ROOT: 'file:calendar.db', CAL_TZ: 'UTC' })
    const event = (key: string, day: string) =>
      `  - key: ${key}\n    title: ${key}\n    start_date: ${day} 20:00\n    end_date: ${day} 21:00\n`
    const file = join(home.folder, 'parish.yaml')
    writeFileSync(file, `calendar: parish\nevents:\n${event('mass', '2030-03-05')}${event('talk', '2030-03-07')}`)
    expect(await home.cal(['apply', '-f', 'parish.yaml', '--yes'])).toMatchObject({ code: 0 })
    writeFileSync(file, `calendar: parish\nevents:\n${event('mass', '2030-03-05')}`)
    const { page, end } = await showing(home, 'apply', '-f', 'parish.yaml', '--prune')
    const html = await page()
    expect(html).toMatch(/<li class="plan-delete"[^>]*>.*− talk<\/a>/)
    expect(html).not.toContain('mass')
    expect(await end()).toMatchObject({ code: 0 })
    expect(JSON.parse((await home.cal(['events', 'list', '--any-date', '--json'])).stdout)).toHaveLength(2)
  })
})

describe('the differences of a calendar file and of two calendars', () => {
  it('are shown as pages, with the exit code of diff', async () => {
    const home = await concerts()
    writeFileSync(
      join(home.folder, 'spring.yaml'),
      'events:\n  - { key: ball, title: Spring ball, start_date: 2030-03-20 20:00, duration: 3h }\n',
    )
    const { page, end } = await showing(home, 'diff', '-f', 'spring.yaml', '--exit-code')
    expect(await page('month/2030-03/')).toContain('Spring ball')
    expect(await end()).toMatchObject({ code: 10 })
    const copy = await showing(home, 'diff', '--from', 'calendar.db', '--to', 'other.db')
    expect(await copy.page('month/2030-03/')).toContain('Choir')
    expect(await copy.end()).toMatchObject({ code: 0 })
  })
})
