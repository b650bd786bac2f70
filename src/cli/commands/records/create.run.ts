// `cal KIND create`: creates one or more records.
import { CalError } from '../../../base/errors.ts'
import { isEmpty } from '../../../base/json.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { findExisting, termFinder } from '../../../bulk/matching/lookup.ts'
import { NewNames } from '../../../bulk/plan/decide.ts'
import { conflictWith, createStep } from '../../../bulk/plan/plan.ts'
import { slugOf } from '../../../base/text/slug.ts'
import { nameTaken } from '../../../client/api/records.ts'
import { flagOf, isPlace, isTerm, resources } from '../../../spec/resources.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { namesIn, withNewIds } from '../../input/names.ts'
import type { allow_duplicate, create_missing } from '../shared-flags.ts'

type CreateRows = typeof create_missing & typeof allow_duplicate & typeof writing_options

export function createOf(plural: Plural): CommandAction<CreateRows> {
  return async ({ records = [], shows_values, options }, session) => {
    for (const values of records) checkRequired(plural, values)
    const taken =
      isPlace(plural) || isTerm(plural) ? await takenNames(plural, records, options.allow_duplicate, session) : []
    const since = session.runtime.now()
    return runSteps(
      {
        plural,
        command: `${plural} create`,
        missing: options.create_missing === true ? namesIn(plural, records) : [],
        steps: (created) =>
          records.map((values, n) => {
            const title = String(values[resources[plural].name] ?? '')
            const named = { kind: plural, n, key: title, title }
            const error = taken[n]
            if (error) return conflictWith(named, undefined, error)
            // An exported record has an id, which the new record doesn't get.
            const { id: _, ...sent } = values
            return { ...createStep(named, created ? withNewIds(plural, sent, created) : sent), since }
          }),
        in_order: true,
        repeats: true,
        ...(shows_values ? { shown: 'values' } : {}),
        shows_requests: true,
      },
      options,
      session,
    )
  }
}

/**
 * By position, the errors of records whose names are taken: deployed services overwrite a venue or organizer of that
 * name, and accept spellings of a term that look the same. A name may be repeated by a term that has another slug.
 */
async function takenNames(
  plural: Plural,
  records: readonly Values[],
  allow_duplicate: boolean | undefined,
  session: Session,
): Promise<readonly (CalError | undefined)[]> {
  const { exchange } = await session.open()
  const findTerms = isTerm(plural) ? await termFinder(exchange, plural, records) : undefined
  const find = (kind: Plural, values: Values) => findTerms?.(values) ?? findExisting(exchange, kind, values)
  const names = new NewNames({ exchange, find, allows_equal_names: allow_duplicate === true })
  const errors: (CalError | undefined)[] = []
  for (const values of records) {
    const step = { kind: plural, values, title: String(values[resources[plural].name]) }
    const own_slug = isTerm(plural) && !isEmpty(values.slug) ? slugOf(String(values.slug)) : undefined
    const existing =
      own_slug === undefined
        ? await names.add(step)
        : (await find(plural, values)).find(({ slug }) => slug === own_slug)
    const overwrites = isPlace(plural) && existing && (await names.wouldOverwrite(step, existing))
    const instead = overwrites ? 'rename' : isTerm(plural) || allow_duplicate === false ? 'link' : 'repeat'
    const taken = existing && nameTaken(plural, step.title, { existing, instead })
    errors.push(taken && new CalError('refused', taken.text, { hint: taken.hint }))
  }
  return errors
}

const duration_hint: Text = t('or specify a duration: --duration 90m')

/** Errors: `usage` with every required flag that is missing. */
function checkRequired(plural: Plural, values: Values): void {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && isEmpty(values[name]))
  if (missing.length === 0) return
  const names = missing.map(flagOf).join(', ')
  const text = missing.length === 1 ? t('{name} is missing', { name: names }) : t('missing: {names}', { names })
  const isPublished = missing.includes('start_date') && (values.date ?? values.date_utc) !== undefined
  throw new CalError('usage', text, {
    hint: isPublished
      ? t('--date is the publication date, not that of the event')
      : String(missing) === 'end_date'
        ? duration_hint
        : sameText(`cal ${plural} create --help`),
    fields: Object.fromEntries(missing.map((name) => [name, t('missing')])),
    problem: 'missing fields',
  })
}
