// Untrusted text on a terminal: nothing in a response, a file or a name controls the terminal or forges a line.
import { describe, expect, it } from 'vitest'
import { escapeForTerminal, isolated, markSequence } from '../../../../src/cli/output/terminal.ts'
import { widthOf } from '../../../../src/cli/output/text-width.ts'
import { serveExchange } from '../../../support/exchange-server.ts'
import { firstOf, is_nightly } from '../../../support/extent.ts'
import { newWorkspace } from '../../../support/workspace.ts'
import type { RunResult } from '../../../support/runtime.ts'

const hostile =
  'A\u001b[2J\u001b[31mred\u001b]0;title\u0007\u001b]8;;https://evil.example\u001b\\here\u001b]8;;\u001b\\\u009b1m\u0085\u007f\u202egnp.exe\u2066\u2069\u200fשלום\u0008\u0000\r\nerror: forged\rCreated event 1'

/** After removing our own escape sequences, no control characters may remain. Isolates must be closed on their line. */
const ours =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of terminals.
  /\u001b\[(?:0|1|2|7|22|27|3[0-79]|4[0-79]|49|9[07])m|\u001b\]8;;(?:https?:\/\/calendar\.example[\x21-\x7e]*)?\u001b\\|\r\u001b\[K|\u2068(?=[^\u2068\u2069\n]*\u2069)|(?<=\u2068[^\u2068\u2069\n]*)\u2069/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
const steering = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/

function expectHarmless({ stdout, stderr }: RunResult, line: string): void {
  for (const text of [stdout, stderr]) {
    expect(
      JSON.stringify(
        text
          .replace(ours, '')
          .split('\n')
          .find((one) => steering.test(one)),
      ),
      line,
    ).toBeUndefined()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be there.
    expect(text, line).not.toMatch(/\u001b\[31m|evil\.example\u001b|\u001b\[2J/)
  }
  // Data can have line breaks; messages and plans cannot.
  const messages = /^(?:import|apply|diff)/.test(line) ? `${stdout}\n${stderr}` : stderr
  expect(messages, line).not.toMatch(/^(?:error: forged|Created event 1)/m)
}

const texts = [
  'title',
  'description',
  'excerpt',
  'slug',
  'status',
  'url',
  'website',
  'timezone',
  'cost',
  'venue',
  'organizer',
  'name',
  'address',
  'city',
  'phone',
  'email',
  'date',
  'modified',
  'extra',
  'taxonomy',
  'global_id',
]
const record = {
  ...Object.fromEntries(texts.map((name) => [name, hostile])),
  id: 7,
  start_date: '2026-11-21 10:00:00',
  end_date: '2026-11-21 12:00:00',
  utc_start_date: '2026-11-21 10:00:00',
  utc_end_date: '2026-11-21 12:00:00',
  url: `https://calendar.example/${hostile}`,
  all_day: false,
  cost_details: { currency_symbol: hostile, values: [hostile] },
  count: 2,
  parent: 0,
  venue: { id: 3, venue: hostile, city: hostile },
  organizer: [{ id: 4, organizer: hostile }],
  categories: [{ id: 5, name: hostile, slug: hostile }],
  tags: [{ id: 6, name: hostile }],
  [hostile]: hostile,
}
const place = { ...record, venue: hostile, organizer: hostile }
const lists = { events: [record], venues: [place], organizers: [place], categories: [place], tags: [place] }

const lines = [
  ...['events', 'venues', 'organizers', 'categories', 'tags'].flatMap((plural) => [
    `${plural} list`,
    `${plural} get 7`,
    `${plural} list --fields id,extra,venue.venue`,
  ]),
  ...['json', 'ndjson', 'csv', 'tsv', 'yaml', 'md', 'ids', 'count', 'ics'].map((format) => `events list -o ${format}`),
  'events list --jq .[].title',
  'events list --template {{title}}',
  'events list --all --any-date --sort title',
  'categories tree',
  'agenda',
  'week',
  'month',
  'doctor',
  'index',
  'doc',
  'api GET /events',
  'events update 7 --title x',
  'events delete 7 --yes',
  'events create --title x --start-date 2027-01-01 --end-date 2027-01-02',
  'venues create --venue x',
  'events update 7 --title x --dry-run',
  'events list --debug',
  'events list --show-request',
  'export',
  'export events --format csv',
  'diff cal.yml',
  'apply cal.yml --yes',
  'import jazz.csv --dry-run',
  'events list --venue Hall',
  'events update 7 --venue Hall',
  'events delete --where search=x --yes',
  'events update --where search=x --set cost=5 --yes',
  'events get nothing-like-it',
]

describe.each(['en', 'de'])('in %s', (lang) => {
  // One language in colors and the other without; the nightly run has both in both.
  it.each(is_nightly ? ['always', 'never'] : [lang === 'en' ? 'always' : 'never'])(
    'no response controls the terminal, colors %s',
    async (color) => {
      const service = await serveExchange(async ({ method, path }) => {
        const [, plural = '', id] = path.split('/')
        const items = lists[plural as keyof typeof lists]
        const body =
          items === undefined
            ? {
                namespace: hostile,
                routes: { [hostile]: { methods: [hostile] } },
                name: hostile,
                openapi: hostile,
                info: { title: hostile },
              }
            : id === undefined && method === 'GET'
              ? { [plural]: items, total: 1, total_pages: 1, rest_url: hostile }
              : items[0]
        return {
          status: method === 'POST' && id === undefined ? 201 : 200,
          headers: { 'content-type': 'application/json', 'x-tec-total': '1', 'x-odd': 'a\tb' },
          body: JSON.stringify(body),
        }
      })
      const { folder, write } = newWorkspace()
      write('cal.yml', 'name: x\nevents:\n- {key: a, title: Jazz, start: 2027-03-01 10:00, duration: 1h}\n')
      write('jazz.csv', 'title,start,duration,venue\nJazz,2027-03-01 10:00,1h,forged\n')
      for (const line of lines) {
        const written = await service.cal(`${line} --color ${color} --lang ${lang}`, {
          terminal: true,
          cwd: folder,
          env: { VTE_VERSION: '7000', TERM: 'xterm', CAL_STATE_DIR: folder },
        })
        expectHarmless(written, line)
      }
    },
  )

  it('no error response controls the terminal', async () => {
    for (const status of firstOf(3, [400, 401, 500, 403, 404, 429])) {
      const body = JSON.stringify({
        code: hostile,
        message: hostile,
        data: { status, params: { [hostile]: hostile, title: hostile } },
      })
      const service = await serveExchange(async () => ({
        status,
        headers: { 'content-type': 'application/json' },
        body,
      }))
      for (const line of [
        'events list',
        'events get 7',
        'events create --title x --start-date 2027-01-01 --end-date 2027-01-02',
        'doctor',
        'events list --debug',
        'export',
        'api GET /events',
        'events delete 7 --yes',
      ]) {
        expectHarmless(
          await service.cal(`${line} --lang ${lang}`, { terminal: true, env: { CI: '1' } }),
          `${status} ${line}`,
        )
      }
    }
  })

  it('no file and no file name controls the terminal', async () => {
    const { cal, write } = newWorkspace()
    const name = `a${hostile.replaceAll('/', '').replaceAll('\0', '')}`
    const bad = {
      title: hostile,
      start_date: hostile,
      end_date: hostile,
      status: hostile,
      venue: hostile,
      [hostile]: hostile,
      cost: hostile,
    }
    write('a.json', JSON.stringify([bad, { title: `ok ${hostile}`, start_date: '2027-01-01 10:00' }]))
    write('a.csv', `title,start_date,end_date,"${hostile}"\n"${hostile}",soon ${hostile.slice(0, 9)},,x\n`)
    write('a.yaml', `- title: ${JSON.stringify(hostile)}\n  start_date: ${JSON.stringify(hostile)}\n`)
    write(
      'a.ics',
      `BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:1\r\nSUMMARY:${hostile.replace(/[\r\n]/g, '')}\r\nDTSTART:${hostile.replace(/[\r\n]/g, '')}\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`,
    )
    write(
      'b.yml',
      `name: ${JSON.stringify(hostile)}\nevents:\n- {key: ${JSON.stringify(hostile)}, title: ${JSON.stringify(hostile)}, start: ${JSON.stringify(hostile)}}\n`,
    )
    for (const file of ['a.json', 'a.csv', 'a.yaml', 'a.ics', 'b.yml']) {
      for (const line of [
        `validate ${file}`,
        `import ${file} --dry-run --create-missing`,
        `import ${file} --yes --create-missing`,
        `apply ${file} --dry-run`,
        `diff ${file}`,
        `events create -f ${file} --yes`,
        'history list',
      ]) {
        expectHarmless(await cal(`${line} --lang ${lang}`, { terminal: true, env: { CI: '1' } }), `${line}`)
      }
    }
    for (const line of ['history show', 'events list --any-date', 'events list --any-date -o csv', 'agenda 2027-01-01'])
      expectHarmless(await cal(`${line} --lang ${lang}`, { terminal: true, env: { CI: '1' } }), `${line}`)
    for (const line of [
      'validate',
      'import --yes',
      'apply --yes',
      'events create -f',
      'backup',
      'restore',
      'seed',
      'profile show',
      'profile use',
      'events get',
      'events list --venue',
      'config set output',
      'config get',
      'explain',
      'help',
      'events list --status',
      'api',
    ]) {
      expectHarmless(
        await cal(`${line} '${name.replaceAll("'", '')}' --lang ${lang}`, { terminal: true, env: { CI: '1' } }),
        `${line} NAME`,
      )
    }
  })
})

describe('text that is passed to a terminal', () => {
  it('keeps our own colors and escapes all others', () => {
    const text = `${markSequence('\u001b[1m')}T\u001b[31mX${markSequence('\u001b[22m')}\n`
    expect(escapeForTerminal(text, () => true)).toBe('\u001b[1mT\\u{1b}[31mX\u001b[22m\n')
    expect(widthOf(`${markSequence('\u001b[1m')}ab${markSequence('\u001b[22m')}`)).toBe(2)
  })

  it('passes our own isolates around right-to-left text', () => {
    expect(escapeForTerminal(`${isolated('שלום')} ${isolated('Jazz')} \u2068`, () => true)).toBe(
      '\u2068שלום\u2069 Jazz \\u{2068}',
    )
    expect(escapeForTerminal(`${isolated('שלום')} \u2068`, () => false)).toBe('שלום \u2068')
    expect(widthOf(isolated('שלום'))).toBe(4)
  })

  it('escapes sequences other than colors and links, even behind our own mark', () => {
    expect(escapeForTerminal(markSequence('\u001b[2J'), () => true)).toBe('\\u{1b}[2J')
    expect(escapeForTerminal(markSequence('\u001b]0;title\u0007'), () => true)).toBe('\\u{1b}]0;title\\u{7}')
  })

  it('is not escaped elsewhere, and our marks are removed', () => {
    expect(escapeForTerminal(`${markSequence('\u001b[1m')}T\u001b[31m\r\n`, () => false)).toBe(
      '\u001b[1mT\u001b[31m\r\n',
    )
  })
})
