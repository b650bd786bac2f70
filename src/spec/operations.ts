// The 36 operations of specification 4: method, path, and the parameters each takes beside its resource's own.
import { integer, type Parameters, type Plural, string, untyped } from './model.ts'
import { resources } from './resources.ts'

export type OperationVerb = 'list' | 'create' | 'get' | 'delete' | 'update'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

export interface Operation {
  /** `events.list`, `venues.update-by-slug`, `doc`. */
  readonly name: string
  /** Every method that means this operation; they mean the same. */
  readonly methods: readonly Method[]
  /** Relative to the api root, as the specification prints it: `/events/<id>`. */
  readonly path: string
  readonly resource?: Plural
  readonly verb?: OperationVerb
  /** In the path. */
  readonly place: Parameters
  /** In the query of GET and DELETE; in the payload or the query of writes. */
  readonly parameters: Parameters
}

const id = { id: integer('id', 'ID', { required: true }) } as const
const slug = {
  slug: string('slug (post name)', 'Titelform (Name in der Adresse)', { required: true, form: 'slug' }),
} as const
const password = { password: string('password of a protected event', 'Passwort eines geschützten Termins') } as const
const changing = ['POST', 'PUT', 'PATCH'] as const

const common: readonly Operation[] = [
  {
    name: 'index',
    methods: ['GET'],
    path: '/',
    place: {},
    parameters: {
      namespace: untyped('namespace to describe', 'Namensraum, der beschrieben wird', {
        default: '<vendor>/events/v1',
      }),
      context: untyped('scope of the answer', 'Umfang der Antwort', { default: 'view' }),
    },
  },
  { name: 'doc', methods: ['GET'], path: '/doc', place: {}, parameters: {} },
]

export const operations: readonly Operation[] = [
  ...common,
  ...Object.values(resources).flatMap(({ plural }) => operationsOf(plural)),
]

function operationsOf(plural: Plural): readonly Operation[] {
  const { family, query, fields } = resources[plural] as { family: string; query: Parameters; fields: Parameters }
  const optional = allOptional(fields)
  const extra = plural === 'events' ? password : {}
  const item = `/${plural}/<id>`
  const named = `/${plural}/by-slug/<slug>`
  const own = (
    verb: OperationVerb,
    methods: readonly Method[],
    path: string,
    place: Parameters,
    parameters: Parameters,
    suffix = '',
  ): Operation => ({ name: `${plural}.${verb}${suffix}`, methods, path, resource: plural, verb, place, parameters })
  const all = [own('list', ['GET'], `/${plural}`, {}, query), own('create', ['POST'], `/${plural}`, {}, fields)]
  const get = own('get', ['GET'], item, id, extra)
  const remove = own('delete', ['DELETE'], item, id, extra)
  const update = own('update', changing, item, id, { ...optional, ...extra })
  if (family === 'term') return [...all, get, update, remove]
  return [
    ...all,
    get,
    remove,
    update,
    own('get', ['GET'], named, slug, {}, '-by-slug'),
    own('delete', ['DELETE'], named, slug, {}, '-by-slug'),
    own('update', changing, named, slug, optional, '-by-slug'),
  ]
}

/** The same rows with nothing required: what an update takes. */
export function allOptional(fields: Parameters): Parameters {
  return Object.fromEntries(Object.entries(fields).map(([name, { required: _, ...row }]) => [name, row]))
}

/** The operation of this name; the name is one of ours, so a missing one is a bug. */
export function operationNamed(name: string): Operation {
  const found = operations.find((operation) => operation.name === name)
  if (!found) throw new Error(`no operation is called ${name}`)
  return found
}
