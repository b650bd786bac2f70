// A request's values in the order in which they are looked at: what is missing, what is unusable, what has the wrong
// type.
import type { Json } from '../../base/json.ts'
import type { Language } from '../../base/text/language.ts'
import type { Values } from '../../spec/read.ts'
import { quirk } from '../quirks/quirks.ts'
import { ApiError } from '../domain/api-error.ts'
import { mistyped, type CheckContext, refused } from './check.ts'
import { crashingInputsAmong } from '../quirks/crashing-inputs.ts'
import { type ValidationError, missingOf, readValues, sentenceOf } from './read-values.ts'
import { checksOf } from './table.ts'

/**
 * What handlers work with.
 * Fails:  400 `rest_missing_callback_param`, `rest_invalid_param`, each with all its names.
 * Source: observed 2, order of checks; the faults of the path come first.
 */
export function validateRequest(context: CheckContext, ofPath: readonly ValidationError[], language: Language): Values {
  const {
    operation: { parameters },
    given,
    operation,
    settings,
  } = context
  const missing = missingOf(parameters, given)
  if (missing.length > 0)
    throw new ApiError('rest_missing_callback_param', {
      values: { names: missing.join(', ') },
      data: { params: missing },
    })
  const { values, faults } = readValues(parameters, checksOf(operation), context)
  const odd = quirk(settings, 'unchecked_inputs_crash') ? [] : crashingInputsAmong(operation, values)
  const unusable = [...ofPath, ...faults.filter(({ mark }) => mark === refused), ...odd]
  refuse(unusable, language)
  refuse(faults, language)
  return values
}

/** One refusal that names every fault. */
function refuse(faults: readonly ValidationError[], language: Language): void {
  if (faults.length === 0) return
  const sentences = faults.map((fault) => [fault.name, sentenceOf(fault)[language]] as const)
  const details = faults.flatMap((fault) => detailOf(fault, language))
  throw new ApiError('rest_invalid_param', {
    values: { names: faults.map(({ name }) => name).join(', ') },
    data: { params: Object.fromEntries(sentences), details: details.length > 0 ? Object.fromEntries(details) : [] },
  })
}

/**
 * Only a wrong type and a missing extension have a code of their own; without any, the details are an empty list.
 * Source: observed 3.
 */
function detailOf(fault: ValidationError, language: Language): readonly (readonly [string, Json])[] {
  const code = fault.mark === mistyped ? 'rest_invalid_type' : fault.check.code
  return code === undefined
    ? []
    : [[fault.name, { code, message: sentenceOf(fault)[language], data: { param: fault.name } }]]
}
