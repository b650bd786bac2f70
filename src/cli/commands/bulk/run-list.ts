// `cal history list`: the runs of this machine with start, command line, counts and state. Also lists them for
// completion.
import { getOrInsert, keysOf } from '../../../base/collections.ts'
import { dayOf } from '../../../base/dates/days.ts'
import { instantOfUtc, wallAt } from '../../../base/dates/zoned-time.ts'
import { isObject, type Json } from '../../../base/json.ts'
import { eachLanguage, type Language, t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import type { JournalHead } from '../../../bulk/journal/journal.ts'
import { journalTotals, stateIfThere } from '../../../bulk/journal/read-journal.ts'
import { holderOf, runFolder, runNames } from '../../../bulk/journal/runs.ts'
import { clockOf, dayText } from '../../../spec/event-parts.ts'
import { flagOf } from '../../../spec/resources.ts'
import { tableLayout } from '../../output/formats/formats.ts'
import { stateDirOf } from '../../bulk-run/run-store.ts'
import { type OutcomeItem, type OutputPage, streamOf } from '../../types/outcome.ts'
import { hereOf, type Session } from '../../types/session.ts'

/** `stopped` runs can be resumed or undone. */
type RunProgress = 'done' | 'stopped' | 'running' | 'undone'

/** Newest first. */
export async function listedRuns(session: Session): Promise<readonly ListedRun[]> {
  const runs: RecordedRun[] = []
  for (const name of runNames(stateDirOf(session))) {
    const run = await recordedRun(name, session)
    if (run) runs.push(run)
  }
  const undone = new Map<string, string>()
  // Newest first, because an undo is newer than what it undid; an undo that was itself undone does not count.
  for (const { name, head, finished } of runs) {
    const { undone: undone_run } = head.options
    if (finished && typeof undone_run === 'string' && !undone.has(name)) getOrInsert(undone, undone_run, () => name)
  }
  return runs.map(({ open, ...run }) => {
    const undone_by = undone.get(run.name)
    const state: RunProgress =
      undone_by !== undefined ? 'undone' : run.finished ? 'done' : run.process === undefined ? 'stopped' : 'running'
    return { ...run, state, undone_by, unknown: state === 'stopped' ? open : 0 }
  })
}

type RecordedRun = NonNullable<Awaited<ReturnType<typeof recordedRun>>>

interface ListedRun extends Omit<RecordedRun, 'open'> {
  readonly state: RunProgress
  /** The run that undid it. */
  readonly undone_by: string | undefined
  /** How many writes have no known result. */
  readonly unknown: number
}

/** Undefined for a run that wrote nothing and ended since the runs were listed. */
async function recordedRun(name: string, session: Session) {
  const { runtime } = session
  const state_dir = stateDirOf(session)
  // Checked before the journal is read, because the run may end in between.
  const process = await holderOf(runFolder(state_dir, name), runtime.platform)
  const found = await stateIfThere(state_dir, name)
  if (!found) return undefined
  const { head, counts, finished, open } = found
  return {
    name,
    head,
    command_line: commandLineOf(head, runtime.program),
    counts: journalTotals(found),
    by_kind: counts,
    open: open.size,
    /** The process that executes the run. */
    process: finished ? undefined : process,
    finished: finished !== undefined,
    /** In local time. */
    started: wallAt(instantOfUtc(head.started), hereOf(session).zone),
  }
}

export const run_columns = [
  'run',
  'started',
  'state',
  'command_line',
  'created',
  'updated',
  'deleted',
  'failed',
] as const

export function runItem(run: ListedRun): OutcomeItem {
  const { name, head, command_line, counts, state, undone_by, finished, started } = run
  return {
    run: name,
    started,
    started_utc: head.started,
    state,
    ...(undone_by === undefined ? {} : { undone_by }),
    command: head.command,
    command_line,
    api_root: head.api_root,
    ...counts,
    finished,
    inputs: head.inputs.map(({ name: input }) => input),
  }
}

/** Options that are not shown in the command line. */
const unlisted_options = new Set([
  'yes',
  'confirm',
  'progress',
  'api_root',
  'profile',
  'output',
  'json',
  'lang',
  'input',
])

/** The command line, as far as the journal contains it: `cal import events.csv --create-missing`. */
function commandLineOf({ command, inputs, options }: JournalHead, program: string): string {
  const words = command.startsWith('undo ') ? `history ${command}` : command
  const files = inputs.map(({ name }) => (command === 'apply' ? `-f ${shellWord(name)}` : shellWord(name)))
  const flags = command === 'import' ? Object.entries(options).flatMap(([name, value]) => flagWords(name, value)) : []
  const where = command.endsWith(' --where') ? conditionsOf(options.where) : []
  return [program, words, ...files, ...flags, ...where].join(' ')
}

function flagWords(name: string, value: Json | undefined): readonly string[] {
  if (unlisted_options.has(name) || value === undefined || value === null || isObject(value)) return []
  if (value === true) return [flagOf(name)]
  if (value === false) return [flagOf(`no_${name}`)]
  const values = Array.isArray(value) ? value : [value]
  return values.map((one) => `${flagOf(name)} ${shellWord(String(one))}`)
}

function conditionsOf(where: Json | undefined): readonly string[] {
  return (Array.isArray(where) ? where : [where]).flatMap((one) => (typeof one === 'string' ? [shellWord(one)] : []))
}

const headings = { run: t('RUN'), started: t('STARTED'), state: t('STATE'), result: t('RESULT'), command: t('COMMAND') }

/** A table of the runs, with their calendars if there are several. */
export async function* runsText(runs: readonly ListedRun[], page: OutputPage): AsyncIterable<string> {
  const { language } = page
  const several = new Set(runs.map(({ head }) => head.api_root)).size > 1
  const rows = runs.map((run) => ({
    run: run.name,
    started: `${dayText(dayOf(run.started), { language })} ${clockOf(run.started)}`,
    state: state_words[run.state][language],
    result: resultText(run, language),
    command: asHtml(`${run.command_line}${several ? ` → ${run.head.api_root}` : ''}`),
  }))
  // Loaded on demand: completion needs only the names of runs.
  const { printTable } = await import('../../output/table/print-table.ts')
  yield* printTable(streamOf(rows), { ...tableLayout(page, keysOf(headings)), headings })
}

/** Cells of tables are HTML, as the texts of records. */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
}

const state_words: Readonly<Record<RunProgress, Text>> = {
  done: t('done'),
  stopped: t('stopped'),
  running: t('running'),
  undone: t('undone'),
}

const count_words = {
  created: t('created'),
  updated: t('updated'),
  restored: t('restored'),
  deleted: t('deleted'),
} as const

/** `40 events, 6 venues created; 1 failed` */
function resultText({ counts, by_kind, unknown }: ListedRun, language: Language): string {
  const failed = counts.failed > 0 ? `${counts.failed} ${t('failed')[language]}` : ''
  const uncertain = unknown > 0 ? `${unknown} ${t('unknown')[language]}` : ''
  return [by_kind.text(count_words, language), failed, uncertain].filter((part) => part !== '').join('; ') || '–'
}

/** The note on unfinished runs: how to resume or undo them. undefined if there are none. */
export function unfinishedText(runs: readonly ListedRun[]): Text | undefined {
  const lines = runs.flatMap(({ name, head, state, process }): readonly Text[] => {
    if (state === 'running') return [t('still running (process {process}): {name}', { process: String(process), name })]
    return state === 'stopped' ? [stoppedText(name, head)] : []
  })
  if (lines.length === 0) return undefined
  return eachLanguage((language) => lines.map((line) => line[language]).join('\n'))
}

function stoppedText(name: string, { command, options }: JournalHead): Text {
  const undone = typeof options.undone === 'string' ? options.undone : undefined
  const resume = undone !== undefined ? `cal history undo ${undone}` : `cal import --resume ${name}`
  if (undone !== undefined || command === 'import') return t('stopped: {name}; to resume: {resume}', { name, resume })
  return t('stopped: {name}; to undo it: cal history undo {name}', { name })
}

/** Lines `word<TAB>meaning`, latest run first; the meaning is the start and the command line. */
export async function runWords(session: Session): Promise<readonly string[]> {
  const runs = await listedRuns(session)
  return runs.map((run) => {
    const { command_line, started } = runItem(run)
    return `${run.name}\t${escapeControls(`${started} ${command_line}`).replace(/\s+/g, ' ')}`
  })
}
