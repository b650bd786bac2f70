// Commands: names and aliases, targets, flags, conveniences, and what write verbs take.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { localHome } from '../support/home.ts'

const home = localHome({ CAL_API_ROOT: 'file:./c.db', CAL_TZ: 'Europe/Berlin' })
const { cal } = home
const json = async (...words: readonly string[]) => JSON.parse((await cal([...words, '--json'])).stdout)
/** The body of the request that a write would send. */
const body = async (...words: readonly string[]) => {
  const { stdout, stderr } = await cal([...words, '-n'])
  if (stdout === '') throw new Error(stderr)
  return JSON.parse(stdout.slice(stdout.indexOf('{')))
}
const event = ['events', 'create', '--title', 'T', '--start-date', '2027-03-01 10:00', '--end-date', '2027-03-01 11:00']

beforeAll(async () => {
  writeFileSync(
    join(home.folder, 'all.yaml'),
    `
venues: [{ venue: City Hall, city: Berlin }, { venue: Twin, slug: twin, city: Ulm }]
organizers: [{ organizer: Choir }]
categories: [{ name: Music }, { name: Jazz, parent: Music }]
tags: [{ name: late }]
events:
  - { title: Jazz night, slug: jazz-night, start_date: 2027-03-01 20:00, end_date: 2027-03-01 23:00,
      venue: City Hall, categories: [Jazz], tags: [late] }
  - { title: Year, slug: '2026', start_date: 2027-03-02 20:00, end_date: 2027-03-02 23:00 }
`,
  )
  expect(await cal('apply -f all.yaml')).toMatchObject({ code: 0 })
  await cal('venues create --name twin --allow-duplicate --city Rom')
})

describe('the table of commands', () => {
  it('matches the overview', async () => {
    const { stdout } = await cal('--help-all')
    const rows = [...stdout.matchAll(/^ {2}([a-z]+) {2,}(.*)$/gm)].map(([, name, rest]) => [name, rest] as const)
    const verbs = Object.fromEntries(rows)
    const verbs_of_all = 'list get create update edit delete'
    expect(verbs).toMatchObject({
      events: `${verbs_of_all} restore copy`,
      venues: `${verbs_of_all} restore`,
      organizers: `${verbs_of_all} restore`,
      categories: `${verbs_of_all} tree`,
      tags: verbs_of_all,
      history: 'list show undo',
      profile: 'list use show remove',
      config: 'list get set unset path',
    })
    const alone = [
      'agenda',
      'month',
      'week',
      'import',
      'export',
      'validate',
      'diff',
      'apply',
      'seed',
      'serve',
      'api',
      'index',
      'doc',
      'explain',
      'login',
      'logout',
      'init',
      'doctor',
      'completion',
    ]
    expect(Object.keys(verbs)).toEqual(expect.arrayContaining(alone))
  })

  it('includes short names and singular nouns', async () => {
    const { stdout } = await cal('events list -o ids --sort title')
    expect((await cal('event ls -o ids --sort title')).stdout).toBe(stdout)
    expect((await cal('venue show city-hall --template {{venue}}')).stdout).toBe('City Hall\n')
    expect(await cal('tag new --name gone')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Created tag \d+ "gone"\nto undo: cal history undo [\d-]+\n$/),
    })
    expect(await cal('tag rm gone --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^Deleted tag \d+ "gone" for good\nto undo: cal history undo [\d-]+\n$/),
    })
    expect((await cal('organizer ls -o csv --fields organizer')).stdout).toBe('organizer\nChoir\n')
  })

  it('includes a month by its numbers, and the tree of categories', async () => {
    expect((await cal('3 2027')).stdout).toMatch(/^ +March 2027\n[\s\S]*Jazz nig/)
    expect((await cal('2027')).stdout).toMatch(/^2027\n\n January/)
    expect((await cal('categories tree')).stdout).toMatch(/^Music \(0\) #\d+ music\n└─ Jazz \(1\) #\d+ jazz\n$/)
  })

  it('includes `cal api` for any request', async () => {
    expect((await cal('api get /events?per_page=1 --jq .total')).stdout).toBe('2\n')
    expect((await cal('index --jq .namespace')).stdout).toBe('tribe/events/v1\n')
    expect((await cal('doc --jq .openapi')).stdout).toMatch(/^3\.0\.\d\n$/)
    expect((await cal('explain event.start_date')).stdout).toMatch(
      /value +date, with or without a time: \S+ \S+\n +required +yes\n +flag +cal events create --start-date/,
    )
  })
})

describe('targets', () => {
  it('are ids if they are digits, slugs with the prefix slug:; slugs of terms are looked up', async () => {
    expect(await cal('events get 2026')).toMatchObject({ code: 4, stderr: expect.stringContaining('2026') })
    expect((await cal('events get slug:2026 --template {{title}}')).stdout).toBe('Year\n')
    expect((await cal('categories get jazz --template {{name}}')).stdout).toBe('Jazz\n')
  })

  it('are not selected by --slug, which is the new slug', async () => {
    expect(await cal('events update slug:2026 --slug year')).toMatchObject({ code: 0 })
    expect((await cal('events get year --template {{slug}}')).stdout).toBe('year\n')
    for (const verb of ['get', 'delete'])
      expect(await cal(['events', verb, '--slug', 'year'])).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('unknown flag --slug'),
      })
  })

  it('can be piped from a list, as lines or as NDJSON', async () => {
    const ids = (await cal('events list -o ids')).stdout
    expect(await cal('events update - --status draft --yes', ids)).toMatchObject({ code: 0 })
    const records = (await cal('events list --status draft -o ndjson --fields id,title')).stdout
    expect(records.trim().split('\n')).toHaveLength(2)
    expect(await cal('events update - --status publish --yes', records)).toMatchObject({ code: 0 })
    expect((await cal('events list --status publish -o count')).stdout).toBe('2\n')
  })
})

describe('flags', () => {
  it('can be negated, repeated or separated by commas, and are called --name if the field has the name of its kind', async () => {
    expect(await body(...event, '--featured', '--no-sticky')).toMatchObject({ featured: true, sticky: false })
    expect(Object.keys(await body(...event)).sort()).toEqual(['end_date', 'start_date', 'title'])
    const { stderr } = await cal('events list --categories 2,3 --categories 4 --featured --show-request')
    expect(decodeURIComponent(stderr)).toMatch(/GET '\/events\?(?=[^']*featured=true)[^']*categories\S*2\S*3\S*4/)
    expect(await body('venues', 'create', '--name', 'Barn')).toEqual({ venue: 'Barn' })
    expect(await body('organizers', 'create', '--name', 'Band')).toEqual({ organizer: 'Band' })
  })

  it('have meaning and default in --help-all, in English and German', async () => {
    expect((await cal('events list --help-all')).stdout).toMatch(/--per-page N +events per page \(default: 10\)/)
    expect((await cal('events list --help-all --lang de')).stdout).toMatch(
      /--per-page N +Termine je Seite \(Standard: 10\)/,
    )
  })
})

describe('conveniences', () => {
  it('accept dates as words, durations, and times with an offset, which are converted to the zone', async () => {
    const { start_date, end_date } = await body(
      'events',
      'create',
      '--title',
      'T',
      '--start-date',
      'tomorrow 18:00',
      '--duration',
      '90m',
    )
    expect([start_date, end_date].map((date) => date.slice(11))).toEqual(['18:00:00', '19:30:00'])
    const weeks = await body('events', 'create', '--title', 'T', '--start-date', '+2w', '--end-date', '+3w')
    expect(Date.parse(weeks.end_date) - Date.parse(weeks.start_date)).toBe(7 * 86_400_000)
    expect(
      await body(
        'events',
        'create',
        '--title',
        'T',
        '--start-date',
        '2027-05-01T18:00:00Z',
        '--end-date',
        '2027-05-01T16:00:00-03:00',
        '--timezone',
        'America/New_York',
      ),
    ).toMatchObject({ start_date: '2027-05-01 14:00:00', end_date: '2027-05-01 15:00:00' })
  })

  it('resolve names to ids, and list the candidates of an ambiguous name', async () => {
    const [{ id: hall }] = await json('venues', 'list', '--search', 'City')
    const ids = (await json('categories', 'list', '--no-hide-empty')).map(({ id }: { id: number }) => id).sort()
    const sent = await body(...event, '--venue', 'city hall', '--categories', 'music,Jazz')
    expect([sent.venue, [...sent.categories].sort()]).toEqual([hall, ids])
    expect(await cal([...event, '--venue', 'Twin'])).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(
        /^error: "Twin" is the name of 2 venues\nhint: specify the id: \d+ twin \(Rom\), \d+ Twin \(Ulm\)\n$/,
      ),
    })
  })

  it('read texts from files or from standard input', async () => {
    writeFileSync(join(home.folder, 'text.md'), 'from a file')
    expect(await body(...event, '--description', '@text.md')).toMatchObject({ description: 'from a file' })
    const { stdout } = await cal([...event, '--description', '@-', '-n'], 'from standard input')
    expect(stdout).toContain('"description":"from standard input"')
    expect(await body(...event, '--description', '@@home')).toMatchObject({ description: '@home' })
  })
})

describe('write verbs', () => {
  it('merge a file, --data, --set and flags, the latter taking precedence; --unset removes fields', async () => {
    writeFileSync(
      join(home.folder, 'one.yaml'),
      'title: file\ndescription: file\nexcerpt: file\ncost: "1"\nwebsite: http://a.example/\nstart_date: 2027-01-01 10:00\nend_date: 2027-01-01 11:00\n',
    )
    const sent = await body(
      'events',
      'create',
      '-f',
      'one.yaml',
      '--data',
      '{"description":"data","excerpt":"data","cost":"2"}',
      '--set',
      'excerpt=set',
      '--set',
      'cost=3',
      '--cost',
      '4',
      '--unset',
      'website',
    )
    expect(sent).toEqual({
      title: 'file',
      description: 'data',
      excerpt: 'set',
      cost: '4',
      start_date: '2027-01-01 10:00:00',
      end_date: '2027-01-01 11:00:00',
    })
  })

  it('create one or more records from a file, JSON or YAML, also from standard input', async () => {
    const { stdout } = await cal('tags create -f - -n', '[{"name":"a"},{"name":"b"}]')
    expect(stdout).toBe('POST /tags {"name":"a"}\nPOST /tags {"name":"b"}\n')
    expect((await cal('tags create -f - -n', '- name: c\n- name: d\n')).stdout).toBe(
      'POST /tags {"name":"c"}\nPOST /tags {"name":"d"}\n',
    )
  })

  it('print the requests with --dry-run and send none', async () => {
    expect((await cal('events delete jazz-night -n')).stdout).toMatch(/^DELETE \/events\/\d+\n$/)
    expect((await cal('tags create --name never -n')).stdout).toBe('POST /tags {"name":"never"}\n')
    expect(await cal('tags get never')).toMatchObject({ code: 4 })
  })
})

describe('list verbs', () => {
  it('accept --all, --limit, --any-date and undocumented parameters', async () => {
    expect((await cal('events list --all --per-page 1 -o count')).stdout).toBe('2\n')
    expect((await cal('events list --limit 1 -o ids')).stdout).toMatch(/^\d+\n$/)
    const { stderr } = await cal('events list --any-date --param x_extra=1 --show-request')
    expect(stderr).toMatch(/cal api GET '\/events\?(?=[^']*start_date=)(?=[^']*x_extra=1)/)
  })
})

describe('many records', () => {
  it('can be validated, imported, compared, updated, listed as runs and undone', async () => {
    writeFileSync(join(home.folder, 'rows.csv'), 'title,start_date,end_date\nRow,2027-02-01 10:00,2027-02-01 11:00\n')
    writeFileSync(
      join(home.folder, 'rows.yaml'),
      'events:\n  - { title: Row, start_date: 2027-02-01 10:00, end_date: 2027-02-01 12:00 }\n',
    )
    expect(await cal('validate rows.csv')).toEqual({ code: 0, stdout: '', stderr: '1 event: no errors\n' })
    expect(
      (await cal('import - --format csv', 'title,start_date,end_date\nRow,2027-02-01 10:00,2027-02-01 11:00\n')).stderr,
    ).toMatch(/^1 event created/)
    expect((await cal('import rows.csv')).stderr).toMatch(/^1 event unchanged/)
    expect(await cal('diff -f rows.yaml --exit-code')).toMatchObject({
      code: 10,
      stdout: expect.stringMatching(/~ update event \d+ "Row"[\s\S]*12:00:00/),
    })
    expect(await cal('apply -f rows.yaml --yes')).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/^1 event updated/),
    })
    expect(await cal('diff -f rows.yaml --exit-code')).toMatchObject({ code: 0 })
    expect((await cal('history list -o csv --fields command --no-header')).stdout).toMatch(
      /^apply\nimport\n(events|tags|venues|organizers|categories) /,
    )
    expect((await cal('history show --fields action,kind -o csv --no-header')).stdout).toBe('update,event\n')
    expect(await cal('history undo --yes')).toMatchObject({ code: 0 })
    expect((await json('events', 'list', '--search', 'Row'))[0].end_date).toBe('2027-02-01 11:00:00')
    expect((await cal('seed rows.csv')).code).toBe(2)
    expect(JSON.parse((await cal('export tags --stable')).stdout)).toEqual([{ slug: 'late', name: 'late' }])
  })
})
