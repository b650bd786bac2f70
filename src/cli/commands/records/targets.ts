// The TARGET arguments of a command, or the lines of standard input for `-`. Apart from the steps of changes, which
// commands that only read do not load.
import { CalError, usageError } from '../../../base/errors.ts'
import { isObject, type JsonObject, shallowJson } from '../../../base/json.ts'
import { t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { type RecordTarget, targetOf } from '../../../client/api/records.ts'
import type { Session } from '../../types/session.ts'

/**
 * Every target once, and how many were written, with `-` replaced by the records of standard input.
 * Errors: `usage`, before anything is sent.
 */
export async function targetsOf(operands: readonly string[], plural: Plural, session: Session) {
  const { api_root } = await session.open()
  const words: string[] = []
  for (const word of operands) words.push(...(word === '-' ? await wordsOfInput(session) : [word]))
  if (operands.length > 0 && words.length === 0) await session.note(t('standard input names no record: nothing to do'))
  const targets = new Map<string, RecordTarget>()
  for (const typed of words) {
    const target = targetOf(typed, { plural, api_root })
    targets.set(JSON.stringify(target), target)
  }
  return { targets: [...targets.values()], written: words.length }
}

async function wordsOfInput({ runtime }: Session): Promise<readonly string[]> {
  const { createInterface } = await import('node:readline')
  const words: string[] = []
  for await (const line of createInterface({ input: runtime.stdin.stream, crlfDelay: Number.POSITIVE_INFINITY })) {
    const text = line.trim()
    if (text !== '') words.push(text.startsWith('{') ? idIn(text) : text)
  }
  return words
}

/** NDJSON: a record on each line. */
function idIn(line: string): string {
  const record = shallowJson(line)
  const id = isObject(record) ? record.id : undefined
  if (typeof id === 'number' || (typeof id === 'string' && id !== '')) return `id:${id}`
  throw usageError(
    t('a line of standard input is not a record with an id: {line}', { line: line.slice(0, 60) }),
    t('use -o ids or -o ndjson in the command before the pipe'),
  )
}

export type ReadTarget = (target: RecordTarget) => Promise<JsonObject>

/**
 * Reads each record, one after another while they are printed. With several targets, errors are reported and the others
 * are read; a single one throws.
 */
export function readingEach(targets: readonly RecordTarget[], readTarget: ReadTarget, session: Session) {
  let unread = 0
  async function* records(): AsyncGenerator<JsonObject, void, void> {
    for (const target of targets) {
      try {
        yield await readTarget(target)
      } catch (error) {
        if (!(error instanceof CalError) || targets.length === 1 || session.runtime.signal.aborted) throw error
        unread++
        await session.reportError(error)
      }
    }
  }
  return {
    records: records(),
    /** The number of records that could not be read so far. */
    get unread() {
      return unread
    },
  }
}
