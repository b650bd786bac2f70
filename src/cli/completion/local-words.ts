// Values that completion finds on this machine: profiles, aliases, settings, time zones and database files.
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { escapeControls } from '../../base/text/untrusted-text.ts'
import { userFile } from '../config/files.ts'
import { configurationOf } from '../config/load.ts'
import { settingRow, setting_names } from '../config/settings-table.ts'
import type { live_kinds } from '../core/choices.ts'
import type { Session } from '../core/session.ts'

type LocalKind = Extract<(typeof live_kinds)[number], 'profiles' | 'zones' | 'aliases' | 'settings' | 'roots'>

/** Lines `word<TAB>meaning`, by what is completed. */
export const local_words: Readonly<
  Record<LocalKind, (session: Session, prefix: string) => Promise<readonly string[]>>
> = {
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

/** Each with its value, or with its meaning if it has none. */
async function settingWords({ runtime, language }: Session): Promise<readonly string[]> {
  const { values } = await configurationOf({}, runtime)
  return setting_names.map((name) => line(name, String(values[name]?.value ?? settingRow(name).meaning[language])))
}

/** The api roots of profiles; after `file:` the folders and database files there. */
async function rootWords(session: Session, prefix: string): Promise<readonly string[]> {
  const roots = (await profilesOf(session)).flatMap(([name, api_root]) =>
    api_root === '' ? [] : [line(api_root, name)],
  )
  if (!prefix.startsWith('file:')) return [...roots, 'file:']
  const [, folder = ''] = /^file:(.*\/)?/.exec(prefix) ?? []
  const found = readdirSync(resolve(session.runtime.cwd, folder || '.'), { withFileTypes: true })
  return found
    .filter((entry) => !entry.name.startsWith('.') && (entry.isDirectory() || /\.(db|sqlite3?)$/.test(entry.name)))
    .map((entry) => `file:${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
}

function line(word: string, meaning: string): string {
  return `${word}\t${escapeControls(meaning).replace(/\s+/g, ' ')}`
}
