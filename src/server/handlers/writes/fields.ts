// Fields of a write that need the store or the settings: password, image, coordinates.
import type { Json } from '../../../base/json.ts'
import type { Coordinates } from '../../domain/writes/apply-changes.ts'
import type { Image, PostKind } from '../../domain/records.ts'
import type { MediaStore } from '../../storage/store.ts'
import type { Call } from '../handler.ts'
import { havePasswords } from '../show.ts'

/**
 * The new password of the record. It counts in the body of a write of this kind by id; in the query a password unlocks
 * a protected record. Source: interface Q18, 15.
 */
export function passwordOf(
  kind: PostKind,
  { operation: { resource, place }, body: { password }, service: { settings } }: Call,
): string | undefined {
  const counts = resource === `${kind}s` && place.slug === undefined && havePasswords(kind, settings)
  return counts && typeof password === 'string' ? password : undefined
}

/** The image of a write: undefined if none is sent, null for no image. Source: interface Q29. */
export async function imageOf(sent: string, media: MediaStore): Promise<Image | null> {
  if (sent === '') return null
  return /^\d+$/.test(sent) ? ((await media.get(Number(sent))) ?? null) : media.at(sent)
}

/**
 * The coordinates of a venue, which are read with the premium extension only.
 *
 * Shape:  undefined if they are not sent, null for empty texts.
 * Units:  degrees.
 */
export function coordinatesOf({
  operation,
  given: { geo_lat, geo_lng },
  service: { settings },
}: Call): Coordinates | undefined {
  if (!settings.premium || operation.resource !== 'venues' || geo_lat === undefined || geo_lng === undefined)
    return undefined
  const [lat, lng] = [degreesOf(geo_lat, 90), degreesOf(geo_lng, 180)]
  return lat === undefined || lng === undefined ? { geo_lat: null, geo_lng: null } : { geo_lat: lat, geo_lng: lng }
}

function degreesOf(sent: Json, max: number): number | undefined {
  const degrees = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof degrees === 'number' && Math.abs(degrees) <= max ? degrees : undefined
}
