// What newcomers type first, in both languages: it does what was meant, or exits 2 and names what to type.
import { copyFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { cal, type RunResult } from '../support/runtime.ts'
import { shellWords } from '../support/shell-words.ts'

const folder = mkdtempSync(join(tmpdir(), 'cal-first-words-'))
const file = join(folder, 'calendar.db')
const base = join(folder, 'base.db')

/** At noon on Saturday 21 November 2026. */
function typed(line: string, language: 'en' | 'de'): Promise<RunResult> {
  const env = {
    CAL_API_ROOT: `file:${file}`,
    CAL_STATE_DIR: join(folder, 'state'),
    CAL_CONFIG: join(folder, 'config.yaml'),
    CAL_TZ: 'UTC',
    CAL_LANG: language,
  }
  return cal(shellWords(line).slice(1), { env, cwd: folder })
}

beforeAll(async () => {
  for (const line of [
    'cal categories create --name Music',
    'cal tags create --name late',
    'cal venues create --name "Blue Cellar"',
    'cal events create --title "Jazz night" --start-date "tomorrow 20:00" --duration 2h --venue 4 --categories 2',
  ])
    expect((await typed(line, 'en')).code).toBe(0)
  copyFileSync(file, base)
})

interface Answer {
  readonly code: number
  /** What standard output or standard error has, in English and in German. */
  readonly en: RegExp | string
  readonly de: RegExp | string
}

/** It is done; the same sign of it in both languages where only one is given. */
function done(en: RegExp | string, de = en): Answer {
  return { code: 0, en, de }
}

/** Exit 2 with this hint. */
function hint(en: string, de = en): Answer {
  return { code: 2, en: `hint: ${en}\n`, de: `Hinweis: ${de}\n` }
}

function example(line: string): Answer {
  return hint(`for example: ${line}`, `zum Beispiel: ${line}`)
}

function meant(line: string): Answer {
  return hint(`did you mean ${line}?`, `meinten Sie ${line}?`)
}

const overview = done(/^Usage: cal COMMAND \[/, /^Aufruf: cal BEFEHL \[/)
const events_help = done(
  /^Usage: cal events COMMAND[\s\S]*events create /,
  /^Aufruf: cal events BEFEHL[\s\S]*events create /,
)
const event_5 = done(/Jazz night[\s\S]*22\.? Nov\.? 2026, 20:00–22:00/)
const jazz = done('Jazz night')
const nothing_on = (en: string, de: string) => done(`No events on ${en}.`, `Keine Termine am ${de}.`)
const create_help = hint('cal events create --help')
const version = done(/^cal \d+\.\d+\.\d+\n$/)
const file_hint = hint(
  'show it in the browser: cal browse; in the terminal: cal agenda, cal events get',
  'cal browse zeigt den Inhalt im Browser, cal agenda und cal events get im Terminal',
)

const rows: readonly (readonly [line: string, answer: Answer])[] = [
  ['cal', overview],
  ['cal help', overview],
  ['cal --help', overview],
  ['cal -h', overview],
  ['cal help events', events_help],
  ['cal events', events_help],
  ['cal events help', events_help],
  ['cal today', nothing_on('Sat 21 November 2026', 'Samstag, 21. November 2026')],
  ['cal tomorrow', done('20:00–22:00 • Jazz night')],
  ['cal weekend', done('20:00–22:00 • Jazz night')],
  ['cal day friday', nothing_on('Fri 27 November 2026', 'Freitag, 27. November 2026')],
  ['cal friday', nothing_on('Fri 27 November 2026', 'Freitag, 27. November 2026')],
  ['cal heute', nothing_on('Sat 21 November 2026', 'Samstag, 21. November 2026')],
  ['cal week', done('Week 47 · ', 'Woche 47 · ')],
  ['cal month', done('November 2026\n')],
  ['cal december', done('December 2026\n', 'Dezember 2026\n')],
  ['cal 12 2026', done('December 2026\n', 'Dezember 2026\n')],
  ['cal next week', done('Week 48 · ', 'Woche 48 · ')],
  ['cal last monday', nothing_on('Mon 16 November 2026', 'Montag, 16. November 2026')],
  ['cal 24 dec', nothing_on('Thu 24 December 2026', 'Donnerstag, 24. Dezember 2026')],
  ['cal day 24.12.2026', nothing_on('Thu 24 December 2026', 'Donnerstag, 24. Dezember 2026')],
  ['cal W49', done('Week 49 · ', 'Woche 49 · ')],
  ['cal agenda in 2 wochen', nothing_on('Sat 5 December 2026', 'Samstag, 5. Dezember 2026')],
  ['cal day 3/4/2027', hint('write 2027-03-04 or 2027-04-03', '2027-04-03 oder 2027-03-04 angeben')],
  [
    'cal events list --start-date "next week"',
    done('from Mon 23 November 2026 (UTC)', 'ab Montag, 23. November 2026 (UTC)'),
  ],
  ['cal agenda', done('20:00–22:00 • Jazz night')],
  ['cal agenda this weekend', done('20:00–22:00 • Jazz night')],
  ['cal list', jazz],
  ['cal ls', jazz],
  ['cal events ls', jazz],
  ['cal event list', jazz],
  ['cal list events', jazz],
  ['cal list venues', done('Blue Cellar')],
  ['cal show 5', event_5],
  ['cal get 5', event_5],
  ['cal events get 5', event_5],
  ['cal events show 5', event_5],
  ['cal get venue 4', done('Blue Cellar')],
  [
    'cal 5',
    hint(
      'to show an event: cal events get 5; to show a month: cal month 2026-12',
      'cal events get 5 zeigt einen Termin, cal month 2026-12 einen Monat',
    ),
  ],
  ['cal events open 5', file_hint],
  ['cal events get 5 --web', file_hint],
  ['cal open 99', { code: 4, en: 'event 99 not found', de: 'Termin 99 existiert nicht' }],
  ['cal feed', { code: 2, en: 'has no feed', de: 'hat keinen Feed' }],
  ['cal serve --data mysql://db/app', hint('for example: --data ./calendar.db', 'etwa --data ./calendar.db')],
  [
    'cal doctor --data postgres://db/app?sslmode=none',
    { code: 2, en: /^!! +api root +sslmode needs one of/, de: /^!! +Adresse +sslmode / },
  ],
  ['cal subscribe', { code: 2, en: 'serve it: cal serve --data', de: 'bereitstellen: cal serve --data' }],
  ['cal browse --idle soon', { code: 2, en: 'needs a duration', de: 'erwartet eine Dauer' }],
  ['cal browser', meant('cal browse')],
  ['cal search jazz', done(/^Events\n[\s\S]*Jazz night/, /^Termine\n[\s\S]*Jazz night/)],
  ['cal find jazz', done(/^Events\n[\s\S]*Jazz night/, /^Termine\n[\s\S]*Jazz night/)],
  ['cal events find jazz night --fields title', done(/^TITLE\nJazz night\n/)],
  [
    'cal add "Open stage friday 8pm 3h @ Blue Cellar #music" --yes',
    done(
      /When +Fri 27 Nov 2026, 20:00–23:00\n +Venue +Blue Cellar #4\n +Categories +Music #2\nCreated event 6 "Open stage"/,
      /Wann +Fr 27. Nov. 2026, 20:00–23:00\n +Ort +Blue Cellar #4\n +Kategorien +Music #2\nTermin 6 „Open stage“ angelegt/,
    ),
  ],
  ['cal add "Open stage friday 8pm 3h"', done('Created event 6 "Open stage"', 'Termin 6 „Open stage“ angelegt')],
  [
    'cal add "Market 24.–26.12. @ Blue Cellar" --yes',
    done('· Thu 24 – Sat 26 Dec 2026 · Blue Cellar', '· Do 24. – Sa 26. Dez. 2026 · Blue Cellar'),
  ],
  [
    'cal add event',
    hint('to use flags instead: cal events create --help', 'Felder als Optionen: cal events create --help'),
  ],
  ['cal new event', create_help],
  ['cal create event', create_help],
  ['cal events add', create_help],
  ['cal events create', create_help],
  [
    'cal events new --title X --start "tomorrow 20:00" --duration 2h',
    hint('did you mean --start-date?', 'meinten Sie --start-date?'),
  ],
  [
    'cal events create --title X --start-date "next friday 8pm" --duration 2h',
    done('Created event 6 "X"', 'Termin 6 „X“ angelegt'),
  ],
  ['cal rm 5', meant('cal events delete 5')],
  ['cal new --title X', meant('cal events create --title X')],
  ['cal update 5 --title "New name"', meant("cal events update 5 --title 'New name'")],
  [
    'cal events rm 5 --yes',
    done('Moved event 5 "Jazz night" to the trash', 'Termin 5 „Jazz night“ in den Papierkorb gelegt'),
  ],
  [
    'cal events remove 5 --yes',
    done('Moved event 5 "Jazz night" to the trash', 'Termin 5 „Jazz night“ in den Papierkorb gelegt'),
  ],
  ['cal delete event 5 --yes', done('Moved event 5', 'Termin 5 „Jazz night“ in den Papierkorb')],
  [
    'cal events restore 5',
    done('event 5 "Jazz night" is not in the trash', 'Termin 5 „Jazz night“ ist nicht im Papierkorb'),
  ],
  ['cal events untrash jazz-night', done('is not in the trash', 'ist nicht im Papierkorb')],
  ['cal untrash 5', meant('cal events restore 5')],
  [
    'cal tags restore late',
    {
      code: 2,
      en: 'tags have no trash to restore from',
      de: 'für Schlagwörter gibt es keinen Papierkorb',
    },
  ],
  [
    'cal events update 5 --shift 1month',
    { code: 2, en: 'hint: units: w weeks, d days', de: 'Hinweis: Einheiten: w Wochen, d Tage' },
  ],
  [
    'cal events duplicate 5',
    hint('add --start-date 2027-03-08 or --shift +1w', '--start-date 2027-03-08 oder --shift +1w angeben'),
  ],
  [
    'cal events edit 5',
    hint('use cal events update 5 --title … instead', 'cal events update 5 --title … ändert Felder ohne Editor'),
  ],
  ['cal edit 5', meant('cal events edit 5')],
  ['cal events move 5', example('cal events update 5 --shift +1d')],
  ['cal reschedule 5', example('cal events update 5 --shift +1d')],
  ['cal events list --venue "Blue Cellar"', jazz],
  ['cal events list --today', meant('cal today')],
  ['cal events list -v', hint('did you mean --debug?', 'meinten Sie --debug?')],
  ['cal events list --no-color', jazz],
  ['cal events list --json', done('"title": "Jazz night"')],
  ['cal events list --format csv', done(/^id,title,[^\n]*\n5,Jazz night,/)],
  ['cal events list --csv', done(/^id,title,[^\n]*\n5,Jazz night,/)],
  ['cal import', { code: 2, en: 'cal import events.csv', de: 'cal import ' }],
  ['cal import nothere.csv', { code: 2, en: 'no such file', de: 'Datei nicht gefunden' }],
  ['cal export', done('"title":"Jazz night"')],
  [
    'cal copy',
    hint(
      'specify both calendars by profile, URL or file: cal copy --from production --to staging',
      'beide Kalender als Profil, Adresse oder Datei angeben: cal copy --from produktion --to test',
    ),
  ],
  ['cal copy 5', example('cal events copy 5 --shift +1w')],
  ['cal copy calendar.db other.db', meant('cal copy --from calendar.db --to other.db')],
  [
    'cal copy --from calendar.db --to calendar.db',
    { code: 2, en: 'are the same calendar: file:/', de: 'sind derselbe Kalender: file:/' },
  ],
  [
    'cal copy --from calendar.db --to other.db --dry-run',
    done('1 event, 1 venue, 1 category, 1 tag to create', '1 Termin, 1 Ort, 1 Kategorie, 1 Schlagwort anzulegen'),
  ],
  ['cal diff --from calendar.db --to other.db', done('+ create event "Jazz night"', '+ Termin „Jazz night“')],
  [
    'cal sync',
    hint(
      'cal copies in one direction: cal copy --from PROFILE|FILE --to PROFILE|FILE',
      'cal kopiert in einer Richtung: cal copy --from PROFIL|DATEI --to PROFIL|DATEI',
    ),
  ],
  ['cal wait events --where search=jazz --count 1 --timeout 60s', done('1 event found', '1 Termin gefunden')],
  ['cal wait event --where categories=Music -o ids', done(/^5\n/)],
  ['cal events wait', done('1 event found', '1 Termin gefunden')],
  ['cal wait events --search jazz', meant("--where 'search=jazz'")],
  ['cal events delete --search jazz', meant("--where 'search=jazz'")],
  [
    'cal today --watch',
    hint(
      '-o ndjson prints new and changed records as they come',
      '-o ndjson gibt neue und geänderte Einträge laufend aus',
    ),
  ],
  ['cal mcp --allow-write', meant('--allow-writes')],
  ['cal mcp --import-folder none', { code: 2, en: 'none', de: 'none' }],
  ['cal wait', { code: 2, en: 'KIND is missing', de: 'ART fehlt' }],
  [
    'cal wait events --count 0',
    hint('to wait until no record matches: --gone', 'warten, bis kein Eintrag mehr zutrifft: --gone'),
  ],
  ['cal undo nope', { code: 4, en: 'run "nope" not found', de: 'Lauf „nope“ existiert nicht' }],
  ['cal history', done('history undo ')],
  ['cal login', { code: 11, en: 'needs no sign-in', de: 'braucht keine Anmeldung' }],
  ['cal config', done('config set ')],
  ['cal version', version],
  ['cal -v', version],
  ['cal --version', version],
  ['cal completion', hint('cal completion bash')],
  ['cal evnets list', meant('cal events list')],
  ['cal evnets list --venue "Blue Cellar"', meant("cal events list --venue 'Blue Cellar'")],
  ['cal events lits --all', meant('cal events list --all')],
  [
    'cal events update 5 --shift +1h',
    done(
      'Moved event 5 "Jazz night" · Sun 22 Nov 2026, 21:00',
      'Termin 5 „Jazz night“ verschoben · So 22. Nov. 2026, 21:00',
    ),
  ],
  ['cal events update 5 --shift -2d', done('Fri 20 Nov 2026, 20:00', 'Fr 20. Nov. 2026, 20:00')],
  [
    'cal events copy 5 --start-date 2026-11-29',
    done(
      'Created event 6 "Jazz night" · Sun 29 Nov 2026, 20:00',
      'Termin 6 „Jazz night“ angelegt · So 29. Nov. 2026, 20:00',
    ),
  ],
]

describe('in English and in German', () => {
  it.each(rows)('%s', async (line, { code, en, de }) => {
    for (const [language, expected] of [
      ['en', en],
      ['de', de],
    ] as const) {
      copyFileSync(base, file)
      const { stdout, stderr, code: exit } = await typed(line, language)
      expect({ exit, text: stdout + stderr }).toEqual({
        exit: code,
        text: typeof expected === 'string' ? expect.stringContaining(expected) : expect.stringMatching(expected),
      })
    }
  })
})
