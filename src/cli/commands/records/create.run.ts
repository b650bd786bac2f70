// `cal KIND create`: creates one or more records.
import { CalError } from '../../../base/errors.ts'
import { sameText, type Text } from '../../../base/text/language.ts'
import { createOnce } from '../../../bulk/matching/lookup.ts'
import type { Create } from '../../../bulk/plan/plan.ts'
import { refuseDuplicate } from '../../../client/api/records.ts'
import { withWrittenCost } from '../../../client/update/stored-cost.ts'
import { visibleMismatchesOf } from '../../../client/update/verify-write.ts'
import { flagOf } from '../../../spec/derived-names.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import { resources } from '../../../spec/resources.ts'
import type { writing_options } from '../../arguments/options.ts'
import { endingWith, type SingleWrites, singleWrites, undoNote, unrecorded } from '../../bulk-run/single-writes.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import type { Creator } from '../../input/new-names.ts'
import { successLine, warnOf } from '../../output/write-messages.ts'
import { forEachItem } from '../../run/for-each-item.ts'
import type { allow_duplicate, create_missing } from '../shared-flags.ts'

type CreateRows = typeof create_missing & typeof allow_duplicate & typeof writing_options

export function createOf(plural: Plural): CommandAction<CreateRows> {
  return async ({ records: given = [], options }, session) => {
    for (const values of given) checkRequired(plural, values)
    const { exchange } = await session.open()
    const writes = options.dry_run === true ? unrecorded : singleWrites(`${plural} create`, session)
    const withNew = await creatorFor(plural, options, session, writes)
    const done = forEachItem(
      given,
      async (record_values) => {
        const values = await withNew(record_values)
        if ((plural === 'venues' || plural === 'organizers') && options.allow_duplicate !== true) {
          await refuseDuplicate(exchange, plural, String(values[resources[plural].name]))
        }
        const { record, found } = await writes.write(createStep(plural, withoutId(values)), () =>
          createOnce(plural, withoutId(values), { exchange, now: session.runtime.now }),
        )
        if (found) await session.note(response_lost)
        await warnOf(
          record,
          { mismatches: visibleMismatchesOf(plural, values, await withWrittenCost(exchange, plural, values, record)) },
          session,
        )
        return { record, done: successLine(plural, 'created', record, session.settings) }
      },
      session,
    )
    return {
      kind: 'written',
      records: endingWith(done.results, writes, given.length > 1 ? undoNote(options, session) : undefined),
      columns: resources[plural].columns,
      ...(given.length === 1 ? { single: true } : {}),
      get exit() {
        return done.exit
      },
    }
  }
}

/** Creates records for names that remain in values; only with `--create-missing` do any remain. */
export async function creatorFor(
  plural: Plural,
  { create_missing: creates, dry_run = false }: { readonly create_missing?: boolean; readonly dry_run?: boolean },
  session: Session,
  writes: SingleWrites = unrecorded,
): Promise<Creator> {
  if (!creates) return async (values) => values
  return (await import('../../input/new-names.ts')).creatorOf(plural, session, {
    dry_run,
    send: (kind, values, send) => writes.write(createStep(kind, values), send),
  })
}

function createStep(kind: Plural, values: Values): Create {
  const title = String(values[resources[kind].name] ?? '')
  return { kind, n: 0, key: title, title, action: 'create', values }
}

const response_lost: Text = {
  en: 'the response was lost; this record was found afterwards:',
  de: 'die Antwort ging verloren; danach gefunden:',
}

/** An exported record has an id, which the new record doesn't get. */
function withoutId({ id: _, ...values }: Values): Values {
  return values
}

const duration_hint: Text = {
  en: 'or specify a duration: --duration 90m',
  de: 'oder die Dauer angeben: --duration 90m',
}

/** Errors: `usage` with every required flag that is missing. */
function checkRequired(plural: Plural, values: Values): void {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && values[name] === undefined)
  if (missing.length === 0) return
  const verb = missing.length === 1 ? { en: 'is', de: 'fehlt' } : { en: 'are', de: 'fehlen' }
  const flags = missing.map(flagOf).join(', ')
  throw new CalError(
    'usage',
    { en: `${flags} ${verb.en} missing`, de: `${flags} ${verb.de}` },
    {
      hint: String(missing) === 'end_date' ? duration_hint : sameText(`cal ${plural} create --help`),
      fields: Object.fromEntries(missing.map((name) => [name, { en: 'missing', de: 'fehlt' }])),
    },
  )
}
