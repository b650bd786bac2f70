// The candidates for the word at the cursor, which completion scripts ask for at every Tab. The words before it are
// read as the program reads them.
import type { Language } from '../../../base/text/language.ts'
import { common_statuses } from '../../../spec/lists.ts'
import { isPlural, linked_kinds, nameOf, resources } from '../../../spec/resources.ts'
import { groupsOf, scanLine } from '../../arguments/command-line.ts'
import { type Flag, flagSpelled, flagsOf, global_flags, spellingsOf, takesValue } from '../../arguments/flags.ts'
import { inKnownSpelling } from '../../arguments/spellings.ts'
import { setting_names, settingRow } from '../../types/settings-table.ts'
import type { Command, CommandAction } from '../../types/command.ts'
import type { RunSettings, Runtime, Session } from '../../types/session.ts'
import { commandTyped } from '../commands-for.ts'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { database_extension } from '../../../base/database-url.ts'
import { isObject, type JsonObject, parsedJson } from '../../../base/json.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { calendarRootOf, fileNameOf } from '../../../client/address/api-root.ts'
import type { Plural } from '../../../spec/model.ts'
import { configurationOf } from '../../config/configuration.ts'
import { userFile, userFolder } from '../../config/files.ts'
import { openApi } from '../../session/session.ts'
import { runSettingsOf, settingsWithoutCredentials } from '../../session/settings.ts'

/**
 * Lines `word<TAB>description`; a word replaces the whole one at the cursor. The line `<TAB>files` stands for files.
 * Prints no errors: they would appear within the line that is being typed.
 */
export const complete: CommandAction = async ({ operands }, session) => {
  // PowerShell drops an empty argument, and passes two quotes instead.
  const last = operands.at(-1)
  const begun = last === undefined || last === '""' ? '' : last
  const lines = await candidatesFor(operands.slice(0, -1), begun, { ...session, note: async () => {} }).catch(() => [])
  return {
    kind: 'text',
    text: lines
      .filter((one) => one === files_line || (one.startsWith(begun) && isOneWord(one)))
      .map((one) => `${one}\n`)
      .join(''),
  }
}

const files_line = '\tfiles'

/** Whether a line has no line feed and no control character in its word, which shells would not quote. */
function isOneWord(candidate: string): boolean {
  return /^[^\p{C}\p{Zl}\p{Zp}]+(?:\t.*)?$/u.test(candidate)
}

/** Errors: those of the parser for words that name no command. */
async function candidatesFor(typed: readonly string[], begun: string, session: Session): Promise<readonly string[]> {
  if (typed.includes('--')) return []
  const { language, runtime } = session
  const { command, commands, path, rest } = await commandTyped(scanLine(typed), runtime)
  const flags = command ? flagsOf(command) : global_flags
  const flagNamed = (word = '') => flagSpelled(flags.filter(takesValue), inKnownSpelling([word], flags).join())
  const valuesOf = async (source: Source, before: string) => {
    if (source === 'files') return [files_line]
    // Values of lists are completed one by one.
    const [list = ''] = /^.*,/.exec(begun.slice(before.length)) ?? []
    const prefix = `${before}${list}`
    const from = { begun: begun.slice(prefix.length), typed }
    return (await candidatesFrom(source, from, session)).map((one) => prefix + one)
  }
  const flag = flagNamed(typed.at(-1))
  if (flag !== undefined) return valuesOf(valuesOfFlag(flag, language), '')
  const [assigned, name] = /^(--[^=]+)=/.exec(begun) ?? []
  if (assigned !== undefined) {
    const named = flagNamed(name)
    return named ? valuesOf(valuesOfFlag(named, language), assigned) : []
  }
  if (begun.startsWith('-')) return flagLines(flags, language)
  const operands = rest.filter(
    (word, i) => (!word.startsWith('-') || word === '-') && flagNamed(rest[i - 1]) === undefined,
  )
  if (path.length === 0) {
    const { commands: all } = await import('../commands.ts')
    return [...firstWords(all, language), ...(await candidatesFrom('aliases', { begun, typed }, session))]
  }
  const verbs = command?.path.length === 2 || operands.length > 0 ? [] : secondWords(commands, path[0] ?? '', language)
  if (verbs.length > 0 || command === undefined) return verbs
  return valuesOf(await valuesOfOperand(command, operands, language), '')
}

function firstWords(all: readonly Command[], language: Language): readonly string[] {
  return groupsOf(all).map(({ name, summary, titles }) => line(name, (summary ?? titles)?.[language] ?? ''))
}

function secondWords(commands: readonly Command[], group: string, language: Language): readonly string[] {
  return commands
    .filter(({ path, hidden }) => !hidden && path[0] === group && path[1] !== undefined)
    .map(({ path, summary }) => line(path[1] ?? '', summary[language]))
}

function flagLines(flags: readonly Flag[], language: Language): readonly string[] {
  return flags.flatMap((flag) =>
    spellingsOf({ ...flag, short: undefined }).map((spelling) => line(spelling, flag.description[language])),
  )
}

/** The source of the values of a flag, by its placeholder. */
const sources_by_placeholder: Readonly<Record<string, Source>> = {
  PROFILE: 'profiles',
  ZONE: 'zones',
  FILE: 'files',
  PATH: 'files',
  RUN: 'runs',
  ADDRESS: 'roots',
}
const sources_by_parameter: Readonly<Record<string, Source>> = {
  ...linked_kinds,
  parent: 'categories',
  timezone: 'zones',
}

/** An empty list: no candidates, not even file names. */
function valuesOfFlag({ name, parameter, option }: Flag, language: Language): Source {
  if (option?.choices) return option.choices
  if (name === 'fields' || name === 'sort') return fieldLines(language)
  const [, list = ''] = /^(?:add|remove)_(\w+)$/.exec(name) ?? []
  if (option) return sources_by_placeholder[option.value ?? ''] ?? sources_by_parameter[list] ?? []
  if (parameter?.form === 'status') return common_statuses
  if (parameter?.form === 'order') return ['asc', 'desc']
  return parameter?.type === 'string' && parameter.form === undefined ? [] : (sources_by_parameter[name] ?? [])
}

function fieldLines(language: Language): readonly string[] {
  const described = new Map([['id', 'ID']])
  for (const { fields } of Object.values(resources))
    for (const [name, { description }] of Object.entries(fields)) described.set(name, description[language])
  return [...[...described].map(([name, text]) => line(name, text)), 'url', 'venue.venue', 'venue.city']
}

const setting_sources: Readonly<Record<string, Source>> = { profile: 'profiles', api_root: 'roots', timezone: 'zones' }

async function valuesOfOperand(command: Command, before: readonly string[], language: Language): Promise<Source> {
  const { path, resource, operands = [] } = command
  const operand = operands[before.length] ?? (operands.at(-1)?.many ? operands.at(-1) : undefined)
  if (!operand) return []
  if (resource !== undefined && operand.name === 'TARGET') return resource
  if (operand.name.startsWith('FILE')) return 'files'
  if (operand.name === 'PROFILE') return 'profiles'
  if (operand.name === 'SETTING') return 'settings'
  if (operand.name === 'RUN') return 'runs'
  if (path.join(' ') === 'config set') {
    const name = setting_names.find((one) => one === before[0])
    return (name && (settingRow(name).choices ?? setting_sources[name])) ?? []
  }
  if (path[0] === 'help') return helpWords(before, language)
  if (path[0] === 'explain') return explainedLines(language)
  return operand.choices ?? []
}

async function helpWords([group]: readonly string[], language: Language): Promise<readonly string[]> {
  const [{ commands }, { topic_names }] = await Promise.all([
    import('../commands.ts'),
    import('../../types/outcome.ts'),
  ])
  return group === undefined
    ? [...firstWords(commands, language), ...topic_names]
    : secondWords(commands, group, language)
}

function explainedLines(language: Language): readonly string[] {
  return Object.values(resources).flatMap(({ singular, title, fields, query }) => [
    line(singular, title[language]),
    ...Object.entries({ ...query, ...fields }).map(([name, { description }]) =>
      line(`${singular}.${name}`, description[language]),
    ),
  ])
}

/** Fixed lines, or what is looked up: files, records of a kind, runs, names of the configuration. */
export type Source = readonly string[] | 'files' | 'runs' | Plural | LocalKind

/**
 * Lines `word<TAB>description` for `begun`, the word to complete or the last part of it; `typed` are the words before.
 * Errors: those of the lookup; the caller discards them.
 */
async function candidatesFrom(
  source: Exclude<Source, 'files'>,
  { begun, typed }: { readonly begun: string; readonly typed: readonly string[] },
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
