// `cal config`: what is set, where it comes from, and changing the user's own file.
import { existsSync } from 'node:fs'
import { CalError } from '../../../base/errors.ts'
import { sameText } from '../../../base/text/language.ts'
import { rootOf } from '../../../client/address/api-root.ts'
import type { OptionValues } from '../../core/command.ts'
import type { CommandAction } from '../../core/command.ts'
import { aliasIn } from '../../config/aliases.ts'
import { checkedSetting, knownName, projectFile, userFile, userFilePath } from '../../config/files.ts'
import { configurationOf, requireZone } from '../../config/load.ts'
import type { Configuration, SettingOrigin } from '../../config/resolve.ts'
import { settingRow, setting_names } from '../../config/settings-table.ts'
import { changeUserFile } from '../../config/write.ts'
import { type OutcomeItem, streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { aliasRows, getAlias, setAlias, unsetAlias } from './alias.run.ts'

export const listSettings: CommandAction = async ({ options }, session) => {
  const { language } = session
  const { values, user } = await usableConfiguration(options, session)
  const settings: OutcomeItem[] = setting_names.map((name) => {
    const found = values[name]
    return {
      name,
      value: found?.value ?? null,
      origin: found?.origin.kind ?? null,
      where: found?.origin.where ?? null,
      variable: settingRow(name).variable,
      meaning: settingRow(name).meaning[language],
    }
  })
  const rows = [...settings, ...aliasRows(user, language)]
  return { kind: 'records', records: streamOf(rows), columns: ['name', 'value', 'origin', 'where'] }
}

export const getSetting: CommandAction = async ({ operands, options }, session) => {
  const alias = aliasIn(operands[0] ?? '')
  if (alias !== undefined) return getAlias(alias, session)
  const name = knownName(operands[0] ?? '', undefined)
  const found = (await usableConfiguration(options, session)).values[name]
  if (found) return { kind: 'words', words: `${found.value}\n` }
  throw new CalError(
    'not_found',
    { en: `${name} is not set`, de: `${name} ist nicht gesetzt` },
    {
      hint: {
        en: `cal config set ${name} VALUE, or ${settingRow(name).variable}`,
        de: `cal config set ${name} WERT, oder ${settingRow(name).variable}`,
      },
    },
  )
}

export const setSetting: CommandAction = async ({ operands, options }, session) => {
  const [typed = '', text = ''] = operands
  const alias = aliasIn(typed)
  if (alias !== undefined) return setAlias(alias, text, session)
  const name = knownName(typed, undefined)
  const value = checkedSetting(name, text, undefined)
  if (name === 'timezone') await requireZone(value, undefined)
  if (name === 'api_root' && !/^file:./.test(String(value))) rootOf(String(value))
  const path = await changeUserFile(session.runtime, (document) => document.set(name, value))
  await session.note({ en: `${name} = ${value} in ${path}`, de: `${name} = ${value} in ${path}` })
  const holds = (await usableConfiguration(options, session)).values[name]
  if (holds && String(holds.value) !== String(value)) await session.note(overruled(name, holds.origin))
  return { kind: 'done' }
}

export const unsetSetting: CommandAction = async ({ operands }, session) => {
  const alias = aliasIn(operands[0] ?? '')
  if (alias !== undefined) return unsetAlias(alias, session)
  const name = knownName(operands[0] ?? '', undefined)
  const path = await changeUserFile(session.runtime, (document) => void document.delete(name))
  await session.note({ en: `${name} is no longer set in ${path}`, de: `${name} ist in ${path} nicht mehr gesetzt` })
  return { kind: 'done' }
}

export const showPaths: CommandAction = async (_, { runtime }) => {
  const ignore = () => {}
  const [user, project] = [await userFile(runtime, ignore), await projectFile(runtime, ignore)]
  const rows: OutcomeItem[] = [
    { file: 'user', path: userFilePath(runtime), exists: user.path !== undefined && existsSync(user.path) },
    ...(project.path === undefined ? [] : [{ file: 'project', path: project.path, exists: true }]),
  ]
  return { kind: 'records', records: streamOf(rows), columns: ['file', 'path', 'exists'] }
}

/** What can be used; what cannot is a warning: these commands are how it is found and mended. */
async function usableConfiguration(options: OptionValues, { runtime, note }: Session): Promise<Configuration> {
  const errors: CalError[] = []
  const configuration = await configurationOf(options, runtime, (error) => errors.push(error))
  for (const { text } of errors) await note({ en: `warning: ${text.en}`, de: `Warnung: ${text.de}` })
  return configuration
}

function overruled(name: string, { kind, where }: SettingOrigin) {
  const by = kind === 'environment' || kind === 'project' || kind === 'flag' ? where : ''
  return by === ''
    ? sameText(name)
    : { en: `but here ${where} says otherwise`, de: `hier aber gilt, was ${where} sagt` }
}
