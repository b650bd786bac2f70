// `cal demo`: creates a database file with a sample calendar, and suggests commands to try.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { type Day, dayOf, daysLater } from '../../../base/dates/days.ts'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import type { Exchange } from '../../../base/exchange.ts'
import { freeName } from '../../../base/files/file-system.ts'
import { descriptionOf, eachLanguage, lines, t, type Text } from '../../../base/text/language.ts'
import { textSource } from '../../../bulk/input/source.ts'
import type { KindCounts } from '../../../bulk/journal/read-journal.ts'
import { seed } from '../../../bulk/seed.ts'
import { getPage } from '../../../client/api/pages.ts'
import type { OpenApi } from '../../../client/open.ts'
import { resources } from '../../../spec/resources.ts'
import { requireWritable } from '../../bulk-run/output-file.ts'
import type { CommandAction } from '../../types/command.ts'
import { streamOf } from '../../types/outcome.ts'
import { hereOf, type Session } from '../../types/session.ts'
import { noteLater, openApi } from '../../session/session.ts'

const shown_max = 15

const next_lines = [
  'agenda',
  'events list --categories music --featured --fields id,title,start_date',
  'events get trio-tamarind -o json',
  'events create --title "Open stage" --start-date "tomorrow 20:00" --duration 3h --venue "Blue Cellar"',
  'categories tree',
]

/** An existing file is only shown. */
export const demo: CommandAction = async ({ operands: [file = 'demo.db'] }, session) => {
  const { env, cwd } = session.runtime
  const filled = existsSync(resolve(cwd, file)) ? undefined : await newCalendar(file, session)
  const api = await openSample(file, session)
  try {
    const { records } = await getPage(api.exchange, { plural: 'events', query: { per_page: shown_max } })
    return {
      kind: 'records',
      shown_as: { plural: 'events' },
      records: streamOf(records),
      notes: () => [nextSteps(file, filled, env.npm_lifecycle_event === undefined ? 'cal' : 'npx calctl')],
    }
  } finally {
    await api.close()
  }
}

/** Suffixes of the files of an open calendar. */
const calendar_suffixes = ['', '-wal', '-shm', '-lock']

/**
 * Fills a temporary file and renames it when it is complete, so that no partial calendar is left after an interrupt.
 */
async function newCalendar(file: string, session: Session): Promise<SeedCounts> {
  const { runtime } = session
  const { cwd, signal } = runtime
  const { now, zone } = hereOf(session)
  requireWritable(file, cwd)
  const partial = join(dirname(file), basename(freeName(resolve(cwd, `${file}.part`), calendar_suffixes)))
  const removePartial = () => {
    for (const end of calendar_suffixes) rmSync(`${resolve(cwd, partial)}${end}`, { force: true })
  }
  try {
    const api = await openSample(partial, session)
    const exchange: Exchange = (request) => {
      signal.throwIfAborted()
      return api.direct(request)
    }
    const sources = [textSource('sample.yaml', sampleOf(dayOf(wallAt(now, zone))))]
    const filled = await seed(exchange, {
      sources,
      now,
      zone,
      clock: runtime,
      signal,
      note: noteLater(session),
    }).finally(() => api.close())
    renameSync(resolve(cwd, partial), resolve(cwd, file))
    return filled
  } finally {
    removePartial()
  }
}

/** Opens the file without a note that it is new, which the summary says. */
function openSample(file: string, session: Session): Promise<OpenApi> {
  return openApi(
    { ...session, note: async () => {} },
    { ...session.settings, api_root: `file:${file}`, credentials: { kind: 'none' } },
    'make',
  )
}

/** The summary, with commands to try. After `npm run demo`, `cal` may not be in the PATH, but `npx calctl` works. */
function nextSteps(file: string, filled: SeedCounts | undefined, program: string): Text {
  const commands = [
    `export CAL_API_ROOT=file:${file}`,
    ...[...next_lines, `serve --data ${file}`].map((line) => `${program} ${line}`),
    `${program} browse --api-root file:${file}`,
  ]
    .map((line) => `  ${line}`)
    .join('\n')
  return filled
    ? lines(
        '',
        t('{file} now contains {records}. Try:', {
          file,
          records: eachLanguage((language) =>
            new Intl.ListFormat(descriptionOf(language).locale).format(
              filled
                .kindsOf('created')
                .map((kind) => resources[kind].counted(filled.ofKind('created', kind))[language]),
            ),
          ),
        }),
        t('{commands}   # opens the calendar in the browser', { commands }),
      )
    : lines(
        '',
        t('{file} already exists and was left unchanged. Try:', { file }),
        t('{commands}   # opens the calendar in the browser', { commands }),
      )
}

type SeedCounts = KindCounts<'created'>

/** Cultural events in a small town, as a calendar file with dates after this day. */
function sampleOf(today: Day): string {
  return sample.replace(/DAY\+(\d+)/g, (_, days: string) => daysLater(today, Number(days)))
}

const sample = `
categories:
- { slug: music, name: Music, description: Everything that sounds }
- { slug: jazz, name: Jazz, parent: music }
- { slug: classical, name: Classical, parent: music }
- { slug: choir, name: Choir, parent: classical }
- { slug: film, name: Film }
- { slug: art, name: Art }
- { slug: exhibitions, name: Exhibitions, parent: art }
- { slug: markets, name: Markets }
- { slug: workshops, name: Workshops }
tags: [free, outdoors, family, barrier-free, beginners, late]
venues:
- { venue: City Hall, address: Market Square 1, city: Lindenau, zip: '04177', country: Germany,
    website: 'https://hall.example/' }
- { venue: Blue Cellar, address: Canal Street 8, city: Lindenau, zip: '04177', country: Germany,
    phone: '+49 341 5550 108' }
- { venue: Cinema Luna, address: Station Road 22, city: Lindenau, zip: '04179', country: Germany }
- { venue: Galerie Käthe, address: Weberstraße 3, city: Plagwitz, zip: '04229', country: Germany }
- { venue: Riverside Park, city: Plagwitz, country: Germany }
- { venue: Town Library, address: Abbey Lane 5, city: Lindenau, zip: '04177', country: Germany }
organizers:
- { organizer: Town of Lindenau, email: culture@lindenau.example, website: 'https://lindenau.example/' }
- { organizer: Jazz Club Canal 8, email: club@canal8.example }
- { organizer: Lindenau Choir, phone: '+49 341 5550 230' }
- { organizer: Friends of the Library }
- { organizer: Makers’ Yard, website: 'https://makers.example/' }
events:
- { title: Choir rehearsal, start: 'DAY+1 19:00', end: '21:00', repeat: FREQ=WEEKLY;COUNT=6, venue: Town Library,
    organizer: [Lindenau Choir], categories: [choir], tags: [beginners, free], description: New voices are welcome. }
- { title: Farmers’ market, start: 'DAY+2 08:00', end: '13:00', repeat: FREQ=WEEKLY;COUNT=6, venue: Riverside Park,
    organizer: [Town of Lindenau], categories: [markets], tags: [outdoors, free, family] }
- { title: Late film, start: 'DAY+0 22:15', end: '23:59', repeat: FREQ=WEEKLY;COUNT=5, venue: Cinema Luna,
    organizer: [Town of Lindenau], categories: [film], tags: [late], cost: '8' }
- { title: Jam session, start: 'DAY+3 20:30', end: '23:30', repeat: FREQ=WEEKLY;COUNT=4, venue: Blue Cellar,
    organizer: [Jazz Club Canal 8], categories: [jazz], tags: [free, late],
    description: 'Bring an instrument, or only your ears.' }
- { title: Stories for children, start: 'DAY+4 16:00', end: '17:00', repeat: FREQ=WEEKLY;COUNT=5,
    venue: Town Library, organizer: [Friends of the Library], categories: [workshops],
    tags: [family, free, barrier-free] }
- { title: Repair café, start: 'DAY+5 14:00', end: '18:00', repeat: FREQ=WEEKLY;COUNT=3, venue: City Hall,
    organizer: [Makers’ Yard, Town of Lindenau], categories: [workshops], tags: [free, beginners] }
- { title: Trio Tamarind, start: 'DAY+6 20:00', end: '22:30', venue: Blue Cellar, organizer: [Jazz Club Canal 8],
    categories: [jazz], cost: '12 - 18', featured: true,
    description: 'Guitar, bass and drums between samba and swing.' }
- { title: Winter lights, start: DAY+9, end: DAY+12, all_day: true, venue: Riverside Park,
    organizer: [Town of Lindenau, Makers’ Yard], categories: [art], tags: [outdoors, family, free], featured: true }
- { title: Ink on paper, start: DAY+7, end: DAY+35, all_day: true, venue: Galerie Käthe,
    organizer: [Town of Lindenau], categories: [exhibitions], tags: [barrier-free], cost: '5' }
- { title: 'Opening: Ink on paper', start: 'DAY+7 18:00', end: '20:00', venue: Galerie Käthe,
    organizer: [Town of Lindenau], categories: [exhibitions], tags: [free] }
- { title: String quartet at noon, start: 'DAY+11 12:00', end: '12:45', venue: City Hall,
    organizer: [Town of Lindenau], categories: [classical], tags: [barrier-free], cost: Donation }
- { title: Screen printing for beginners, start: 'DAY+13 10:00', end: '16:00', venue: Galerie Käthe,
    organizer: [Makers’ Yard], categories: [workshops, art], tags: [beginners], cost: '35' }
- { title: Big band ball, start: 'DAY+17 20:00', end: '23:45', venue: City Hall,
    organizer: [Jazz Club Canal 8, Town of Lindenau], categories: [jazz], tags: [late], cost: '15 - 25',
    featured: true }
- { title: Silent film with piano, start: 'DAY+19 19:30', end: '21:15', venue: Cinema Luna,
    organizer: [Town of Lindenau, Friends of the Library], categories: [film, music], cost: '10' }
- { title: Book market, start: DAY+23, end: DAY+24, all_day: true, venue: Town Library,
    organizer: [Friends of the Library], categories: [markets], tags: [free] }
- { title: Annual concert of the choir, start: 'DAY+40 18:00', end: '20:00', venue: City Hall,
    organizer: [Lindenau Choir], categories: [choir], cost: '8', featured: true }
- { title: Summer festival (in planning), start: DAY+60, end: DAY+62, all_day: true, venue: Riverside Park,
    organizer: [Town of Lindenau], categories: [music], tags: [outdoors], status: draft }`
