// `cal KIND delete TARGET…` moves records to the trash; `cal KIND restore TARGET…` takes them out of it.
import { usageError } from '../../../base/errors.ts'
import type { JsonObject } from '../../../base/json.ts'
import { type Language, t, type Text } from '../../../base/text/language.ts'
import { restoredSlug } from '../../../base/text/slug.ts'
import { percentDecoded } from '../../../base/text/untrusted-text.ts'
import { statusesBeforeDelete } from '../../../bulk/journal/last-written.ts'
import { deleteStep, type Step, updateStep } from '../../../bulk/plan/plan.ts'
import { Usage } from '../../../bulk/plan/record-usage.ts'
import { onlyIdOf } from '../../../client/api/records.ts'
import { listed, trashedRecords } from '../../../client/api/pages.ts'
import { matchOf, ReferenceIndex } from '../../../client/api/reference-index.ts'
import { isPlace, resources } from '../../../spec/resources.ts'
import type { Plural } from '../../../spec/model.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import { runsIn } from '../../bulk-run/run-store.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { labelOf } from '../../output/write-messages.ts'
import type { where_option } from '../shared-flags.ts'
import type { restore_options } from './records.ts'
import { asEditor, namedRecord, requireSelection, selectedRecords } from './selected-records.ts'
import type { ReadTarget } from './targets.ts'

export function deleteOf(plural: Plural): CommandAction<typeof where_option & typeof writing_options> {
  return async (input, session) => {
    const { values, options } = input
    requireSelection(plural, 'delete', input)
    const selected = await selectedRecords(plural, 'delete', input, session, {
      read: asEditor(plural, session, values),
    })
    const { records } = selected
    if (plural !== 'events' && options.porcelain !== true) await noteUsed(plural, records, session)
    return runSteps(
      {
        ...selected,
        plural,
        shows_requests: options.where === undefined,
        steps: () => records.map((record, n) => deleteStep(namedRecord(plural, record, n), record)),
      },
      options,
      session,
    )
  }
}

/** Records whose events are counted: each tag takes a request. */
const counted_max = 50

/** Says how many events lose what is deleted: services remove it from them, and restore does not bring it back. */
async function noteUsed(plural: Exclude<Plural, 'events'>, records: readonly JsonObject[], session: Session) {
  const { title, titles } = resources[plural]
  if (records.length > counted_max)
    return session.note(
      t('the deleted {titles} will also be removed from their events; cal history undo restores that, too', { titles }),
    )
  if (records.length === 0) return
  const { exchange } = await session.open()
  const ids = records.map(({ id }) => Number(id))
  const linked = [...(await new Usage(exchange).eventsOf(plural, ids)).values()].flat()
  const events = new Set(linked.map(({ id }) => id))
  if (events.size === 0) return
  const [only = {}] = records
  const count = resources.events.counted(events.size)
  const label = (language: Language) => labelOf(only, language)
  const note =
    records.length === 1
      ? t('{title} {label} will also be removed from {count}; cal history undo restores that, too', {
          title,
          label,
          count,
        })
      : t('the deleted {titles} will also be removed from {count}; cal history undo restores that, too', {
          titles,
          count,
        })
  await session.note(note)
}

type RestoreRows = typeof restore_options & typeof where_option & typeof writing_options

export function restoreOf(plural: Plural): CommandAction<RestoreRows> {
  return async (input, session) => {
    const { options } = input
    if (options.status === 'trash') throw usageError(t('--status needs a status other than trash'))
    requireSelection(plural, 'restore', input)
    const selected = await selectedRecords(plural, 'restore', input, session, {
      read: trashedFirst(plural, session),
      more: { status: 'trash' },
    })
    const { records } = selected
    const trashed = records.filter(({ status }) => status === 'trash').map(({ id }) => Number(id))
    const former =
      options.status === undefined && trashed.length > 0
        ? await statusesBeforeDelete(runsIn(session), plural, trashed)
        : new Map<number, string>()
    // Of others the trash does not show the status: as drafts, they publish nothing.
    const statusOf = (id: number) => options.status ?? former.get(id) ?? 'draft'
    return runSteps(
      {
        ...selected,
        plural,
        steps: () => records.map((record, n) => stepOf(plural, record, { n, statusOf })),
        leftText: (record) => {
          const label = (language: Language) => labelOf(record, language)
          return t('Unchanged: {title} {label} is not in the trash', { title: resources[plural].title, label })
        },
        nextText: () => linkText(plural),
      },
      options,
      session,
    )
  }
}

/** Finds a slug or name in the trash first: another record may have the slug now, and in the trash it has a suffix. */
function trashedFirst(plural: Plural, session: Session): ReadTarget {
  const read = asEditor(plural, session)
  return async (target) => {
    if (target.kind === 'id') return read(target)
    const { exchange } = await session.open()
    const trashed = await listed(trashedRecords(exchange, plural))
    const { text } = target
    const index = new ReferenceIndex()
    for (const record of trashed) index.add(plural, record)
    const found =
      index.byText(plural, `slug:${text}`) ??
      matchOf(index.rows(plural).filter(({ slug }) => restoredSlug(percentDecoded(slug)) === restoredSlug(text))) ??
      (target.kind === 'text' ? index.byName(plural, text) : undefined)
    const id = onlyIdOf(plural, text, found)
    return trashed.find((record) => record.id === id) ?? read(target)
  }
}

function stepOf(
  kind: Plural,
  record: JsonObject,
  { n, statusOf }: { readonly n: number; readonly statusOf: (id: number) => string },
): Step {
  const named = namedRecord(kind, record, n)
  if (record.status !== 'trash') return { ...named, action: 'unchanged' }
  const changes = [{ field: 'status', before: 'trash', after: statusOf(named.id) }]
  return updateStep(named, record, { changes, stored: true })
}

/** Services do not assign a restored venue or organizer to its former events. */
function linkText(plural: Plural): Text | undefined {
  if (!isPlace(plural)) return undefined
  return t('it is not assigned to its former events; to do so, undo the run that deleted it: cal history undo RUN')
}
