// The index of the namespace: every place, its methods and their parameters.
import { ApiError } from '../domain/api-error.ts'
import { apiRootOf, namespaceOf } from '../domain/settings.ts'
import { routes } from '../routing/route.ts'
import { descriptionOf } from './describe.ts'
import type { Handler } from './handler.ts'

/** Fails: 404 `rest_invalid_namespace` for another one than ours. */
export const describeNamespace: Handler = ({
  given,
  language,
  service: {
    settings: { place },
  },
}) => {
  const namespace = namespaceOf(place)
  if ((given.namespace ?? namespace) !== namespace)
    throw new ApiError('rest_invalid_namespace', { values: { namespace: String(given.namespace) } })
  const entries = routes.map((route) => {
    const self = `${apiRootOf(place)}${route.path === '/' ? '' : route.path}`
    const links = route.path.includes('<') ? {} : { _links: { self: [{ href: self }] } }
    return [patternOf(route.path, namespace), { ...descriptionOf(route, namespace, language), ...links }]
  })
  return {
    status: 200,
    body: {
      namespace,
      routes: Object.fromEntries(entries),
      _links: { up: [{ href: `${place.base}/${place.root}/` }] },
    },
  }
}

/** `/events/<id>` → `/tribe/events/v1/events/(?P<id>\d+)` */
function patternOf(path: string, namespace: string): string {
  return `/${namespace}${path === '/' ? '' : path}`.replace('<id>', '(?P<id>\\d+)').replace('<slug>', '(?P<slug>[^/]+)')
}
