// A run: a plan carried out with its journal, its progress, its rejected records, and the line that says how it ended.
import { join, relative, resolve } from 'node:path'
import { rmSync } from 'node:fs'
import { utcWall } from '../../base/datetime.ts'
import { Failure } from '../../base/failure.ts'
import { fileFailure } from '../../base/unreadable.ts'
import type { Carrying, Result } from '../../bulk/carry-out.ts'
import { placeText } from '../../bulk/entry.ts'
import { type Head, type Input, openJournal } from '../../bulk/journal.ts'
import { Pace } from '../../bulk/pace.ts'
import type { InputFormat } from '../../bulk/choices.ts'
import { rejectedName, Rejects } from '../../bulk/rejected.ts'
import { lockRun } from '../../bulk/run-lock.ts'
import { journalPath, makeRunFolder, runFolder, type RunState } from '../../bulk/runs.ts'
import type { Source } from '../../bulk/source.ts'
import { resources } from '../../spec/resources.ts'
import type { Plural } from '../../spec/model.ts'
import type { Values } from '../../spec/read.ts'
import { progress_forms } from '../choices.ts'
import { Progress } from '../print/progress.ts'
import type { Outcome } from '../outcome.ts'
import type { Session } from '../session.ts'
import { requirePlace } from './place.ts'
import { newRunName, stateDirOf } from './state.ts'
import { UnkeptFields } from './unkept.ts'
import { noTally, summaryItem, type Tally, tallyText, withEarlier } from './tally.ts'

/** What is run, and how the work is done once everything around it stands. */
export interface Run {
  readonly command: string
  readonly options: Values
  /** What the run must be told to go on later. */
  readonly kept: Readonly<Record<string, unknown>>
  readonly inputs: readonly Input[]
  readonly sources: readonly Source[]
  readonly total: number | undefined
  readonly known_id_max: Readonly<Partial<Record<Plural, number>>>
  /** The run that goes on. */
  readonly earlier: RunState | undefined
  work(carrying: Carrying): Promise<void>
  /** The command that goes on with the run where it breaks off; the same one again where nothing is said. */
  readonly again?: (name: string) => string
  /** Told of each result beside the tally. */
  readonly seen?: (result: Result) => void | Promise<void>
}

const concurrency_default = 4
/** In this process there is no network to wait for, and writes share commits. */
const concurrency_file = 128
const complaints_max = 20

export async function carryOutRun(run: Run, session: Session): Promise<{ readonly outcome: Outcome; readonly name: string }> {
  const { world } = session
  if (typeof run.options.rejected === 'string') requirePlace(run.options.rejected, world.cwd)
  const state_dir = stateDirOf(session)
  const api = await session.open()
  const { name, folder } = run.earlier ? { name: run.earlier.head.run, folder: runFolder(state_dir, run.earlier.head.run) } : makeRunFolder(state_dir, newRunName(session))
  // Whoever goes on with a run took its lock before reading its journal.
  const lock = run.earlier ? undefined : await lockRun(folder, world)
  const journal = await openJournal(journalPath(state_dir, name))
  const rejects = new Rejects(join(folder, 'rejected.ndjson'))
  const progress = new Progress({ world, form: progress_forms.find((form) => form === run.options.progress) ?? 'auto', language: session.language, total: run.total })
  const tally = noTally()
  const unkept = new UnkeptFields()
  if (!run.earlier) await journal.write(headOf(run, { name, api_root: api.api_root, now: world.now(), known_id_max: run.known_id_max }))
  const concurrency = session.settings.concurrency ?? (api.api_root.startsWith('file:') ? concurrency_file : concurrency_default)
  const rate = rateOf(session.settings.rate)
  const clockwork = { now: world.now, random: world.random, sleep: world.sleep }
  const known = (run.earlier?.head.options.known_id_max ?? run.known_id_max) as Partial<Record<Plural, number>>
  const carrying: Carrying = {
    exchange: api.direct, clockwork, journal, concurrency, signal: world.signal,
    pace: new Pace({ concurrency, ...(rate === undefined ? {} : { rate }), clockwork }),
    known_id_max: (kind) => known[kind] ?? 0,
    failures_max: numberOf(run.options.stop_on_error) ?? Number.POSITIVE_INFINITY,
    told: async (result) => {
      tally[result.done]++
      unkept.see(result)
      await progress.tick()
      if (result.done === 'failed') await turnedDown(result, { rejects, progress, session, count: tally.failed })
      await run.seen?.(result)
    },
  }
  try {
    await run.work(carrying)
    await journal.write({ finished: { ...withEarlier(tally, run.earlier) } })
  } catch (error) {
    throw await brokenOff(error, { again: run.again?.(name), name, tally, session, progress })
  } finally {
    await progress.end()
    await unkept.tell(session)
    await journal.close()
    lock?.release()
  }
  const files = await rejects.finish(run.sources, run.options.format as InputFormat | undefined, (file, format) => resolve(world.cwd, run.options.rejected as string | undefined ?? rejectedName(file, format)))
  const all = withEarlier(tally, run.earlier)
  const wrote = all.created + all.updated + all.deleted > 0
  // What changed nothing cannot be taken back: it is not remembered.
  if (!wrote) rmSync(folder, { recursive: true, force: true })
  return { outcome: await ended(all, { name: wrote ? name : undefined, files: files.map((file) => relative(world.cwd, file) || file), session }), name }
}

function headOf(run: Run, { name, api_root, now, known_id_max }: { readonly name: string; readonly api_root: string; readonly now: number; readonly known_id_max: unknown }): Head {
  return { run: name, command: run.command, api_root, started: utcWall(now), inputs: run.inputs, options: { ...run.kept, known_id_max } }
}

async function turnedDown(result: Extract<Result, { done: 'failed' }>, { rejects, progress, session, count }: { readonly rejects: Rejects; readonly progress: Progress; readonly session: Session; readonly count: number }): Promise<void> {
  const { step, flaws } = result
  const { language } = session
  const error = flaws.map(({ text }) => text[language]).join('; ')
  if (step.entry) await rejects.add({ file: step.entry.place.file, kind: resources[step.kind].singular, original: step.entry.original, error })
  if (count > complaints_max) return
  await progress.end()
  const where = step.entry ? placeText(step.entry.place) : `${resources[step.kind].title[language]} "${step.title}"`
  const text = { en: `${where}: ${flaws.map(({ text: { en } }) => en).join('; ')}`, de: `${where}: ${flaws.map(({ text }) => text.de).join('; ')}` }
  await session.note(count === complaints_max ? { en: `${text.en}\n… more of these are only counted`, de: `${text.de}\n… weitere werden nur gezählt` } : text)
  const hint = flaws.find((flaw) => flaw.hint)?.hint
  if (hint && count < complaints_max) await session.note({ en: `  ${hint.en}`, de: `  ${hint.de}` })
}

/** What ends a run leaves it to be continued, and says how. */
async function brokenOff(error: unknown, { again, name, tally, session, progress }: { readonly again: string | undefined; readonly name: string; readonly tally: Tally; readonly session: Session; readonly progress: Progress }): Promise<unknown> {
  await progress.end()
  const failure = error instanceof Failure ? error : fileFailure(error)
  if (failure === undefined) return error
  await session.note(tallyText(tally, name))
  const how = again === undefined
    ? { en: 'the same command again goes on from here', de: 'derselbe Befehl, noch einmal eingegeben, macht hier weiter' }
    : { en: `${again} goes on from here`, de: `${again} macht hier weiter` }
  const hint = failure.hint === undefined ? how : { en: `${failure.hint.en}; ${how.en}`, de: `${failure.hint.de}; ${how.de}` }
  return new Failure(failure.code, failure.text, { cause: error, hint, ...(failure.remote ? { remote: failure.remote } : {}) })
}

async function ended(tally: Tally, { name, files, session }: { readonly name: string | undefined; readonly files: readonly string[]; readonly session: Session }): Promise<Outcome> {
  if (files.length > 0) await session.note({ en: `turned down: ${files.join(', ')}`, de: `abgelehnt: ${files.join(', ')}` })
  await session.note(tallyText(tally, name))
  const ends = tally.failed > 0 ? { ends: 'some_failed' as const } : {}
  if (session.format === undefined || session.format === 'table') return { kind: 'done', ...ends }
  return { kind: 'record', record: summaryItem(tally, name, files), columns: ['run', 'created', 'updated', 'deleted', 'unchanged', 'skipped', 'failed'], ...ends }
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined
}

/** `5`, `5/s`, `300/m`, `300/min` in requests a second. */
function rateOf(text: unknown): number | undefined {
  if (typeof text !== 'string') return undefined
  const match = /^(\d+(?:\.\d+)?)(?:\/(s|sec|m|min|h))?$/.exec(text)
  if (!match || Number(match[1]) === 0) throw new Failure('usage', { en: `--rate needs a number a second such as 5/s, not "${text}"`, de: `--rate braucht eine Zahl je Sekunde wie 5/s, nicht „${text}“` })
  const per = { s: 1, m: 60, h: 3600 }[(match[2] ?? 's').slice(0, 1)] ?? 1
  return Number(match[1]) / per
}
