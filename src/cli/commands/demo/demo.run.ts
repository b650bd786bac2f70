// `cal demo`: a database file with a sample calendar, and what to type next.
import { existsSync, renameSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { wallAt } from '../../../base/dates/zoned-time.ts'
import { dayOf } from '../../../base/dates/days.ts'
import type { Exchange } from '../../../base/exchange.ts'
import type { Text } from '../../../base/text/language.ts'
import type { OpenApi } from '../../../client/open.ts'
import { getPage } from '../../../client/api/pages.ts'
import type { CommandAction } from '../../core/command.ts'
import { type Filled, fill } from './fill.ts'
import { openApi } from '../../run/session.ts'
import type { Session } from '../../core/session.ts'
import { streamOf } from '../../core/outcome.ts'
import { requireWritable } from '../../bulk-run/output-file.ts'

const shown_max = 15

const next_lines = [
  'agenda',
  'events list --categories music --featured --fields id,title,start_date',
  'events get trio-tamarind -o json',
  'events create --title "Open stage" --start-date "tomorrow 20:00" --duration 3h --venue "Blue Cellar"',
  'categories tree',
]

/** A file that is there already is shown and not touched. */
export const demo: CommandAction = async ({ operands: [file = 'demo.db'] }, session) => {
  const { env, cwd } = session.runtime
  const filled = existsSync(resolve(cwd, file)) ? undefined : await newCalendar(file, session)
  const api = await openSample(file, session)
  try {
    const { records } = await getPage(api.exchange, { plural: 'events', query: { per_page: shown_max } })
    return {
      kind: 'records',
      columns: ['id', 'title', 'start_date', 'venue.venue', 'cost'],
      records: streamOf(records),
      note: () => whatNext(file, filled, env.npm_lifecycle_event === undefined ? 'cal' : 'npx cal'),
    }
  } finally {
    await api.close()
  }
}

/** Filled under another name, and named when it is whole: whoever interrupts leaves no half calendar. */
async function newCalendar(file: string, session: Session): Promise<Filled> {
  const {
    runtime: { cwd, now, timezone, signal },
    settings,
  } = session
  requireWritable(file, cwd)
  const half = `${file}.part`
  const gone = () => {
    for (const end of ['', '-wal', '-shm', '-lock']) rmSync(`${resolve(cwd, half)}${end}`, { force: true })
  }
  gone()
  try {
    const api = await openSample(half, session)
    const exchange: Exchange = (request) => {
      signal.throwIfAborted()
      return api.direct(request)
    }
    const filled = await fill(exchange, dayOf(wallAt(now(), settings.timezone ?? timezone))).finally(() => api.close())
    renameSync(resolve(cwd, half), resolve(cwd, file))
    return filled
  } finally {
    gone()
  }
}

/** The words at the end say what was made. */
function openSample(file: string, session: Session): Promise<OpenApi> {
  return openApi(
    { ...session, note: async () => {} },
    { ...session.settings, api_root: `file:${file}`, credentials: { kind: 'none' } },
    'make',
  )
}

/** After `npm run demo`, only `npx cal` is sure to work. */
function whatNext(file: string, filled: Filled | undefined, program: string): Text {
  const commands = [
    `export CAL_API_ROOT=file:${file}`,
    ...[...next_lines, `serve --data ${file}`].map((line) => `${program} ${line}`),
  ]
    .map((line) => `  ${line}`)
    .join('\n')
  return {
    en: `\n${filled ? `${file} now holds ${counted(filled).en}.` : `${file} was there already and is unchanged.`} Try:\n${commands}`,
    de: `\n${filled ? `${file} enthält jetzt ${counted(filled).de}.` : `${file} war schon da und ist unverändert.`} Zum Ausprobieren:\n${commands}`,
  }
}

function counted({ events, venues, organizers, categories, tags }: Filled): Text {
  return {
    en: `${events} events, ${venues} venues, ${organizers} organizers, ${categories} categories and ${tags} tags`,
    de: `${events} Termine, ${venues} Orte, ${organizers} Veranstalter, ${categories} Kategorien und ${tags} Schlagwörter`,
  }
}
