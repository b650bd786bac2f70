// The venues and organizers that an update of an event publishes on deployed services: those it had before that are
// neither public nor private. Source: interface 16.2.
import { isObject, type JsonObject, objectsOf } from '../../base/json.ts'
import { textOfHtml } from '../../base/text/untrusted-text.ts'
import type { PostPlural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'

export interface PublishedPlace {
  readonly kind: Exclude<PostPlural, 'events'>
  readonly id: number
  readonly title: string
  readonly status: string
}

/** Of all answers, only those of deployed services have no text of the cost. */
export function publishedPlacesOf(event: JsonObject, changes: Values): readonly PublishedPlace[] {
  const isDeployed = isObject(event.cost_details) && !('text' in event.cost_details)
  if (!isDeployed || (changes.status ?? event.status) !== 'publish') return []
  return (['venues', 'organizers'] as const).flatMap((kind) => {
    const { singular, name } = resources[kind]
    return objectsOf(event[singular]).flatMap(({ id, status, [name]: title }) =>
      typeof status === 'string' && status !== 'publish' && status !== 'private'
        ? [{ kind, id: Number(id), title: textOfHtml(String(title)), status }]
        : [],
    )
  })
}
