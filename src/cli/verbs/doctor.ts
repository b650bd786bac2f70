// `cal doctor`: one line for each thing that must be right, with what to do where it is not.
import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { Failure } from '../../base/failure.ts'
import { sameText, type Text } from '../../base/language.ts'
import { isObject } from '../../base/json.ts'
import { call } from '../../client/call.ts'
import type { Input, Verb } from '../command.ts'
import { configurationOf } from '../config/load.ts'
import type { Item } from '../outcome.ts'
import { fitted, widthOf } from '../print/fit.ts'
import { openApi, type Session } from '../session.ts'
import { settingsOf } from '../settings.ts'
import { streamOf } from '../stream.ts'

/** A check with its result; `advice` only where something is to be done. */
interface Finding {
  readonly check: Text
  readonly ok: boolean
  readonly found: Text
  readonly advice?: Text
}

const clock_difference_max_s = 120

export const doctor: Verb = async (input, session) => {
  const findings = [await shellFinding(session), ...(await serviceFindings(input, session))]
  const { language } = session
  const records: Item[] = findings.map(({ check, ok, found, advice }) => ({ check: check[language], ok, found: found[language], advice: advice?.[language] ?? null }))
  return {
    kind: 'view', records: streamOf(records), columns: ['check', 'ok', 'found', 'advice'],
    picture: () => picture(findings, language),
    ...(findings.every(({ ok }) => ok) ? {} : { ends: 'configuration' }),
  }
}

function picture(findings: readonly Finding[], language: 'en' | 'de'): string {
  const width = Math.max(...findings.map(({ check }) => widthOf(check[language]))) + 2
  const lines = findings.map(({ check, ok, found, advice }) => {
    const line = `${ok ? 'ok  ' : '!!  '}${fitted(check[language], width)}${found[language]}\n`
    const indent = `\n${' '.repeat(width + 6)}`
    return advice ? `${line}${' '.repeat(width + 4)}→ ${advice[language].replaceAll('\n', indent)}\n` : line
  })
  return lines.join('')
}

/** Configuration, connection, interface, rights and clock: each needs the one before. */
async function serviceFindings({ options }: Input, session: Session): Promise<readonly Finding[]> {
  const findings: Finding[] = []
  try {
    const configuration = await configurationOf(options, session.world)
    const settings = await settingsOf(options, session.world, configuration)
    const { api_root } = configuration.values
    if (api_root) findings.push({ check: { en: 'configuration', de: 'Konfiguration' }, ok: true, found: sameText(`${api_root.value} (${api_root.origin.where})`) })
    const api = await openApi(session, settings, 'refuse')
    try {
      findings.push(...(await answerFindings(session, await call(api.exchange, 'index', {}))))
      findings.push(await rightsFinding(await call(api.exchange, 'events.list', { per_page: 1 }), settings.credentials.kind))
    } finally {
      await api.close()
    }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    findings.push({ check: checks[error.code] ?? { en: 'service', de: 'Dienst' }, ok: false, found: error.text, ...(error.hint ? { advice: error.hint } : {}) })
  }
  return findings
}

const checks: Readonly<Record<string, Text>> = {
  configuration: { en: 'configuration', de: 'Konfiguration' },
  unreachable: { en: 'connection', de: 'Verbindung' },
  not_allowed: { en: 'rights', de: 'Rechte' },
}

type Answer = Awaited<ReturnType<typeof call>>

async function answerFindings({ world }: Session, { value, headers }: Answer): Promise<readonly Finding[]> {
  const namespace = isObject(value) && typeof value.namespace === 'string' ? value.namespace : '?'
  const routes = isObject(value) && isObject(value.routes) ? Object.keys(value.routes).length : 0
  const found: Finding = { check: { en: 'interface', de: 'Schnittstelle' }, ok: true, found: { en: `${namespace}, ${routes} routes`, de: `${namespace}, ${routes} Routen` } }
  const date = /^\w{3}, (\d\d) (\w{3}) (\d{4}) (\d\d):(\d\d):(\d\d) GMT$/.exec(headers.date ?? '')
  if (!date) return [found]
  const [, day, month = '', year, hour, minute, second] = date
  const theirs = Date.UTC(Number(year), 'JanFebMarAprMayJunJulAugSepOctNovDec'.indexOf(month) / 3, Number(day), Number(hour), Number(minute), Number(second))
  const seconds = Math.round((theirs - world.now()) / 1000)
  const ok = Math.abs(seconds) <= clock_difference_max_s
  const clock: Finding = { check: { en: 'clock', de: 'Uhr' }, ok, found: { en: `${seconds} s apart`, de: `${seconds} s Unterschied` } }
  return [found, ok ? clock : { ...clock, advice: { en: 'set this machine’s clock, or the service’s: words such as tomorrow depend on it', de: 'die Uhr dieses Rechners oder des Dienstes stellen: Wörter wie morgen hängen davon ab' } }]
}

async function rightsFinding({ headers }: Answer, kind: string): Promise<Finding> {
  const mayWrite = /\bPOST\b/.test(headers.allow ?? '')
  const who: Text = kind === 'none' ? { en: 'a visitor', de: 'Gast' } : { en: `signed in (${kind})`, de: `angemeldet (${kind})` }
  const may: Text = mayWrite ? { en: 'may read and write', de: 'darf lesen und schreiben' } : { en: 'may read', de: 'darf lesen' }
  const finding: Finding = { check: { en: 'rights', de: 'Rechte' }, ok: true, found: { en: `${who.en}, ${may.en}`, de: `${who.de}, ${may.de}` } }
  return mayWrite || kind !== 'none' ? finding : { ...finding, advice: { en: 'to write: cal login', de: 'zum Schreiben: cal login' } }
}

/** Most systems have a `cal` of their own. */
async function shellFinding({ world }: Session): Promise<Finding> {
  const check = { en: 'the cal of the shell', de: 'das cal der Shell' }
  const places = await Promise.all((world.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '').map(async (folder) => {
    const file = join(folder, 'cal')
    return (await access(file, constants.X_OK).then(() => true, () => false)) ? file : undefined
  }))
  const first = places.find((place) => place !== undefined)
  if (first === undefined) return { check, ok: true, found: { en: 'none: this one was called by its path', de: 'keines: dieses wurde über seinen Pfad aufgerufen' } }
  if (!/^\/(usr\/)?bin\/cal$/.test(first)) return { check, ok: true, found: { en: first, de: first } }
  return { check, ok: true, found: { en: `${first}, the system’s own`, de: `${first}, das des Systems` }, advice: { en: 'call this one calctl, or put its folder first in PATH', de: 'dieses als calctl aufrufen, oder seinen Ordner in PATH nach vorn stellen' } }
}
