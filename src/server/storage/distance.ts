// Distances between venues, for every engine.

const earth_km = 6_371

/** The great-circle distance between two points, in kilometres. */
export function kmBetween(lat: number, lng: number, to_lat: number, to_lng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2
  const haversine = half(to_lat - lat) + Math.cos(radians(lat)) * Math.cos(radians(to_lat)) * half(to_lng - lng)
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(haversine)))
}
