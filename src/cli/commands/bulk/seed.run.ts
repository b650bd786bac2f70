// `cal seed FILE…`: creates reproducible test data, writes a list of its ids, and removes it again.
import { resolve } from 'node:path'
import { utcWall } from '../../../base/dates/zoned-time.ts'
import { notTogether, usageError } from '../../../base/errors.ts'
import { writeAtomically } from '../../../base/files/atomic-file.ts'
import { seededRandom } from '../../../base/seeded-random.ts'
import { t, type Text, warningText } from '../../../base/text/language.ts'
import { type GeneratedCounts, generateRecords } from '../../../bulk/calendar-file/generate.ts'
import type { InputBatches } from '../../../bulk/input/entry.ts'
import type { PlanResult } from '../../../bulk/plan/plan.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import { type CalendarRequest, calendarsFrom, calendarsOf } from '../../bulk-run/calendar-request.ts'
import type { PlannedRun } from '../../bulk-run/execute-run.ts'
import { requireWritable } from '../../bulk-run/output-file.ts'
import type { CommandAction, OptionsOf } from '../../types/command.ts'
import { calendarHere } from '../../session/session.ts'
import type { Session } from '../../types/session.ts'
import { applyCalendars } from './apply.run.ts'
import { seed_options } from './bulk.ts'

type SeedOptions = OptionsOf<typeof seed_options>

export const seed: CommandAction<typeof seed_options> = async (input, session) => {
  const { operands, options } = input
  const files = [...(options.file ?? []), ...operands]
  requireUsed(files, options)
  if (options.cleanup !== undefined)
    return (await import('./history.run.ts')).historyUndo({ ...input, operands: [options.cleanup] }, session)
  if (options.out !== undefined) requireWritable(options.out, session.runtime.cwd)
  const calendars =
    options.generate !== undefined
      ? await generatedCalendars(options.generate, options, session)
      : await calendarsOf(files, options, session)
  const ids = new Map<string, number>()
  const { out } = options
  const conclude: PlannedRun['conclude'] = async (done) => {
    if (out === undefined || done === 'shown') return
    for (const text of await writeIds(resolve(session.runtime.cwd, out), ids)) await session.note(text)
  }
  const onResult = (result: PlanResult) => addId(result, calendars, ids)
  return applyCalendars(calendars, { command: 'seed', options, onResult, conclude }, session)
}

/** Errors: `usage` for files that have no effect. */
function requireUsed([file]: readonly string[], { cleanup, generate }: SeedOptions): void {
  const flag = cleanup !== undefined ? '--cleanup' : generate !== undefined ? '--generate' : undefined
  if (file !== undefined && flag !== undefined)
    throw notTogether(file, flag, t('remove one of them, or run two commands'))
}

/** Adds the id of a record by its key; records without a key are not listed. */
function addId(result: PlanResult, { scan }: CalendarRequest, ids: Map<string, number>): void {
  const { step } = result
  const key = scan.rows.at(step.n)?.record?.key
  const id = 'record' in result ? Number(result.record.id) : 'id' in step ? step.id : undefined
  if (key !== undefined && id !== undefined) ids.set(key, id)
}

/** Generates records for counts such as `events=1000,venues=20`. */
async function generatedCalendars(text: string, options: SeedOptions, session: Session): Promise<CalendarRequest> {
  const counts = countsOf(text)
  const { runtime, settings } = session
  const number = options.seed ?? seed_options.seed.default
  // From the start of the year, so that a seed gives the same events all year, on every machine (decision 15).
  const from = `${utcWall(runtime.now()).slice(0, 4)}-01-01`
  async function* batches(): InputBatches {
    yield generateRecords({ counts, random: seededRandom(number), from, timezone: settings.timezone })
  }
  const here = await calendarHere(session)
  const given = { documents: [], sources: [], options, session, here, window: {}, outside_keys: new Set<string>() }
  return calendarsFrom(batches, given)
}

function countsOf(text: string): GeneratedCounts {
  const seen = new Set<string>()
  return Object.fromEntries(
    text.split(',').map((pair) => {
      const [word = '', count = ''] = pair.split('=').map((part) => part.trim())
      const kind = resourceNamed(word)?.plural
      if (kind && seen.has(kind)) throw usageError(t('--generate specifies {kind} twice: {text}', { kind, text }))
      if (kind) seen.add(kind)
      if (kind && /^\d+$/.test(count)) return [kind, Number(count)]
      throw usageError(t('--generate needs counts such as events=1000,venues=20, not "{pair}"', { pair }))
    }),
  )
}

/**
 * Writes ids as a JSON object, or as shell variables to a `.env` file. Returns warnings for keys that share a variable.
 */
async function writeIds(path: string, ids: ReadonlyMap<string, number>): Promise<readonly Text[]> {
  const sorted = [...ids].sort(([a], [b]) => (a < b ? -1 : 1))
  const isShell = path.endsWith('.env')
  const text = isShell
    ? sorted.map(([key, id]) => `${variableOf(key)}=${id}\n`).join('')
    : `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`
  await writeAtomically(path, [text])
  return isShell ? sharedOf(sorted.map(([key]) => key)) : []
}

/** `talk-1` → `TALK_1`, `2027/käse` → `_2027_KASE`. */
function variableOf(key: string): string {
  return key
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '_')
    .replace(/^(?=\d)/, '_')
}

function sharedOf(keys: readonly string[]): readonly Text[] {
  const last = new Map(keys.map((key) => [variableOf(key), key]))
  return keys.flatMap((key) => {
    const [name, other] = [variableOf(key), last.get(variableOf(key))]
    return other === key
      ? []
      : [
          warningText('"{key}" and "{other}" are both {name}; the last one is used', {
            key,
            other: String(other),
            name,
          }),
        ]
  })
}
