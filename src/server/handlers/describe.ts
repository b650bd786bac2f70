// The service's descriptions of itself: the namespace index, the answers to OPTIONS, and the OpenAPI document.
import type { Json } from '../../base/json.ts'
import type { Parameters } from '../../spec/model.ts'
import { type Operation, pathWith, type Route, routes } from '../../spec/operations.ts'
import { ApiError } from '../domain/api-error.ts'
import { eventWindowOf } from '../domain/lists/selection.ts'
import { apiRootOf, namespaceOf, type WriteContext } from '../domain/settings.ts'
import { documentOf, inLanguage } from '../openapi/document.ts'
import { deployedDocument } from '../quirks/deployed-document.ts'
import { quirk } from '../quirks/quirks.ts'
import type { Handler } from './handler.ts'

/** The OpenAPI document in the caller's language. */
export const describeService: Handler = async ({ language, settings }) => {
  const document = documentOf(settings)
  return {
    status: 200,
    body: inLanguage(quirk(settings, 'doc_is_inaccurate') ? deployedDocument(document) : document, language),
  }
}

/** The index of the namespace: every route, its methods and their parameters. Errors: 404 `rest_invalid_namespace`. */
export const describeNamespace: Handler = async (call) => {
  const { given } = call
  const { address } = call.settings
  const namespace = namespaceOf(address)
  if ((given.namespace ?? namespace) !== namespace)
    throw new ApiError('rest_invalid_namespace', { values: { namespace: String(given.namespace) } })
  const entries = routes().map((route) => {
    const self = `${apiRootOf(address)}${route.path === '/' ? '' : route.path}`
    const links = route.path.includes('<') ? {} : { _links: { self: [{ href: self }] } }
    return [patternOf(route.path, namespace), { ...descriptionOf(route, call), ...links }]
  })
  return {
    status: 200,
    body: {
      namespace,
      routes: Object.fromEntries(entries),
      _links: { up: [{ href: `${address.base}/${address.root}/` }] },
    },
  }
}

/** `/events/<id>` → `/tribe/events/v1/events/(?P<id>\d+)` */
function patternOf(path: string, namespace: string): string {
  const pattern = pathWith(path, (name) => `(?P<${name}>${name === 'id' ? '\\d+' : '[^/]+'})`)
  return `/${namespace}${pattern === '/' ? '' : pattern}`
}

type Description = {
  readonly namespace: string
  readonly methods: readonly string[]
  readonly endpoints: readonly { readonly methods: readonly string[]; readonly args: Json }[]
}

type DescribeContext = Omit<WriteContext, 'caller'>

/** A route as the index and OPTIONS describe it. Source: interface 1.5. */
export function descriptionOf({ operations }: Route, context: DescribeContext): Description {
  const endpoints = operations.map((operation) => ({
    methods: operation.methods,
    args: argsOf(operation, context),
  }))
  const namespace = namespaceOf(context.settings.address)
  return { namespace, methods: endpoints.flatMap(({ methods }) => methods), endpoints }
}

/** The parameters of an operation by name; an empty list if there are none, as PHP encodes an empty array. */
function argsOf({ path_parameters, parameters, verb }: Operation, context: DescribeContext): Json {
  const all: Parameters = { ...path_parameters, ...parameters }
  const window: Readonly<Record<string, string | undefined>> = eventWindowOf({}, context)
  const { language, settings } = context
  const rows = Object.entries(all).map(([name, { description, required, default: value, computed, type, form }]) => {
    const written = value === '<vendor>/events/v1' ? namespaceOf(settings.address) : value
    // The types of lists, numbers and untyped parameters are not shown.
    const isTyped = type === 'integer' || type === 'string' || type === 'boolean'
    const takesSeveral = verb === 'list' && form === 'status'
    const arg = {
      description: description[language],
      ...(value !== undefined && { default: computed ? window[name] : written }),
      required: required === true,
      ...(isTyped && !takesSeveral && { type }),
    }
    return [name, arg]
  })
  return rows.length > 0 ? Object.fromEntries(rows) : []
}
