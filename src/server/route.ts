// The routes of the interface, and the operation of a method and a path.
import { percentDecoded } from '../base/text/untrusted-text.ts'
import { type Operation, allOperations } from '../spec/operations.ts'

/** A route with its operations. */
export interface Route {
  /** As written in the specification: `/events/<id>`. */
  readonly path: string
  readonly operations: readonly Operation[]
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

const operations = allOperations()

/** Every route, in the order of the specification. */
export const routes: readonly Route[] = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path,
  operations: operations.filter((operation) => operation.path === path),
}))

const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }))

/** The route of a path, in any case, with or without a slash at the end. Source: interface 1.1. */
export function matchOf(path: string): RouteMatch | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : '/'
  for (const { route, pattern } of patterns) {
    const found = pattern.exec(bare)
    if (!found) continue
    const [, raw_key] = found
    if (raw_key === undefined) return { route: route.path }
    return { route: route.path, key: percentDecoded(raw_key), raw_key }
  }
  return undefined
}

export function routeOf({ route }: RouteMatch): Route | undefined {
  return routes.find(({ path }) => path === route)
}

/** The operation of a method, in upper case; undefined if the route does not have the method. */
export function operationAt(route: Route, method: string): Operation | undefined {
  return route.operations.find(({ methods }) => methods.some((known) => known === method))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('<id>', '(\\d+)').replace('<slug>', '([^/]+)')}$`, 'i')
}
