// Errors for typical mistakes, in both languages.
import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cal } from '../../../support/runtime.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-slips-'))
const env = { CAL_API_ROOT: `file:${join(folder, 'c.db')}` }
const jazz = ['events', 'create', '--title', 'Jazz', '--start-date', '2027-01-02 20:00'] as const

async function stderrOf(argv: readonly string[], language: 'en' | 'de'): Promise<string> {
  return (await cal(argv, { env: { ...env, CAL_LANG: language }, cwd: folder })).stderr
}

beforeAll(async () => {
  await cal(['tags', 'create', '--name', 'free'], { env })
  await cal(['organizers', 'create', '--name', 'Choir'], { env })
  await cal([...jazz, '--duration', '2h'], { env })
})

describe('a mistake is reported in both languages', () => {
  const rows: readonly (readonly [argv: readonly string[], en: string, de: string])[] = [
    [
      ['venues', 'get', '12'],
      'error: venue 12 not found\nhint: list them: cal venues list --all\n',
      'Fehler: Ort 12 existiert nicht\nHinweis: alle auflisten: cal venues list --all\n',
    ],
    [
      ['events', 'delete', 'jaz', '--yes'],
      'error: event "jaz" not found\nhint: search for it: cal events list --search "jaz"\n',
      'Fehler: Termin „jaz“ existiert nicht\nHinweis: danach suchen: cal events list --search "jaz"\n',
    ],
    [
      ['events', 'get', '15,16'],
      'error: event "15,16" not found\nhint: separate targets with spaces: 15 16\n',
      'Fehler: Termin „15,16“ existiert nicht\nHinweis: Ziele mit Leerzeichen trennen: 15 16\n',
    ],
    [
      ['categories', 'update', 'jaz', '--name', 'Jazz'],
      'error: category "jaz" not found\nhint: search for it: cal categories list --search "jaz"\n',
      'Fehler: Kategorie „jaz“ existiert nicht\nHinweis: danach suchen: cal categories list --search "jaz"\n',
    ],
    [
      ['tags', 'get', '99'],
      'error: tag 99 not found\nhint: list them: cal tags list --all --no-hide-empty\n',
      'Fehler: Schlagwort 99 existiert nicht\nHinweis: alle auflisten: cal tags list --all --no-hide-empty\n',
    ],
    [
      ['api', 'GET', 'tags/99'],
      'error: not found (404): term 99 not found\n',
      'Fehler: nicht gefunden (404): Kategorie oder Schlagwort 99 existiert nicht\n',
    ],
    [
      ['events', 'list', '--organizer', 'Choi'],
      'error: organizer "Choi" not found\nhint: did you mean Choir, id 4?\n',
      'Fehler: Veranstalter „Choi“ existiert nicht\nHinweis: meinten Sie Choir, ID 4?\n',
    ],
    [
      ['organizers', 'create', '--name', 'Choir'],
      'error: the organizer "Choir" already exists (id 4)\nhint: show it: cal organizers get 4; to create another one, add --allow-duplicate\n',
      'Fehler: Veranstalter „Choir“ existiert schon (ID 4)\nHinweis: cal organizers get 4 zeigt den Eintrag; --allow-duplicate legt einen weiteren an\n',
    ],
    [
      ['tags', 'create', '--name', 'free'],
      'error: the server rejected the request (400): this name is already in use\nhint: show the record that uses it: cal tags get 2\n',
      'Fehler: der Server hat die Anfrage abgelehnt (400): dieser Name ist schon vergeben\nHinweis: cal tags get 2 zeigt, wo er vergeben ist\n',
    ],
    [
      jazz,
      'error: --end-date is missing\nhint: or specify a duration: --duration 90m\n',
      'Fehler: --end-date fehlt\nHinweis: oder die Dauer angeben: --duration 90m\n',
    ],
    [
      ['api', 'POST', 'events', '--data', '{"title":"x"}'],
      'error: the server rejected the request (400): missing: start_date, end_date\n',
      'Fehler: der Server hat die Anfrage abgelehnt (400): es fehlt: start_date, end_date\n',
    ],
    [
      ['events', 'list', '--timeout', '0'],
      'error: --timeout needs a positive number, not "0"\n',
      'Fehler: --timeout erwartet eine Zahl größer als 0, nicht „0“\n',
    ],
    [
      ['import', 'a.csv', '--concurrency', '0'],
      'error: --concurrency needs a positive whole number, not 0\n',
      'Fehler: --concurrency erwartet eine ganze Zahl ab 1, nicht 0\n',
    ],
    [
      ['events', 'list', '--ticketed'],
      'error: the server rejected the request (400): invalid parameters: ticketed\n  ticketed: this service does not have the ticket extension\n',
      'Fehler: der Server hat die Anfrage abgelehnt (400): ungültige Parameter: ticketed\n  ticketed: dieser Dienst hat keine Ticket-Erweiterung\n',
    ],
    [
      ['validate', 'none.csv'],
      'error: none.csv cannot be read: no such file\nhint: looked in FOLDER\n',
      'Fehler: none.csv ist nicht lesbar: Datei nicht gefunden\nHinweis: gesucht in FOLDER\n',
    ],
    [
      ['diff'],
      'error: no calendar file specified\nhint: for example: -f calendar.yaml\n',
      'Fehler: keine Kalenderdatei angegeben\nHinweis: zum Beispiel: -f kalender.yaml\n',
    ],
    [
      ['init', 'ftp://old.example'],
      'error: "ftp://old.example" is not the URL of a website\nhint: for example: https://example.org, or file:./calendar.db\n',
      'Fehler: „ftp://old.example“ ist keine Adresse einer Website\nHinweis: etwa https://example.org oder file:./calendar.db\n',
    ],
  ]
  it.each(rows)('cal %j', async (argv, en, de) => {
    const texts = [await stderrOf(argv, 'en'), await stderrOf(argv, 'de')]
    expect(texts.map((text) => text.replace(folder, 'FOLDER'))).toEqual([en, de])
  })
})

describe('a missing file', () => {
  it.each([
    ['evnts.csv', 'did you mean events.csv?'],
    ['../FOLDER/evnts.csv', 'did you mean ../FOLDER/events.csv?'],
    ['jazz.csv', 'similar files in PATH: events.csv, venues.csv'],
    ['jazz.ods', 'looked in PATH'],
    ['none/jazz.csv', 'the folder PATH/none does not exist'],
  ])('%s: %s', async (file, hint) => {
    const here = mkdtempSync(join(tmpdir(), 'cal-near-'))
    for (const name of ['events.csv', 'venues.csv']) writeFileSync(join(here, name), '')
    const { stderr } = await cal(['import', file.replace('FOLDER', basename(here))], { env, cwd: here })
    const [error, found] = stderr.replaceAll(here, 'PATH').replaceAll(basename(here), 'FOLDER').split('\n')
    expect([error, found]).toEqual([`error: ${file} cannot be read: no such file`, `hint: ${hint}`])
  })
})

describe('--date without --start-date', () => {
  it('is said to be the publication date', async () => {
    const typed = ['events', 'create', '--title', 'X', '--date', '2026-12-10']
    expect([await stderrOf(typed, 'en'), await stderrOf(typed, 'de')]).toEqual([
      'error: --date is the publication date, and the event has no start\nhint: for the date of the event: --start-date 2026-12-10\n',
      'Fehler: --date ist das Veröffentlichungsdatum, und der Beginn des Termins fehlt\nHinweis: Datum des Termins: --start-date 2026-12-10\n',
    ])
    expect(await stderrOf(['events', 'update', 'jazz', '--date', 'friday 8pm'], 'en')).toMatch(
      /^--date is the publication date, not the date of the event: that is --start-date 'friday 8pm'\.\n/,
    )
    const both = await stderrOf([...jazz, '--duration', '2h', '--date', '2026-01-01'], 'en')
    expect(both).not.toContain('publication')
  })
})

describe('a missing record', () => {
  it('is named by the flag that refers to it', async () => {
    const refused = await stderrOf([...jazz, '--duration', '1h', '--organizer', '99'], 'en')
    expect(refused).toBe('error: organizer 99 not found\nhint: list them: cal organizers list --all\n')
    expect(await stderrOf(['events', 'list', '--venue', '99'], 'de')).toContain(
      '  venue: erwartet IDs vorhandener Orte, durch Kommas getrennt, nicht „99“\n',
    )
  })
})

describe('an unknown time zone', () => {
  it('is rejected', async () =>
    expect(await stderrOf([...jazz, '--duration', '1h', '--timezone', 'Mars'], 'en')).toContain(
      'error: --timezone needs a zone such as Europe/Berlin or UTC+2, not "Mars"\n',
    ))
})

describe('an unknown field', () => {
  it.each([[['--sort', '-titel']], [['--template', '{{id}} {{ titel }}']], [['--fields', 'id,titel']]])(
    'is rejected: %j',
    async (flags) => {
      expect(await cal(['events', 'list', ...flags], { env })).toEqual({
        code: 2,
        stdout: '',
        stderr: 'error: unknown field "titel"\nhint: did you mean title?\n',
      })
      expect(await cal(['events', 'get', '5', ...flags], { env })).toMatchObject({ code: 2, stdout: '' })
      expect(await cal(['tags', 'list', ...flags], { env })).toMatchObject({ code: 0 })
      expect(await stderrOf(['events', 'list', '--any-date', ...flags], 'de')).toBe(
        'Fehler: unbekanntes Feld „titel“\nHinweis: meinten Sie title?\n',
      )
    },
  )

  it('is rejected if no name is close, and in linked records', async () => {
    expect(await stderrOf(['events', 'list', '--fields', 'id,colour'], 'en')).toBe(
      'error: unknown field "colour"\nhint: to see all fields, use -o json\n',
    )
    expect(await stderrOf(['events', 'list', '--fields', 'organizer.nmae'], 'en')).toMatch(
      /^error: unknown field "organizer.nmae"\n/,
    )
    expect(await stderrOf(['organizers', 'list', '--fields', 'title'], 'en')).toMatch(/^error: unknown field "title"\n/)
  })

  it('is rejected before anything is written', async () => {
    expect(await cal(['tags', 'create', '--name', 'never', '--json', '--fields', 'nmae'], { env })).toMatchObject({
      code: 2,
      stdout: '',
    })
    expect(await cal(['tags', 'get', 'never'], { env })).toMatchObject({ code: 4 })
  })

  it('may be documented and empty in every record', async () =>
    expect(await cal(['organizers', 'list', '--fields', 'organizer,phone', '-o', 'csv'], { env })).toMatchObject({
      code: 0,
      stdout: 'organizer,phone\nChoir,\n',
    }))
})

describe('--where', () => {
  it('suggests no filter that it does not support', async () => {
    const refused = await stderrOf(['events', 'delete', '--where', 'per_page=3'], 'en')
    expect(refused).toMatch(/^error: --where: unknown filter "per_page"\nhint: /)
    expect(refused).not.toMatch(/hint:.*per_page/)
  })
})
