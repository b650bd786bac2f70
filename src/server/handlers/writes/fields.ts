// Fields of a write that need the store, the settings or the form of the request: image, password, coordinates.
import type { Json } from '../../../base/json.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { quoted } from '../../../base/text/quoted.ts'
import { ApiError } from '../../domain/api-error.ts'
import type { Coordinates } from '../../domain/apply-changes.ts'
import type { Image, PostKind } from '../../domain/records.ts'
import type { MediaStore } from '../../storage/store.ts'
import type { Call } from '../handler.ts'
import { havePasswords } from '../event-passwords.ts'

/**
 * The new password of the record; undefined if none was sent. Only the body of a create, or of an update by id, sets
 * it: in the query a password unlocks a protected record. Source: interface Q18, 15.
 */
export function passwordOf(
  kind: PostKind,
  { operation: { resource, path_parameters }, body: { password }, settings }: Call,
): string | undefined {
  const isSettable = resource === `${kind}s` && path_parameters.slug === undefined && havePasswords(kind, settings)
  return isSettable && typeof password === 'string' ? password : undefined
}

/** The image for a sent id or URL; null for an empty text, which removes the image. Source: interface Q29. */
export async function imageOf(sent: string, media: MediaStore): Promise<Image | null> {
  if (sent === '') return null
  return /^\d+$/.test(sent) ? ((await media.get(Number(sent))) ?? null) : media.at(sent)
}

/**
 * The coordinates of a venue, which only a service with the premium extension stores.
 *
 * Shape:  empty if neither is sent; null, which removes them, if both are empty texts.
 * Units:  degrees.
 * Errors: 400 `rest_invalid_param` if one is missing, is not a number or is out of range.
 */
export function coordinatesOf({ operation, given, language, settings }: Call): Partial<Coordinates> {
  const [lat, lng] = [given.geo_lat ?? undefined, given.geo_lng ?? undefined]
  if (!settings.premium || operation.resource !== 'venues' || (lat === undefined && lng === undefined)) return {}
  if (lat === '' && lng === '') return { geo_lat: null, geo_lng: null }
  const [geo_lat, geo_lng] = [degreesOf(lat, 90), degreesOf(lng, 180)]
  if (geo_lat !== undefined && geo_lng !== undefined) return { geo_lat, geo_lng }
  const params = {
    ...(geo_lat === undefined && { geo_lat: coordinateText('latitude', lat)[language] }),
    ...(geo_lng === undefined && { geo_lng: coordinateText('longitude', lng)[language] }),
  }
  throw new ApiError('rest_invalid_param', {
    values: { names: Object.keys(params).join(', ') },
    data: { params, details: [] },
  })
}

const coordinates = {
  latitude: t('a latitude from -90 to 90, together with geo_lng'),
  longitude: t('a longitude from -180 to 180, together with geo_lat'),
} as const

function coordinateText(name: keyof typeof coordinates, sent: Json | undefined): Text {
  const sent_text = quoted(sent)
  return t('needs {coordinates}, not {sent}; two empty texts remove the coordinates', {
    coordinates: coordinates[name],
    sent: sent_text,
  })
}

function degreesOf(sent: Json | undefined, max: number): number | undefined {
  const degrees = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof degrees === 'number' && Math.abs(degrees) <= max ? degrees : undefined
}
