// Where a venue is, as its coordinates say.
import type { Coordinates } from '../../domain/writes/apply-changes.ts'
import type { Call } from '../handler.ts'

/**
 * The coordinates that a write of a venue brings, where the service filters by them.
 * Shape:  undefined where none are sent; empty texts take them away.
 * Units:  degrees.
 * Source: D-148.
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

function degreesOf(sent: unknown, max: number): number | undefined {
  const degrees = typeof sent === 'string' && sent.trim() !== '' ? Number(sent) : sent
  return typeof degrees === 'number' && Math.abs(degrees) <= max ? degrees : undefined
}
