// `cal demo`: a calendar file with a sample calendar, and what to type next.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { dayOf } from '../../base/days.ts'
import { wallAt } from '../../base/datetime.ts'
import type { Text } from '../../base/language.ts'
import { getPage } from '../../client/pages.ts'
import type { Verb } from '../command.ts'
import { type Filled, fill } from '../demo/fill.ts'
import { openApi } from '../session.ts'

const shown_max = 15

const next_lines = [
  'agenda',
  'events list --categories music --featured --fields id,title,start_date',
  'events get trio-tamarind -o json',
  'events create --title "Open stage" --start-date "tomorrow 20:00" --duration 3h --venue "Blue Cellar"',
  'categories tree',
]

/** A file that is there already is shown and not touched. */
export const demo: Verb = async ({ operands: [file = 'demo.db'] }, session) => {
  const { world, settings } = session
  const isNew = !existsSync(resolve(world.cwd, file))
  const api = await openApi(session, { ...settings, api_root: `file:${file}`, credentials: { kind: 'none' } }, 'make')
  try {
    const today = dayOf(wallAt(world.now(), settings.timezone ?? world.timezone))
    const filled = isNew ? await fill(api.direct, today) : undefined
    const { records } = await getPage(api.exchange, { plural: 'events', query: { per_page: shown_max } })
    return {
      kind: 'records', columns: ['id', 'title', 'start_date', 'venue.venue', 'cost'],
      records: (async function* () { yield* records })(),
      note: () => whatNext(file, filled, world.env.npm_lifecycle_event === undefined ? 'cal' : 'npx cal'),
    }
  } finally {
    await api.close()
  }
}

/** `npx cal` is what works beside `npm run demo`. */
function whatNext(file: string, filled: Filled | undefined, program: string): Text {
  const commands = [`export CAL_API_ROOT=file:${file}`, ...[...next_lines, `serve --data ${file}`].map((line) => `${program} ${line}`)].map((line) => `  ${line}`).join('\n')
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
