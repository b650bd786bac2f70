// `cal wait events --where …`: counts matching records repeatedly until there are enough, or none with `--gone`.
import { CalError, usageError } from '../../../base/errors.ts'
import { eachLanguage, t, type Text } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import type { Resource } from '../../../spec/model.ts'
import type { global_options } from '../../arguments/options.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import { type Outcome, type OutcomeItem, streamOf } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { durationMs } from '../../arguments/flag-values.ts'
import { cut } from '../../output/text-width.ts'
import { kindOf } from '../../bulk-run/inputs.ts'
import { pollingSession } from '../../session/watch.ts'
import { countWhere, recordsWhere } from '../records/selected-records.ts'
import { filtersOf } from '../../input/dates.ts'
import { wait_options } from './bulk.ts'

type WaitRows = typeof wait_options & Pick<typeof global_options, 'fields' | 'sort'>
type WaitInput = CommandInput<OptionsOf<WaitRows>>

interface Wait {
  readonly resource: Resource
  readonly where: readonly string[]
  /** The minimum number of matches; 0 waits until there are none. */
  readonly count: number
  readonly timeout_ms: number
  readonly interval_ms: number
  /** Whether to print the records. */
  readonly shows: boolean
}

export const waitForRecords: CommandAction<WaitRows> = async (input, session) => {
  const wait = waitOf(input, session)
  const { resource } = wait
  const { count, records } = await waitUntilReached(wait, pollingSession(session))
  await session.note(foundText(count, resource))
  if (!wait.shows) return { kind: 'done' }
  const outcome: Outcome = {
    kind: 'records',
    records: streamOf(records),
    shown_as: { plural: resource.plural },
  }
  return outcome
}

function waitOf({ operands: [kind = ''], options }: WaitInput, session: Session): Wait {
  const resource = resources[kindOf(kind)]
  const { where = [], count, gone } = options
  if (count === 0) throw usageError(t('--count needs a positive number'), t('to wait until no record matches: --gone'))
  // Reports invalid filters before the first check.
  filtersOf(resource.plural, where)
  return {
    resource,
    where,
    count: gone === true ? 0 : (count ?? wait_options.count.default),
    timeout_ms: durationMs(options.timeout ?? wait_options.timeout.default),
    interval_ms: durationMs(options.interval ?? wait_options.interval.default),
    shows: session.format !== undefined || options.fields !== undefined || options.sort !== undefined,
  }
}

interface Matching {
  readonly count: number
  /** Empty unless records are printed. */
  readonly records: readonly OutcomeItem[]
}

/** The result of a check. */
type Check = Matching | { readonly failed: CalError }

/**
 * Checks until enough records match. Errors: `timed_out`, or the error of the last check; lasting errors immediately.
 */
async function waitUntilReached(wait: Wait, session: Session): Promise<Matching> {
  const { runtime } = session
  const began = runtime.ticks()
  const left = () => wait.timeout_ms - (runtime.ticks() - began)
  let last: Check = { failed: noResponse() }
  let isUnready = false
  const status = runtime.status.show((columns) => cut(waitingText(wait, last)[session.language], columns), {
    isFirst: () => true,
  })
  try {
    for (;;) {
      last = await checkWithin(Math.max(left(), last_check_ms), wait, session)
      if ('count' in last && isReached(wait, last.count)) return last
      if ('failed' in last && !isUnready) {
        isUnready = true
        await session.note(t('not ready yet, still waiting: {text}', { text: last.failed.text }))
      }
      if (left() <= 0) throw timedOut(wait, last)
      await runtime.sleep(Math.min(wait.interval_ms, left()))
    }
  } finally {
    status.end()
  }
}

/** The minimum time for a check: the last one starts when the time limit is reached. */
const last_check_ms = 1_000

async function checkWithin(limit_ms: number, wait: Wait, session: Session): Promise<Check> {
  let stop = () => {}
  const late = new Promise<Check>((resolve) => {
    stop = session.runtime.every(limit_ms, () => resolve({ failed: noResponse() }))
  })
  try {
    return await Promise.race([check(wait, session), late])
  } finally {
    stop()
  }
}

async function check({ resource: { plural }, where, ...wait }: Wait, session: Session): Promise<Check> {
  try {
    const count = await countWhere(plural, where, session)
    if (!wait.shows || !isReached(wait, count)) return { count, records: [] }
    const records = await recordsWhere(plural, where, session)
    return { count: records.length, records }
  } catch (error) {
    if (!(error instanceof CalError) || !['unreachable', 'server_failed', 'not_found'].includes(error.code)) throw error
    // The filter refers to a venue or a category that does not exist yet.
    if (error.code === 'not_found' && error.remote === undefined) {
      await session.note(error.text)
      return { count: 0, records: [] }
    }
    return { failed: error }
  }
}

function isReached({ count }: Pick<Wait, 'count'>, found: number): boolean {
  return count === 0 ? found === 0 : found >= count
}

function noResponse(): CalError {
  return new CalError('unreachable', t('the service did not respond in time'))
}

function foundText(count: number, resource: Resource): Text {
  return t('{found} found', { found: resource.counted(count) })
}

function waitingText({ count, resource }: Wait, last: Check): Text {
  const found = foundText('count' in last ? last.count : 0, resource)
  if (count === 0) return t('Waiting until none match: {found}', { found })
  return t('Waiting for {count}: {found}', { count, found })
}

function timedOut({ count, resource, timeout_ms }: Wait, last: Check): CalError {
  const seconds = timeout_ms / 1000
  const reached = t('timed out after {seconds} s', { seconds })
  if ('failed' in last) {
    const { code, text } = last.failed
    const both = eachLanguage((language) => `${reached[language]}: ${text[language]}`)
    return new CalError(code, both, { ...last.failed, cause: last.failed })
  }
  const found = foundText(last.count, resource)
  return new CalError(
    'timed_out',
    count === 0
      ? t('{reached}: {found} at the last check', { reached, found })
      : t('{reached}: {found} at the last check, not {count}', { reached, found, count }),
    { hint: t('to wait longer: --timeout 5m') },
  )
}
