// The candidates for a word, which the completion scripts ask for.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { database_extension } from '../../../base/database-url.ts'
import { isObject, type JsonObject, parsedJson } from '../../../base/json.ts'
import { escapeControls, textOfHtml } from '../../../base/text/untrusted-text.ts'
import { calendarRootOf, fileNameOf } from '../../../client/address/api-root.ts'
import { startText } from '../../../spec/event-parts.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { configurationOf } from '../../config/configuration.ts'
import { userFile, userFolder } from '../../config/files.ts'
import { setting_names, settingRow } from '../../config/settings-table.ts'
import type { CommandAction } from '../../core/command.ts'
import { lookup_kinds } from '../../core/outcome.ts'
import type { Runtime, Session } from '../../core/session.ts'
import { openApi } from '../../run/session.ts'
import { runSettingsOf } from '../../run/settings.ts'

/** Prints no errors: they would appear within the line that is being typed. */
export const complete: CommandAction = async ({ operands: [kind = '', prefix = ''] }, session) => {
  const silent = { ...session, note: async () => {} }
  const words = await (kind === 'runs'
    ? (await import('../history/run-list.ts')).runWords(silent)
    : lookupCandidates(kind, prefix, silent)
  ).catch(() => [])
  return {
    kind: 'text',
    text: words
      .filter((word) => word.startsWith(prefix))
      .map((word) => `${word}\n`)
      .join(''),
  }
}

const budget_ms = 1_500

const fresh_ms = 60_000

const shown_max = 50

/** Lines `word<TAB>meaning`. Errors: those of the lookup; the caller discards them. */
async function lookupCandidates(kind: string, prefix: string, session: Session): Promise<readonly string[]> {
  const known = lookup_kinds.find((name) => name === kind)
  if (known === undefined || known === 'runs') return []
  if (!isPlural(known)) return local_words[known](session, prefix)
  const {
    runtime,
    settings: { api_root },
  } = session
  if (
    api_root === undefined ||
    (api_root.startsWith('file:') && !existsSync(resolve(runtime.cwd, fileNameOf(api_root))))
  )
    return []
  const question = {
    kind: known,
    search: /^\d*$/.test(prefix) ? '' : prefix,
    calendar: calendarRootOf(api_root, runtime.cwd),
  }
  const late = async () => {
    await runtime.sleep(budget_ms)
    return []
  }
  return (await cachedWords(question, runtime)) ?? Promise.race([fetchedAndCached(question, session), late()])
}

function isPlural(kind: (typeof lookup_kinds)[number]): kind is Plural {
  return Object.hasOwn(resources, kind)
}

interface Question {
  readonly kind: Plural
  readonly search: string
  /** The absolute address: `file:c.db` is another calendar in each folder. */
  readonly calendar: string
}

/** The candidates that were cached within the last minute; undefined if there are none. */
async function cachedWords(question: Question, runtime: Runtime): Promise<readonly string[] | undefined> {
  const cached = parsedJson(cachedText(await cacheFile(question, runtime)))
  return isObject(cached) &&
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

async function cacheFile({ calendar, kind, search }: Question, runtime: Runtime): Promise<string> {
  const { createHash } = await import('node:crypto')
  const name = createHash('sha256').update(`${calendar}\n${kind}\n${search}`).digest('hex')
  return join(userFolder('cache', runtime), `words-${name}.json`)
}

async function fetchedAndCached(question: Question, session: Session): Promise<readonly string[]> {
  const { runtime } = session
  const settings = await runSettingsOf({}, runtime, await configurationOf({}, runtime))
  const words = await fetchedWords(question, await openApi(session, settings, 'refuse'))
  const file = await cacheFile(question, runtime)
  const [{ writeFile }, { makeFolders }] = await Promise.all([
    import('node:fs/promises'),
    import('../../../base/files/file-system.ts'),
  ])
  await Promise.resolve(dirname(file))
    .then(makeFolders)
    .then(() => writeFile(file, JSON.stringify({ at: runtime.now(), words }), { mode: 0o600 }))
    .catch(() => undefined)
  return words
}

/** Each record once, with its name and date as the meaning. */
async function fetchedWords(
  { kind, search }: Question,
  { exchange, close }: Awaited<ReturnType<typeof openApi>>,
): Promise<readonly string[]> {
  try {
    const { getPage } = await import('../../../client/api/pages.ts')
    const query = {
      per_page: shown_max,
      ...(search === '' ? {} : { search }),
      ...(resources[kind].family === 'term' ? { hide_empty: false } : {}),
    }
    const { records } = await getPage(exchange, { plural: kind, query })
    return records.map((record) => recordLine(kind, record, search))
  } finally {
    await close()
  }
}

/** The id; once letters are typed, the slug, or the name if that is what they begin. */
function recordLine(kind: Plural, record: JsonObject, search: string): string {
  const { id, slug, [resources[kind].name]: title } = record
  const name = textOfHtml(String(title ?? ''))
  const start = startText(record)
  // Names with a comma would be split.
  const isName = search !== '' && name.startsWith(search) && !name.includes(',')
  const isSlug = search !== '' && typeof slug === 'string' && /^[\w%.-]+$/.test(slug)
  const word = isName ? line(name, '').trim() : isSlug ? slug : String(id)
  return line(word, start === '' ? name : `${name} · ${start}`)
}

type LocalKind = Extract<(typeof lookup_kinds)[number], 'profiles' | 'zones' | 'aliases' | 'settings' | 'roots'>

/** Lines `word<TAB>meaning`, by the kind of value. */
const local_words: Readonly<Record<LocalKind, (session: Session, prefix: string) => Promise<readonly string[]>>> = {
  zones: async () => Intl.supportedValuesOf('timeZone').concat('UTC'),
  profiles: profileWords,
  aliases: aliasWords,
  settings: settingWords,
  roots: rootWords,
}

async function profileWords(session: Session): Promise<readonly string[]> {
  return (await profilesOf(session)).map(([name, api_root]) => line(name, api_root))
}

async function profilesOf({ runtime }: Session): Promise<readonly (readonly [name: string, api_root: string])[]> {
  const { user, project } = await configurationOf({}, runtime)
  return Object.entries({ ...user.profiles, ...project.profiles }).map(([name, { settings }]) => [
    name,
    String(settings.api_root ?? ''),
  ])
}

async function aliasWords({ runtime }: Session): Promise<readonly string[]> {
  const { aliases } = await userFile(runtime, () => {})
  return Object.entries(aliases).map(([name, command_line]) => line(name, command_line))
}

/** Settings with their values, or with their meanings if they are not set. */
async function settingWords({ runtime, language }: Session): Promise<readonly string[]> {
  const { values } = await configurationOf({}, runtime)
  return setting_names.map((name) => line(name, String(values[name]?.value ?? settingRow(name).meaning[language])))
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

function line(word: string, meaning: string): string {
  return `${word}\t${escapeControls(meaning).replace(/\s+/g, ' ')}`
}
