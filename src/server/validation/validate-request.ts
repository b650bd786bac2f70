// Validates the values of a request in this order: missing ones, invalid ones, wrong types.
import type { Json } from '../../base/json.ts'
import type { Language } from '../../base/text/language.ts'
import type { OperationName } from '../../spec/operations.ts'
import { ApiError } from '../domain/api-error.ts'
import type { OperationInput } from '../domain/values.ts'
import { crashingInputsAmong } from '../quirks/crashing-inputs.ts'
import { quirk } from '../quirks/quirks.ts'
import {
  type CheckContext,
  missingOf,
  mistyped,
  readValues,
  refused,
  sentenceOf,
  type ValidationError,
} from './check.ts'
import { checksOf } from './table.ts'

/**
 * The valid values of a request. `of_path` are errors of the path, which are reported first.
 *
 * Errors: 400 `rest_missing_callback_param`, `rest_invalid_param`, each with all its names.
 * Source: interface 2.
 */
export async function validateRequest(
  context: CheckContext,
  of_path: readonly ValidationError[],
  language: Language,
): Promise<OperationInput<OperationName>> {
  const {
    operation,
    operation: { parameters },
    given,
    settings,
  } = context
  const missing = missingOf(parameters, given)
  if (missing.length > 0)
    throw new ApiError('rest_missing_callback_param', {
      values: { names: missing.join(', ') },
      data: { params: missing },
    })
  const { values, errors } = await readValues(parameters, checksOf(operation), context)
  const crashing = quirk(settings, 'unchecked_inputs_crash') ? [] : crashingInputsAmong(operation, values, given)
  refuse([...of_path, ...errors.filter(({ mark }) => mark === refused), ...crashing], language)
  refuse(errors, language)
  return values
}

/** Throws one error that names all of them. */
function refuse(errors: readonly ValidationError[], language: Language): void {
  if (errors.length === 0) return
  const sentences = errors.map((error) => [error.name, sentenceOf(error)[language]] as const)
  const details = errors.flatMap((error) => detailOf(error, language))
  throw new ApiError('rest_invalid_param', {
    values: { names: errors.map(({ name }) => name).join(', ') },
    data: { params: Object.fromEntries(sentences), details: details.length > 0 ? Object.fromEntries(details) : [] },
  })
}

/** The entry of an error in `details`; only wrong types and missing extensions have one. Source: interface 3. */
function detailOf(error: ValidationError, language: Language): readonly (readonly [string, Json])[] {
  const code = error.mark === mistyped ? 'rest_invalid_type' : error.check.code
  return code === undefined
    ? []
    : [[error.name, { code, message: sentenceOf(error)[language], data: { param: error.name } }]]
}
