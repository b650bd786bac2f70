// `cal KIND create`: creates one or more records.
import { CalError } from '../../../base/errors.ts'
import { isEmpty } from '../../../base/json.ts'
import { foldedName } from '../../../base/text/slug.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { newRecordValues, type Step } from '../../../bulk/plan/plan.ts'
import { refuseDuplicate } from '../../../client/api/records.ts'
import { flagOf, resources } from '../../../spec/resources.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { missingIn, withNewIds } from '../../input/names.ts'
import type { allow_duplicate, create_missing } from '../shared-flags.ts'

type CreateRows = typeof create_missing & typeof allow_duplicate & typeof writing_options

export function createOf(plural: Plural): CommandAction<CreateRows> {
  return async ({ records: given = [], shows_values, options }, session) => {
    for (const values of given) checkRequired(plural, values)
    const { records, refused } =
      options.allow_duplicate === true
        ? { records: given, refused: 0 }
        : await withoutDuplicates(plural, given, session)
    const since = session.runtime.now()
    return runSteps(
      {
        plural,
        command: `${plural} create`,
        missing: options.create_missing === true ? missingIn(plural, records, since) : [],
        steps: (ids) =>
          records.map((values, n) => createStep(plural, withNewIds(plural, withoutId(values), ids), { n, since })),
        unread: refused,
        in_order: true,
        ...(shows_values ? { shown: 'values' } : {}),
        shows_requests: true,
      },
      options,
      session,
    )
  }
}

function createStep(kind: Plural, values: Values, { n, since }: { readonly n: number; readonly since: number }): Step {
  const title = String(values[resources[kind].name] ?? '')
  return { kind, n, key: title, title, action: 'create', values: newRecordValues(values), since }
}

/**
 * The records whose names are new: deployed services overwrite a venue or organizer of the same name. Of several
 * records, the others are reported.
 */
async function withoutDuplicates(
  plural: Plural,
  given: readonly Values[],
  session: Session,
): Promise<{ readonly records: readonly Values[]; readonly refused: number }> {
  if (plural !== 'venues' && plural !== 'organizers') return { records: given, refused: 0 }
  const { exchange } = await session.open()
  const names = new Set<string>()
  const records: Values[] = []
  for (const values of given) {
    const name = String(values[resources[plural].name])
    try {
      if (names.has(foldedName(name))) throw givenTwice(plural, name)
      await refuseDuplicate(exchange, plural, name)
      names.add(foldedName(name))
      records.push(values)
    } catch (error) {
      if (!(error instanceof CalError) || given.length === 1 || session.runtime.signal.aborted) throw error
      await session.reportError(error)
    }
  }
  return { records, refused: given.length - records.length }
}

function givenTwice(plural: Plural, name: string): CalError {
  const { title } = resources[plural]
  return new CalError('refused', t('the {title} "{name}" is given twice', { title, name }), {
    hint: t('to create both, add --allow-duplicate'),
  })
}

/** An exported record has an id, which the new record doesn't get. */
function withoutId({ id: _, ...values }: Values): Values {
  return values
}

const duration_hint: Text = t('or specify a duration: --duration 90m')

/** Errors: `usage` with every required flag that is missing. */
export function checkRequired(plural: Plural, values: Values): void {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && isEmpty(values[name]))
  if (missing.length === 0) return
  const names = missing.map(flagOf).join(', ')
  const text = missing.length === 1 ? t('{name} is missing', { name: names }) : t('missing: {names}', { names })
  throw new CalError('usage', text, {
    hint: String(missing) === 'end_date' ? duration_hint : sameText(`cal ${plural} create --help`),
    fields: Object.fromEntries(missing.map((name) => [name, t('missing')])),
  })
}
