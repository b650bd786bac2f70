// `cal doctor`: runs checks, and prints a line for each with advice if it failed.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { locationOf } from '../../../base/database-url.ts'
import { CalError } from '../../../base/errors.ts'
import { type Language, sameText, t, type Text } from '../../../base/text/language.ts'
import { withoutPasswords } from '../../../base/text/untrusted-text.ts'
import { isLocalCalendar, localNameOf } from '../../../client/address/api-root.ts'
import { examineStorage } from '../../../client/open.ts'
import type { global_options } from '../../arguments/options.ts'
import { calendarFileOf } from '../../bulk-run/calendar-file.ts'
import { configurationOf } from '../../config/configuration.ts'
import type { CommandAction, CommandInput } from '../../core/command.ts'
import { type OutcomeItem, streamOf } from '../../core/outcome.ts'
import type { RunSettings, Session } from '../../core/session.ts'
import { fitted, widthOf, wrapped } from '../../output/text-width.ts'
import { calendarLocationOf } from '../../run/calendar-address.ts'
import { openApi } from '../../run/session.ts'
import { runSettingsOf } from '../../run/settings.ts'
import { encryptionFinding, type Finding, reachFindings } from './connection.ts'
import type { doctor_options } from './doctor.ts'
import { serviceFindings } from './service-answers.ts'

type DoctorRows = typeof doctor_options & Pick<typeof global_options, 'api_root'>

export const doctor: CommandAction<DoctorRows> = async (input, session) => {
  const { data, api_root } = input.options
  const findings =
    data === undefined
      ? [await shellFinding(session), ...(await calendarFindings(input, session))]
      : await dataFindings({ data, ...(api_root !== undefined && { api_root }) }, session)
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
    render: ({ columns }) => textOf(findings, language, columns),
    ...(wrong ? { exit: wrong.exit ?? 'configuration' } : {}),
  }
}

function textOf(findings: readonly Finding[], language: Language, columns: number): string {
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

/** Checks of a database file or a database server: `--data`. */
async function dataFindings(
  given: { readonly data: string; readonly api_root?: string },
  { runtime }: Session,
): Promise<readonly Finding[]> {
  const { data, name } = calendarLocationOf(calendarFileOf(given) ?? given.data, runtime)
  const findings = [addressFinding(name)]
  await collectFindings(findings, async () => {
    findings.push(...(await examineStorage(data)))
  })
  // If the address is wrong, the finding that it is ok is dropped.
  return findings.some(({ exit }) => exit === 'usage') ? findings.slice(1) : findings
}

function addressFinding(address: string): Finding {
  return { check: t('api root'), ok: true, found: sameText(withoutPasswords(address)) }
}

/** Runs checks, and adds an error that ends them as a finding. */
async function collectFindings(findings: Finding[], work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof CalError)) throw error
    findings.push({
      check: checks[error.code] ?? t('service'),
      ok: false,
      found: error.text,
      exit: error.code,
      ...(error.hint ? { advice: error.hint } : {}),
    })
  }
}

/** Checks of the configured calendar: address, encryption, service. An error skips the later ones. */
async function calendarFindings({ options }: CommandInput, session: Session): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  await collectFindings(findings, async () => {
    const configuration = await configurationOf(options, session.runtime)
    const settings = await runSettingsOf(options, session.runtime, configuration)
    const { api_root } = configuration.values
    if (api_root) findings.push(addressFinding(`${settings.api_root} (${api_root.origin.where})`))
    const api = await openApi(session, settings, 'refuse')
    try {
      const data = dataOf(settings, session)
      if (data !== undefined) findings.push(...(await examineStorage(data)))
      const encryption = settings.database === undefined ? await encryptionFinding(api.api_root, session) : undefined
      if (encryption) findings.push(encryption)
      if (encryption?.ok !== false) {
        findings.push(
          ...(await serviceFindings(api.exchange, { credentials: settings.credentials, now: session.runtime.now })),
        )
        findings.push(...(await reachFindings(api.api_root, settings, session)))
      }
    } finally {
      await api.close()
    }
  })
  return findings
}

/** The path or the address of the database; undefined for a service. */
function dataOf({ api_root = '', database }: RunSettings, { runtime }: Session): string | undefined {
  return database ?? (isLocalCalendar(api_root) ? locationOf(localNameOf(api_root), runtime.cwd) : undefined)
}

const checks: Readonly<Record<string, Text>> = {
  usage: t('api root'),
  configuration: t('configuration'),
  unreachable: t('connection'),
  not_allowed: t('rights'),
}

export async function shellFinding({ runtime }: Session): Promise<Finding> {
  const check = t('cal in PATH')
  const found = await Promise.all(
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
  const first = found.find((file) => file !== undefined)
  if (first === undefined)
    return {
      check,
      ok: true,
      found: t('none: this one was started by its path'),
    }
  if (!/^\/(usr\/)?bin\/cal$/.test(first)) return { check, ok: true, found: sameText(first) }
  return {
    check,
    ok: true,
    found: t('{first}, the calendar program of the system', { first }),
    advice: t('use calctl, or put the folder of this cal first in PATH'),
  }
}
