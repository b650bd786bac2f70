// `cal KIND create`: creates one or more records.
import { CalError } from '../../../base/errors.ts'
import { isEmpty } from '../../../base/json.ts'
import { sameText, t, type Text } from '../../../base/text/language.ts'
import { findExisting } from '../../../bulk/matching/lookup.ts'
import { NewPlaces } from '../../../bulk/plan/decide.ts'
import { conflictWith, createStep } from '../../../bulk/plan/plan.ts'
import { nameTaken } from '../../../client/api/records.ts'
import { flagOf, isPlace, isTerm, resources } from '../../../spec/resources.ts'
import type { Parameters, Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'
import type { writing_options } from '../../arguments/options.ts'
import { procedureOf } from '../../bulk-run/execute-run.ts'
import { runSteps } from '../../bulk-run/run-steps.ts'
import type { CommandAction } from '../../types/command.ts'
import type { Session } from '../../types/session.ts'
import { namesIn, withNewIds } from '../../input/names.ts'
import type { allow_duplicate, create_missing } from '../shared-flags.ts'

type CreateRows = typeof create_missing & typeof allow_duplicate & typeof writing_options

export function createOf(plural: Plural): CommandAction<CreateRows> {
  return async ({ records = [], shows_values, options }, session) => {
    for (const values of records) checkRequired(plural, values)
    const taken = isTerm(plural)
      ? await takenTerms(plural, procedureOf(options, session) === 'shows' ? records : [], session)
      : await takenNames(plural, records, { allows_equal_names: options.allow_duplicate === true, session })
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
            const sent = withoutId(values)
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

interface NewNames {
  readonly allows_equal_names: boolean
  readonly session: Session
}

/** By position, the errors of records whose names are taken: deployed services overwrite a venue or organizer. */
async function takenNames(
  plural: Plural,
  records: readonly Values[],
  { allows_equal_names, session }: NewNames,
): Promise<readonly (CalError | undefined)[]> {
  if (!isPlace(plural)) return []
  const { exchange } = await session.open()
  const find = (kind: Plural, values: Values) => findExisting(exchange, kind, values)
  const places = new NewPlaces({ exchange, find, allows_equal_names })
  const errors: (CalError | undefined)[] = []
  for (const values of records) {
    const step = { kind: plural, values, title: String(values[resources[plural].name]) }
    const same = await places.add(step)
    const instead = same && (await places.wouldOverwrite(step, same)) ? 'rename' : 'repeat'
    const taken = same && nameTaken(plural, step.title, { existing: same, instead })
    errors.push(taken && new CalError('refused', taken.text, { hint: taken.hint }))
  }
  return errors
}

/** The same for the terms of a dry run; otherwise the service refuses them, unless a free slug is sent. */
async function takenTerms(plural: Plural, records: readonly Values[], session: Session) {
  const errors: (CalError | undefined)[] = []
  for (const values of records) {
    const { exchange } = await session.open()
    const [existing] = isEmpty(values.slug) ? await findExisting(exchange, plural, values) : []
    const name = String(values[resources[plural].name])
    const taken = existing && nameTaken(plural, name, { existing, instead: 'link' })
    errors.push(taken && new CalError('refused', taken.text, { hint: taken.hint }))
  }
  return errors
}

/** An exported record has an id, which the new record doesn't get. */
function withoutId({ id: _, ...values }: Values): Values {
  return values
}

const duration_hint: Text = t('or specify a duration: --duration 90m')

/** Errors: `usage` with every required flag that is missing. */
function checkRequired(plural: Plural, values: Values): void {
  const fields: Parameters = resources[plural].fields
  const missing = Object.keys(fields).filter((name) => fields[name]?.required && isEmpty(values[name]))
  if (missing.length === 0) return
  const names = missing.map(flagOf).join(', ')
  const text = missing.length === 1 ? t('{name} is missing', { name: names }) : t('missing: {names}', { names })
  throw new CalError('usage', text, {
    hint: String(missing) === 'end_date' ? duration_hint : sameText(`cal ${plural} create --help`),
    fields: Object.fromEntries(missing.map((name) => [name, t('missing')])),
    problem: 'missing fields',
  })
}
