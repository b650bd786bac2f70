// `cal copy --from … --to …` copies the records of a calendar to another one; `cal diff --from … --to …` shows what the
// copy would change.
import { limitHeapGrowth } from '../../../base/heap-growth.ts'
import { usageError } from '../../../base/errors.ts'
import { proposal } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import type { Mirror } from '../../../bulk/copy/mirror.ts'
import { countedRecords } from '../../../spec/resources.ts'
import type { CommandAction, CommandInput, OptionsOf } from '../../types/command.ts'
import type { Outcome } from '../../types/outcome.ts'
import type { Session } from '../../types/session.ts'
import { UnknownWordError } from '../../arguments/command-line.ts'
import { refuseDeletes } from '../../bulk-run/calendar-request.ts'
import type { PlanCounts } from '../../bulk-run/plan-outcome.ts'
import { procedureOf, runPlan } from '../../bulk-run/execute-run.ts'
import type { copy_options } from './bulk.ts'
import { type CopyInput, type CopyRequest, copyRequestOf, type SideOptions, resolveSides } from './copy-request.ts'

export const copy: CommandAction<typeof copy_options> = async (input, session) => {
  limitHeapGrowth()
  const { options } = input
  return runCopy(await requestOf(input, session, procedureOf(options, session) === 'shows'), options)
}

type CopyOptions = OptionsOf<typeof copy_options>

/** The options that `cal copy` and `cal diff` share. */
type DifferenceOptions = SideOptions & Pick<CopyOptions, 'where' | 'mirror' | 'exit_code'>

/** `cal diff --from … --to …` */
export async function calendarDifferences(input: CommandInput<DifferenceOptions>, session: Session): Promise<Outcome> {
  return runCopy(await requestOf(input, session, true), { ...input.options, dry_run: true })
}

async function requestOf(input: CopyInput, session: Session, only_reads: boolean): Promise<CopyRequest> {
  const { operands, options } = input
  await refuseTargets(operands, options)
  return copyRequestOf(await resolveSides(options, session, only_reads), input)
}

/** Errors: `usage` for `cal copy 5` (an event) and `cal copy one.db other.db` (without `--from` and `--to`). */
async function refuseTargets(operands: readonly string[], { from, to }: SideOptions): Promise<void> {
  const { dateIn, kindNamed } = await import('../answers/words.ts')
  const kinds = operands.filter((word) => kindNamed(word) !== undefined)
  const [first, second, third] = operands.filter((word) => !kinds.includes(word))
  if (first === undefined || (from !== undefined && to !== undefined)) return
  // `copy 41 --to friday`
  const isId = /^#?\d+$/.test(first)
  const isEvent =
    from === undefined &&
    (to === undefined || isId) &&
    (isId ||
      second === undefined ||
      third !== undefined ||
      operands.some((word) => kindNamed(word) === 'events') ||
      (await dateIn(second)) !== undefined)
  const line = ['copy', ...kinds, '--from', from ?? first, '--to', to ?? second ?? first]
  const text = t('"{word}" is not a kind of record', { word: first })
  throw isEvent ? new UnknownWordError('command', first, { text }) : usageError(text, proposal(line))
}

async function runCopy(request: CopyRequest, options: CopyOptions): Promise<Outcome> {
  const { sides, source, owner, plan, mirror, source_root } = request
  const session = sides.target
  let edited = 0
  const { outcome } = await runPlan(
    {
      command: 'copy',
      options,
      stored_options: { owner: owner.name, from: source_root },
      show: () => plan.preview(),
      ...(options.mirror ? { check: (counts) => refuseMirror(request, counts, options.max_delete) } : {}),
      expected: { count: source.entries.length, of: 'records' },
      remakes: true,
      execute: (execution) => plan.execute(execution),
      onResult: ({ done, step }) => {
        if (done === 'updated' && step.action === 'update' && step.edited) edited++
      },
      conclude: () => noteResult(request, edited, session),
      isPartial: () => mirror.retained('unclear').length > 0 || isPartial(source),
    },
    session,
  )
  return outcome
}

/** Whether records of the source could not be read, and are not copied. */
function isPartial({ protected: unreadable, short }: CopyRequest['source']): boolean {
  return unreadable.length > 0 || short.size > 0
}

/**
 * Errors: `usage` if the source was not read completely, or too many records would be deleted. If it is empty, nothing
 * is deleted without `--max-delete`. What cannot be copied is reported by the run; its copies are no candidates.
 */
function refuseMirror(
  { source, sides: { from } }: CopyRequest,
  counts: PlanCounts,
  max_delete: number | undefined,
): void {
  const [short] = source.short
  if (short)
    throw usageError(
      t('the list of {short} at {from} is incomplete; nothing is copied or deleted', { short: short[0], from }),
      t('copy without --mirror'),
    )
  const deletes = counts.of('delete')
  if (source.seen.size > 0) refuseDeletes(counts, max_delete)
  else if (deletes > (max_delete ?? 0))
    throw usageError(
      t('{from} is empty; its {deletes} {deletes|copy is|copies are} not deleted', { from, deletes }),
      t('to allow it, use --max-delete {deletes}', { deletes }),
    )
}

async function noteResult({ clearable, mirror }: CopyRequest, edited: number, { note }: Session): Promise<void> {
  if (edited > 0)
    await note(
      t('edited at the target since the last copy, now overwritten: {edited}; to restore them: cal history undo', {
        edited,
      }),
    )
  for (const [field, ids] of clearable.not_cleared)
    await note(t('not cleared, because the service does not support it: {field} ({count})', { field, count: ids.size }))
  const { size } = clearable.only_date
  if (size > 0)
    await note(
      t('left unchanged, because only the publication date differs: {records}; to update: --publication-date', {
        records: countedRecords(size),
      }),
    )
  for (const [reason, textOf] of retained_texts) {
    const list = mirror.retained(reason).join(', ')
    if (list !== '') await note(textOf(list))
  }
}

/** Why a copy is not deleted, although its original was not listed. */
const retained_texts: readonly (readonly [Parameters<Mirror['retained']>[0], (list: string) => Text])[] = [
  [
    'unclear',
    (unclear) => t('not deleted, because it is unknown whether the original still exists: {unclear}', { unclear }),
  ],
  ['used', (used) => t('not deleted, because other events use them: {used}', { used })],
  ['uncertain', (list) => t('not deleted, because an interrupted run may not have created them: {list}', { list })],
  ['edited', (changed) => t('not deleted, because they were edited at the target since: {changed}', { changed })],
]
