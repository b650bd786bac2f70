// `cal doctor`: one line for each thing that must be right, with what to do where it is not.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { CalError } from '../../../base/errors.ts'
import { type Language, sameText, type Text } from '../../../base/text/language.ts'
import { configurationOf } from '../../config/load.ts'
import type { CommandAction, CommandInput } from '../../core/command.ts'
import { type OutcomeItem, streamOf } from '../../core/outcome.ts'
import type { Session } from '../../core/session.ts'
import { fitted, widthOf, wrapped } from '../../output/text-width.ts'
import { openApi } from '../../run/session.ts'
import { runSettingsOf } from '../../run/settings.ts'
import { reachFindings } from './credentials-reach.ts'
import { encryptionFinding } from './encryption.ts'
import type { Finding } from './finding.ts'
import { serviceFindings } from './service-answers.ts'

export const doctor: CommandAction = async (input, session) => {
  const findings = [await shellFinding(session), ...(await placeFindings(input, session))]
  const { language } = session
  const records: OutcomeItem[] = findings.map(({ check, ok, found, advice }) => ({
    check: check[language],
    ok,
    found: found[language],
    advice: advice?.[language] ?? null,
  }))
  const wrong = findings.find(({ ok }) => !ok)
  return {
    kind: 'view',
    records: streamOf(records),
    columns: ['check', 'ok', 'found', 'advice'],
    picture: ({ columns }) => picture(findings, language, columns),
    ...(wrong ? { ends: wrong.ends ?? 'configuration' } : {}),
  }
}

function picture(findings: readonly Finding[], language: Language, columns: number): string {
  const width = Math.max(...findings.map(({ check }) => widthOf(check[language]))) + 2
  const room = Math.max(columns - width - 6, 20)
  const indent = ' '.repeat(width + 4)
  const block = (text: string) => text.split('\n').flatMap((line) => wrapped(line, room, Number.POSITIVE_INFINITY))
  return findings
    .map(({ check, ok, found, advice }) => {
      const [first = '', ...rest] = block(found[language])
      const advice_lines = advice
        ? block(advice[language]).map((line, i) => `${indent}${i === 0 ? '→ ' : '  '}${line}\n`)
        : []
      return [
        `${ok ? 'ok  ' : '!!  '}${fitted(check[language], width)}${first}\n`,
        ...rest.map((line) => `${indent}${line}\n`),
        ...advice_lines,
      ].join('')
    })
    .join('')
}

/** Address, encryption and service: each needs the one before. */
async function placeFindings({ options }: CommandInput, session: Session): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  try {
    const configuration = await configurationOf(options, session.runtime)
    const settings = await runSettingsOf(options, session.runtime, configuration)
    const { api_root } = configuration.values
    if (api_root)
      findings.push({
        check: { en: 'address', de: 'Adresse' },
        ok: true,
        found: sameText(`${settings.api_root} (${api_root.origin.where})`),
      })
    const api = await openApi(session, settings, 'refuse')
    try {
      if (api.storage)
        findings.push({
          check: { en: 'storage', de: 'Speicher' },
          ok: true,
          found: sameText(await api.storage()),
        })
      const encryption = await encryptionFinding(api.api_root, session)
      findings.push(encryption)
      if (encryption.ok) {
        findings.push(
          ...(await serviceFindings(api.exchange, { credentials: settings.credentials, now: session.runtime.now })),
        )
        findings.push(...(await reachFindings(api.api_root, settings, session)))
      }
    } finally {
      await api.close()
    }
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    findings.push({
      check: checks[error.code] ?? { en: 'service', de: 'Dienst' },
      ok: false,
      found: error.text,
      ends: error.code,
      ...(error.hint ? { advice: error.hint } : {}),
    })
  }
  return findings
}

const checks: Readonly<Record<string, Text>> = {
  configuration: { en: 'configuration', de: 'Konfiguration' },
  unreachable: { en: 'connection', de: 'Verbindung' },
  not_allowed: { en: 'rights', de: 'Rechte' },
}

export async function shellFinding({ runtime }: Session): Promise<Finding> {
  const check = { en: 'cal in PATH', de: 'cal in der Shell' }
  const places = await Promise.all(
    (runtime.env.PATH ?? '')
      .split(delimiter)
      .filter((folder) => folder !== '')
      .map(async (folder) => {
        const file = join(folder, 'cal')
        return (await access(file, constants.X_OK).then(
          () => true,
          () => false,
        ))
          ? file
          : undefined
      }),
  )
  const first = places.find((place) => place !== undefined)
  if (first === undefined)
    return {
      check,
      ok: true,
      found: { en: 'none: this one was started by its path', de: 'keines: dieses wurde über seinen Pfad aufgerufen' },
    }
  if (!/^\/(usr\/)?bin\/cal$/.test(first)) return { check, ok: true, found: sameText(first) }
  return {
    check,
    ok: true,
    found: { en: `${first}, the calendar program of the system`, de: `${first}, das Programm des Systems` },
    advice: {
      en: 'use calctl, or put the folder of this cal first in PATH',
      de: 'dieses als calctl aufrufen oder seinen Ordner in PATH nach vorn stellen',
    },
  }
}
