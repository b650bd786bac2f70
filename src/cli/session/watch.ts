// `--watch`: repeats a command and shows its output on one screen.
import { wallAt } from '../../base/dates/zoned-time.ts'
import { CalError, exit_codes, usageError } from '../../base/errors.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { escapeControlsInLine } from '../../base/text/untrusted-text.ts'
import type { GlobalOptions } from '../arguments/options.ts'
import { isTable, type Outcome, type OutcomeItem, streamOf } from '../types/outcome.ts'
import { hereOf, type Session, withProgramName } from '../types/session.ts'
import { type FieldRule, pickFields } from '../output/fields.ts'
import { writeOutcome } from '../output/print-outcome.ts'
import { markSequence, styled } from '../output/terminal.ts'
import { cut } from '../output/text-width.ts'
import { abortOf } from './session.ts'

interface Watching {
  /** Reads once. */
  read(session: Session): Promise<Outcome>
  readonly options: GlobalOptions & { readonly watch: number }
  readonly rule: FieldRule
}

/**
 * Reads until a signal, and resolves with the exit code of the signal.
 *
 * Errors: `usage` if the output cannot be redrawn; those of the first read. Later errors are shown, and reading
 * continues.
 */
export async function watch(watching: Watching, session: Session): Promise<number> {
  const { signal } = session.runtime
  checkWatch(session)
  const interrupted = abortOf(signal)
  const repeated = { ...watching, read: (polled: Session) => Promise.race([watching.read(polled), interrupted]) }
  interrupted.catch(() => undefined)
  try {
    return await (session.format === 'ndjson' ? printChanges(repeated, session) : redraw(repeated, session))
  } catch (error) {
    if (signal.aborted && signal.reason instanceof CalError) return exit_codes[signal.reason.code]
    throw error
  }
}

function checkWatch({ format, page, runtime }: Session): void {
  if (format === 'ndjson') return
  if (isTable(format) && page.isTerminal && runtime.env.TERM !== 'dumb') return
  throw usageError(
    isTable(format)
      ? t('--watch needs a terminal')
      : t('--watch works with tables and ndjson, not with {format}', { format }),
    t('-o ndjson prints new and changed records as they come'),
  )
}

/** Prints all records once, then those that are new or have changed. */
async function printChanges({ read, options, rule }: Watching, session: Session): Promise<never> {
  const { runtime } = session
  const polled = pollingSession(session)
  const known = new Map<string, string>()
  let failure: string | undefined
  for (let isFirst = true; ; isFirst = false) {
    try {
      const { outcome, items } = await inMemory(await read(polled))
      const changed = items.filter((item) =>
        isNew(known, options.fields ? pickFields(item, options.fields) : item, item),
      )
      failure = undefined
      if (changed.length > 0 || isFirst)
        await writeOutcome({ ...outcome, records: streamOf(changed) } as Outcome, options, polled, {
          sink: runtime.stdout,
          rule,
        })
      await noteOf(outcome, polled)
    } catch (error) {
      if (isFirst || !isTemporary(error, session)) throw error
      if (error.text.en !== failure) await session.note(retryText(error, options.watch))
      failure = error.text.en
    }
    await runtime.sleep(options.watch * 1000)
  }
}

/** Whether a record is new or was changed; stores its shown fields for the next call. */
function isNew(known: Map<string, string>, shown: OutcomeItem, { id, kind }: OutcomeItem): boolean {
  const text = JSON.stringify(shown)
  const key = id === undefined ? text : `${kind} ${id}`
  if (known.get(key) === text) return false
  known.set(key, text)
  return true
}

async function noteOf(outcome: Outcome, session: Session): Promise<void> {
  for (const note of outcome.notes?.() ?? []) await session.note(note)
}

/** The outcome with its records in memory, so that it can be shown several times. */
async function inMemory(
  outcome: Outcome,
): Promise<{ readonly outcome: Outcome; readonly items: readonly OutcomeItem[] }> {
  if (outcome.kind !== 'records' && outcome.kind !== 'view') return { outcome, items: [] }
  const items: OutcomeItem[] = []
  for await (const item of outcome.records) items.push(item)
  return {
    items,
    outcome: {
      ...outcome,
      get records() {
        return streamOf(items)
      },
    },
  }
}

/** Whether polling continues after the error. A bug ends the command. */
function isTemporary(error: unknown, { runtime }: Session): error is CalError {
  return error instanceof CalError && error.code !== 'bug' && !runtime.signal.aborted
}

function retryText({ text }: CalError, seconds: number): Text {
  return t('{text}; retrying every {seconds} s', { text, seconds })
}

/** Not the alternate screen: after Ctrl-Z or Ctrl-C, there is nothing to restore, and the last lines stay. */
const home = markSequence('\u001b[H')

/** Written before the text of a line; after a full line it would erase the last cell. */
const erase_line = markSequence('\u001b[K')

async function redraw({ read, options, rule }: Watching, session: Session): Promise<never> {
  const { runtime, language } = session
  const { stdout } = runtime
  const readLines = async (): Promise<readonly string[]> => {
    const [parts, notes]: [string[], Text[]] = [[], []]
    const page = { ...session.page, columns: stdout.columns, lines: stdout.lines }
    const polled = { ...pollingSession(session), page, note: keptIn(notes) }
    const outcome = await read(polled)
    await writeOutcome(outcome, options, polled, { sink: { write: keptIn(parts) }, rule })
    await noteOf(outcome, polled)
    const text = parts.join('').replace(/\n$/, '')
    const noted = notes.map((note) =>
      cut(escapeControlsInLine(withProgramName(runtime.program, note[language])), page.columns),
    )
    return [...(text === '' ? [] : text.split('\n')), ...noted]
  }
  let lines = await readLines()
  const time = () => {
    const { now, zone } = hereOf(session)
    return wallAt(now, zone).slice(11)
  }
  const show = async (status: Text, style: 'bold' | 'faint') => {
    const { columns, lines: rows = 24 } = stdout
    const shown = fitted(lines, rows - 1, language)
    const blank = Array.from({ length: Math.max(0, rows - 1 - shown.length) }, () => '')
    const last = cut(escapeControlsInLine(status[language]), columns)
    const all = [...shown, ...blank, styled(last, style, session.page)]
    await stdout.write(home + all.map((line) => `${erase_line}${line}`).join('\n'))
  }
  const showRead = () =>
    show(t('{time} · every {seconds} s · Ctrl-C to stop', { time: time(), seconds: options.watch }), 'faint')
  const release = runtime.status.hold()
  try {
    // What the terminal shows scrolls up instead of being overwritten.
    await stdout.write('\n'.repeat((stdout.lines ?? 24) - 1))
    for (await showRead(); ; ) {
      await runtime.sleep(options.watch * 1000)
      try {
        lines = await readLines()
        await showRead()
      } catch (error) {
        if (!isTemporary(error, session)) throw error
        const failure = retryText(error, options.watch)
        await show(
          eachLanguage((one) => `${time()} ${failure[one]}`),
          'bold',
        )
      }
    }
  } finally {
    await stdout.write('\n')
    release()
  }
}

/** A session for polling: without retries, because the next poll follows, and without repeated notes. */
export function pollingSession(session: Session): Session {
  const noted = new Set<string>()
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: api.direct }
    },
    note: async (text) => {
      if (noted.has(text.en)) return
      noted.add(text.en)
      await session.note(text)
    },
  }
}

function keptIn<T>(list: T[]): (item: T) => Promise<void> {
  return async (item) => {
    list.push(item)
  }
}

function fitted(lines: readonly string[], rows: number, language: keyof Text): readonly string[] {
  if (lines.length <= rows) return lines
  const shown = Math.max(0, rows - 1)
  const count = lines.length - shown
  const more: Text = t('… {count} more {count|line|lines}', { count })
  return [...lines.slice(0, shown), more[language]].slice(0, rows)
}
