// The 36 operations of specification 4: method, path, and parameters in addition to those of the resource; the routes
// that they have in common.
import { getOrInsert } from '../base/collections.ts'
import { t } from '../base/text/language.ts'
import { percentDecoded } from '../base/text/untrusted-text.ts'
import { integer, type Parameters, type Plural, type PostPlural, string, untyped } from './model.ts'
import { isPlural, isTerm, resources } from './resources.ts'

export type OperationVerb = 'list' | 'create' | 'get' | 'delete' | 'update'

/** `events.list`, `doc` */
export type ReadOperationName = 'index' | 'doc' | `${Plural}.${'list' | 'get'}` | `${PostPlural}.get-by-slug`

/** `venues.update-by-slug` */
export type OperationName =
  | ReadOperationName
  | `${Plural}.${OperationVerb}`
  | `${PostPlural}.${'delete' | 'update'}-by-slug`
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Whether requests of a method only read; a method that is not known may write. */
export function isReadMethod(method: string): boolean {
  return ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())
}

/** Whether requests of a method can change something; browsers always send `Origin` with them. */
export function isWriteMethod(method: string): boolean {
  return ['POST', 'PUT', 'PATCH', 'DELETE'].includes(method.toUpperCase())
}

export interface Operation {
  readonly name: OperationName
  /** The methods of the operation, which are equivalent. */
  readonly methods: readonly Method[]
  /** Relative to the api root, as the specification prints it: `/events/<id>`. */
  readonly path: string
  readonly resource?: Plural
  readonly verb?: OperationVerb
  /** Parameters in the path. */
  readonly path_parameters: Parameters
  /** Parameters in the query; for writes also in the body. */
  readonly parameters: Parameters
}

const id = { id: integer(t('id'), { required: true }) } as const
const slug = {
  slug: string(t('slug (name in the URL)'), { required: true, form: 'slug' }),
} as const
const password = {
  password: string(t('password of a protected event'), { rare: true }),
} as const
const update_methods = ['POST', 'PUT', 'PATCH'] as const

const index = {
  namespace: untyped(t('namespace to describe'), { default: '<vendor>/events/v1' }),
  context: untyped(t('scope of the response'), { default: 'view' }),
} as const

const service_operations: readonly Operation[] = [
  { name: 'index', methods: ['GET'], path: '/', path_parameters: {}, parameters: index },
  { name: 'doc', methods: ['GET'], path: '/doc', path_parameters: {}, parameters: {} },
]

const cached_operations = new Map<Plural, readonly Operation[]>()

/** Created on first use: most runs of the program need the operations of one kind only. */
function operationsOf(plural: Plural): readonly Operation[] {
  return getOrInsert(cached_operations, plural, () => makeOperations(plural))
}

/** All operations, in the order of the specification. */
export function allOperations(): readonly Operation[] {
  return [...service_operations, ...Object.values(resources).flatMap(({ plural }) => operationsOf(plural))]
}

function makeOperations(plural: Plural): readonly Operation[] {
  const { query, fields }: { readonly query: Parameters; readonly fields: Parameters } = resources[plural]
  const optional = allOptional(fields)
  const extra = plural === 'events' ? password : {}
  const all = { resource: plural, path: `/${plural}`, path_parameters: {} }
  const one = { resource: plural, path: `/${plural}/<id>`, path_parameters: id }
  const list: Operation = { name: `${plural}.list`, verb: 'list', methods: ['GET'], parameters: query, ...all }
  const create: Operation = { name: `${plural}.create`, verb: 'create', methods: ['POST'], parameters: fields, ...all }
  const get: Operation = { name: `${plural}.get`, verb: 'get', methods: ['GET'], parameters: extra, ...one }
  const remove: Operation = { name: `${plural}.delete`, verb: 'delete', methods: ['DELETE'], parameters: extra, ...one }
  const update: Operation = {
    name: `${plural}.update`,
    verb: 'update',
    methods: update_methods,
    parameters: { ...optional, ...extra },
    ...one,
  }
  if (isTerm(plural)) return [list, create, get, update, remove]
  const by_slug = { resource: plural, path: `/${plural}/by-slug/<slug>`, path_parameters: slug }
  return [
    list,
    create,
    get,
    remove,
    update,
    { name: `${plural}.get-by-slug`, verb: 'get', methods: ['GET'], parameters: {}, ...by_slug },
    { name: `${plural}.delete-by-slug`, verb: 'delete', methods: ['DELETE'], parameters: {}, ...by_slug },
    { name: `${plural}.update-by-slug`, verb: 'update', methods: update_methods, parameters: optional, ...by_slug },
  ]
}

/** The same rows, none of them required, for the fields of an update. */
export function allOptional(fields: Parameters): Parameters {
  return Object.fromEntries(Object.entries(fields).map(([name, { required: _, ...row }]) => [name, row]))
}

/** The operation with this name, which must exist. */
export function operationNamed(name: OperationName): Operation {
  const [kind = ''] = name.split('.')
  const among = isPlural(kind) ? operationsOf(kind) : service_operations
  const found = among.find((operation) => operation.name === name)
  if (!found) throw new Error(`no operation is called ${name}`)
  return found
}

/** A path of operations: `/events/<id>`. */
export interface Route {
  readonly path: string
  readonly operations: readonly Operation[]
  readonly pattern: RegExp
}

/** The route of a path, and the value of its last segment. It can be sent to another thread, unlike a route. */
export interface RouteMatch {
  /** The path of the route. */
  readonly route: string
  /** The digits of `<id>` or the decoded `<slug>`. */
  readonly key?: string
  /** The same, still percent-encoded. */
  readonly raw_key?: string
}

let all_routes: readonly Route[] | undefined

/** Every route, in the order of the specification. */
export function routes(): readonly Route[] {
  all_routes ??= makeRoutes(allOperations())
  return all_routes
}

function makeRoutes(operations: readonly Operation[]): readonly Route[] {
  return [...new Set(operations.map(({ path }) => path))].map((path) => ({
    path,
    operations: operations.filter((operation) => operation.path === path),
    pattern: new RegExp(`^${pathWith(path, (name) => (name === 'id' ? '(\\d+)' : '([^/]+)'))}$`, 'i'),
  }))
}

/** The path with other placeholders than `<id>` and `<slug>`, or with their values. */
export function pathWith(path: string, replacement: (name: string) => string): string {
  return path.replace(/<(\w+)>/g, (_, name) => replacement(name))
}

/** The route of a path, in any case, with or without a slash at the end. Source: interface 1.1. */
export function matchOf(path: string): RouteMatch | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : '/'
  for (const { path: route, pattern } of routes()) {
    const [found, raw_key] = pattern.exec(bare) ?? []
    if (found !== undefined) return { route, ...(raw_key !== undefined && { key: percentDecoded(raw_key), raw_key }) }
  }
  return undefined
}

export function routeOf({ route }: RouteMatch): Route | undefined {
  return routes().find(({ path }) => path === route)
}

/** The operation of a method, in upper case; undefined if the route does not have the method. */
export function operationAt(route: Route, method: string): Operation | undefined {
  return route.operations.find(({ methods }) => methods.some((known) => known === method))
}
