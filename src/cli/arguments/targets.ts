// The TARGET arguments of a command, or the lines of standard input for `-`.
import { CalError } from '../../base/errors.ts'
import { isObject, shallowJson } from '../../base/json.ts'
import { t } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { targetOf } from '../../client/api/records.ts'
import type { Session } from '../types/session.ts'

/** Every target, with `-` replaced by the records of standard input. Errors: `usage`, before anything is sent. */
export async function targetsOf(operands: readonly string[], plural: Plural, session: Session) {
  const { api_root } = await session.open()
  const words: string[] = []
  for (const word of operands) words.push(...(word === '-' ? await wordsOfInput(session) : [word]))
  if (operands.length > 0 && words.length === 0) await session.note(t('standard input names no record: nothing to do'))
  return words.map((typed) => ({ typed, target: targetOf(typed, { plural, api_root }) }))
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
  throw new CalError(
    'usage',
    t('a line of standard input is not a record with an id: {line}', { line: line.slice(0, 60) }),
  )
}
