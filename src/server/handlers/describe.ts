// What a place of the interface says of itself: in the namespace index, and to OPTIONS.
import type { Language } from '../../base/language.ts'
import type { Parameter, Parameters } from '../../spec/model.ts'
import type { Operation } from '../../spec/operations.ts'
import type { Route } from '../route.ts'

export interface Description {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: unknown }[]
}

export function descriptionOf({ operations }: Route, namespace: string, language: Language): Description {
  const endpoints = operations.map((operation) => ({ methods: operation.methods, args: argsOf(operation, namespace, language) }))
  return { namespace, methods: endpoints.flatMap(({ methods }) => methods), endpoints }
}

/** No parameters print as an empty list. Source: deployed 9.2. */
function argsOf({ place, parameters }: Operation, namespace: string, language: Language): unknown {
  const all: Parameters = { ...place, ...parameters }
  const rows = Object.entries(all).map(([name, parameter]) => [name, argOf(parameter, namespace, language)])
  return rows.length > 0 ? Object.fromEntries(rows) : []
}

/** Lists, numbers with a fraction and what is untyped show no type. */
function argOf({ type, meaning, required, default: value, computed }: Parameter, namespace: string, language: Language): Record<string, unknown> {
  const shows = type === 'integer' || type === 'string' || type === 'boolean'
  return {
    description: meaning[language],
    ...(shows && { type }),
    ...(value !== undefined && !computed && { default: value === '<vendor>/events/v1' ? namespace : value }),
    required: required === true,
  }
}
