// From a method and a path to the operation they mean.
import { percentDecoded } from '../base/text/untrusted-text.ts'
import { type Operation, operations } from '../spec/operations.ts'

/** A place of the interface and everything that can be done there. */
export interface Route {
  /** As the specification prints it: `/events/<id>`. */
  readonly path: string
  readonly operations: readonly Operation[]
}

/** Where a path leads: the place, and the value its last segment brings. */
export interface RouteMatch {
  readonly route: Route
  /** The digits of `<id>` or the decoded `<slug>`. */
  readonly key?: string
  /** The same as the path has it. */
  readonly raw_key?: string
}

/** Every place, in the order in which the specification names them. */
export const routes: readonly Route[] = [...new Set(operations.map(({ path }) => path))].map((path) => ({
  path,
  operations: operations.filter((operation) => operation.path === path),
}))

const patterns = routes.map((route) => ({ route, pattern: patternOf(route.path) }))

/** Case does not count in what is ours, one slash at the end neither; undefined where there is nothing. */
export function matchOf(path: string): RouteMatch | undefined {
  const bare = path.length > 1 ? path.replace(/\/$/, '') : '/'
  for (const { route, pattern } of patterns) {
    const found = pattern.exec(bare)
    if (!found) continue
    const [, raw_key] = found
    if (raw_key === undefined) return { route }
    const key = percentDecoded(raw_key)
    // No slug holds a slash, encoded or not.
    if (!key.includes('/')) return { route, key, raw_key }
  }
  return undefined
}

export function operationAt(route: Route, method: string): Operation | undefined {
  return route.operations.find(({ methods }) => methods.some((known) => known === method))
}

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace('<id>', '(\\d+)').replace('<slug>', '([^/]+)')}$`, 'i')
}
