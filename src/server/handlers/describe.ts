// What a place of the interface says of itself: in the namespace index, and to OPTIONS.
import type { Language } from '../../base/text/language.ts'
import type { Parameter, Parameters } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Route } from '../routing/route.ts'

export interface Description {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: unknown }[]
}

export function descriptionOf({ operations }: Route, namespace: string, language: Language): Description {
  const endpoints = operations.map((operation) => ({
    methods: operation.methods,
    args: argsOf(operation, namespace, language),
  }))
  return { namespace, methods: endpoints.flatMap(({ methods }) => methods), endpoints }
}

/** No parameters print as an empty list. Source: deployed 9.2. */
function argsOf({ place, parameters, verb }: Operation, namespace: string, language: Language): unknown {
  const all: Parameters = { ...place, ...parameters }
  const rows = Object.entries(all).map(([name, parameter]) => {
    const several = verb === 'list' && parameter.form === 'status'
    return [
      name,
      { ...argOf(parameter, namespace, language), ...(isTyped(parameter) && !several && { type: parameter.type }) },
    ]
  })
  return rows.length > 0 ? Object.fromEntries(rows) : []
}

/**
 * Lists, numbers with a fraction and what is untyped show no type; neither does a status of which several can be asked
 * for.
 */
function isTyped({ type }: Parameter): boolean {
  return type === 'integer' || type === 'string' || type === 'boolean'
}

function argOf(
  { meaning, required, default: value, computed }: Parameter,
  namespace: string,
  language: Language,
): Record<string, unknown> {
  return {
    description: meaning[language],
    ...(value !== undefined && !computed && { default: value === '<vendor>/events/v1' ? namespace : value }),
    required: required === true,
  }
}
