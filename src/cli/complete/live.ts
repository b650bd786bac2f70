// Values that only the calendar service knows: remembered for a minute, never waited for long, silent where anything is wrong.
import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, parsedJson } from '../../base/json.ts'
import { harmless, plainText } from '../../base/text.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { configurationOf } from '../config/load.ts'
import { openApi, type Session } from '../session.ts'
import { settingsOf } from '../settings.ts'
import { type LiveKind, live_kinds } from '../choices.ts'

const budget_ms = 300
const fresh_ms = 60_000
const shown_max = 50

/** Lines `word<TAB>meaning`. */
export async function liveWords(kind: string, prefix: string, session: Session): Promise<readonly string[]> {
  const known = live_kinds.find((name) => name === kind)
  if (!known) return []
  if (known === 'zones') return Intl.supportedValuesOf('timeZone').concat('UTC')
  if (known === 'profiles') return profileWords(session)
  const late = session.world.sleep(budget_ms).then(() => undefined)
  return (await Promise.race([remembered(known, prefix, session), late])) ?? []
}

async function profileWords({ world }: Session): Promise<readonly string[]> {
  const { user, project } = await configurationOf({}, world)
  const profiles = { ...user.profiles, ...project.profiles }
  return Object.entries(profiles).map(([name, { settings }]) => `${name}\t${settings.api_root ?? ''}`)
}

async function remembered(kind: Exclude<LiveKind, 'zones' | 'profiles'>, prefix: string, session: Session): Promise<readonly string[]> {
  const { world } = session
  const configuration = await configurationOf({}, world)
  const settings = await settingsOf({}, world, configuration)
  const { api_root } = settings
  if (api_root === undefined || (api_root.startsWith('file:') && !existsSync(join(world.cwd, api_root.slice(5))) && !existsSync(api_root.slice(5)))) return []
  const folder = join(world.env.XDG_CACHE_HOME || join(world.home, '.cache'), 'cal')
  const search = /^\d*$/.test(prefix) ? '' : prefix
  const file = join(folder, `words-${Buffer.from(`${api_root} ${kind} ${search}`).toString('base64url').slice(-120)}.json`)
  const kept = parsedJson(await readFile(file, 'utf8').catch(() => ''))
  if (isObject(kept) && typeof kept.at === 'number' && world.now() - kept.at < fresh_ms && Array.isArray(kept.words)) return kept.words.map(String)
  const words = await asked(kind, search, await openApi(session, settings, 'refuse'))
  await mkdir(folder, { recursive: true }).then(() => writeFile(file, JSON.stringify({ at: world.now(), words }), { mode: 0o600 })).catch(() => undefined)
  return words
}

/** Ids with names, then slugs with names. */
async function asked(kind: Plural, search: string, { exchange, close }: Awaited<ReturnType<typeof openApi>>): Promise<readonly string[]> {
  try {
    const { getPage } = await import('../../client/pages.ts')
    const query = { per_page: shown_max, ...(search === '' ? {} : { search }), ...(resources[kind].family === 'term' ? { hide_empty: false } : {}) }
    const { records } = await getPage(exchange, { plural: kind, query })
    const named = records.map(({ id, slug, [resources[kind].name]: name }) => ({ id, slug, name: harmless(plainText(String(name ?? ''))).replace(/\s+/g, ' ') }))
    return [...named.map(({ id, name }) => `${id}\t${name}`), ...named.flatMap(({ slug, name }) => (typeof slug === 'string' && /^[\w%.-]+$/.test(slug) ? [`${slug}\t${name}`] : []))]
  } finally {
    await close()
  }
}
