// Where the candidates of completion come from: records of the calendar, runs, and names of the configuration.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { database_extension } from '../../../base/database-url.ts'
import { isObject, type JsonObject, parsedJson } from '../../../base/json.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { calendarRootOf, fileNameOf } from '../../../client/address/api-root.ts'
import type { Plural } from '../../../spec/model.ts'
import { isPlural, nameOf, resources } from '../../../spec/resources.ts'
import { scanLine } from '../../arguments/command-line.ts'
import { configurationOf } from '../../config/configuration.ts'
import { userFile, userFolder } from '../../config/files.ts'
import { setting_names, settingRow } from '../../types/settings-table.ts'
import type { Runtime, RunSettings, Session } from '../../types/session.ts'
import { openApi } from '../../session/session.ts'
import { runSettingsOf, settingsWithoutCredentials } from '../../session/settings.ts'

/** Fixed lines, or what is looked up: files, records of a kind, runs, names of the configuration. */
export type Source = readonly string[] | 'files' | 'runs' | Plural | LocalKind

interface Position {
  /** The word to complete, or the last part of it. */
  readonly begun: string
  /** The words before it. */
  readonly typed: readonly string[]
}

/** Lines `word<TAB>description`. Errors: those of the lookup; the caller discards them. */
export async function candidatesFrom(
  source: Exclude<Source, 'files'>,
  { begun, typed }: Position,
  session: Session,
): Promise<readonly string[]> {
  if (typeof source !== 'string') return source
  if (source === 'runs') return (await import('../bulk/run-list.ts')).runWords(session)
  return isPlural(source) ? recordLines(source, begun, typed, session) : local_words[source](session, begun)
}

const budget_ms = 1_500

const fresh_ms = 60_000

const shown_max = 50

async function recordLines(
  kind: Plural,
  begun: string,
  typed: readonly string[],
  session: Session,
): Promise<readonly string[]> {
  const { runtime } = session
  const { api_root: address, profile } = scanLine(typed).globals
  const options = { ...(address !== undefined && { api_root: address }), ...(profile !== undefined && { profile }) }
  const configuration = await configurationOf(options, runtime)
  const { api_root } = settingsWithoutCredentials(options, runtime, configuration)
  if (
    api_root === undefined ||
    (api_root.startsWith('file:') && !existsSync(resolve(runtime.cwd, fileNameOf(api_root))))
  )
    return []
  const question = {
    kind,
    search: /^\d*$/.test(begun) ? '' : begun,
    calendar: calendarRootOf(api_root, runtime.cwd),
  }
  const late = async () => {
    await runtime.sleep(budget_ms)
    return []
  }
  const fetched = async () => {
    const settings = await runSettingsOf(options, runtime, configuration)
    const { isKnownAddress } = await import('../../secrets/credentials.ts')
    // Tab alone must not send a request to an address that only a cloned folder names.
    if (!isKnownAddress(configuration) && settings.credentials.kind === 'none') return []
    return fetchedAndCached(question, settings, session)
  }
  return cachedWords(question, runtime) ?? Promise.race([fetched(), late()])
}

interface Question {
  readonly kind: Plural
  readonly search: string
  /** The absolute address: `file:c.db` is another calendar in each folder. */
  readonly calendar: string
}

/** The candidates of the last question, for a minute; undefined for another question. */
function cachedWords({ kind, search, calendar }: Question, runtime: Runtime): readonly string[] | undefined {
  const cached = parsedJson(cachedText(cacheFile(runtime)))
  return isObject(cached) &&
    cached.kind === kind &&
    cached.search === search &&
    cached.calendar === calendar &&
    typeof cached.at === 'number' &&
    runtime.now() - cached.at < fresh_ms &&
    Array.isArray(cached.words)
    ? cached.words.map(String)
    : undefined
}

/** Empty if the file cannot be read. */
function cachedText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}

function cacheFile(runtime: Runtime): string {
  return join(userFolder('cache', runtime), 'words.json')
}

async function fetchedAndCached(
  question: Question,
  settings: RunSettings,
  session: Session,
): Promise<readonly string[]> {
  const { runtime } = session
  const words = await fetchedWords(question, await openApi(session, settings, 'refuse'))
  const file = cacheFile(runtime)
  const [{ writeFile }, { makeFolders }] = await Promise.all([
    import('node:fs/promises'),
    import('../../../base/files/file-system.ts'),
  ])
  await Promise.resolve(dirname(file))
    .then(makeFolders)
    .then(() => writeFile(file, JSON.stringify({ ...question, at: runtime.now(), words }), { mode: 0o600 }))
    .catch(() => undefined)
  return words
}

/** Each record once, with its name and date as the description. */
async function fetchedWords(
  { kind, search }: Question,
  { exchange, close }: Awaited<ReturnType<typeof openApi>>,
): Promise<readonly string[]> {
  try {
    const [{ getPage }, { startText }] = await Promise.all([
      import('../../../client/api/pages.ts'),
      import('../../../spec/event-parts.ts'),
    ])
    const query = {
      per_page: shown_max,
      ...(search === '' ? {} : { search }),
      ...(resources[kind].family === 'term' ? { hide_empty: false } : {}),
    }
    const { records } = await getPage(exchange, { plural: kind, query })
    return records.map((record) => recordLine(record, search, { name: nameOf(record) ?? '', start: startText(record) }))
  } finally {
    await close()
  }
}

/** What no shell changes or executes, whether it is quoted or not. Names with a comma would be split. */
const plain_name = /^[\p{L}\p{M}\p{N}_. -]+$/u

/** The id; once letters are typed, the slug, or the name if that is what they begin. */
function recordLine(
  { id, slug }: JsonObject,
  search: string,
  { name, start }: { readonly name: string; readonly start: string },
): string {
  const isName = search !== '' && name.startsWith(search) && plain_name.test(name)
  const isSlug = search !== '' && typeof slug === 'string' && /^[\w%.-]+$/.test(slug)
  const word = isName ? line(name, '').trim() : isSlug ? slug : String(id)
  return line(word, start === '' ? name : `${name} · ${start}`)
}

type LocalKind = 'profiles' | 'zones' | 'aliases' | 'settings' | 'roots'

const local_words: Readonly<Record<LocalKind, (session: Session, prefix: string) => Promise<readonly string[]>>> = {
  zones: async () => Intl.supportedValuesOf('timeZone').concat('UTC'),
  profiles: async (session) => (await profilesOf(session)).map(([name, api_root]) => line(name, api_root)),
  aliases: async ({ runtime }) => {
    const { aliases } = await userFile(runtime)
    return Object.entries(aliases).map(([name, command_line]) => line(name, command_line))
  },
  /** Settings with their values, or with their descriptions if they are not set. */
  settings: async ({ runtime, language }) => {
    const { values } = await configurationOf({}, runtime)
    return setting_names.map((name) =>
      line(name, String(values[name]?.value ?? settingRow(name).description[language])),
    )
  },
  roots: rootWords,
}

async function profilesOf({ runtime }: Session): Promise<readonly (readonly [name: string, api_root: string])[]> {
  const { user, project } = await configurationOf({}, runtime)
  return Object.entries({ ...project.profiles, ...user.profiles }).map(([name, { settings }]) => [
    name,
    String(settings.api_root ?? ''),
  ])
}

/** The api roots of profiles; after `file:`, folders and database files. */
async function rootWords(session: Session, prefix: string): Promise<readonly string[]> {
  const roots = (await profilesOf(session)).flatMap(([name, api_root]) =>
    api_root === '' ? [] : [line(api_root, name)],
  )
  if (!prefix.startsWith('file:')) return [...roots, 'file:']
  const [, folder = ''] = /^file:(.*\/)?/.exec(prefix) ?? []
  const found = readdirSync(resolve(session.runtime.cwd, folder || '.'), { withFileTypes: true })
  return found
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || database_extension.test(entry.name)))
    .map((entry) => `file:${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
}

/** `word<TAB>description` */
export function line(word: string, description: string): string {
  return `${word}\t${escapeControls(description).replace(/\s+/g, ' ')}`
}
