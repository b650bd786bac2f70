// The few questions that SQL cannot answer itself.
import { field_end } from '../schema/derived.ts'
import type { Connection } from '../sqlite.ts'

const earth_km = 6_371

/** Gives a connection `in_one_field` and `km_between`. No table depends on them: any SQLite can open the file. */
export function addFunctions(connection: Connection): void {
  connection.define('in_one_field', inOneField)
  connection.define('km_between', kmBetween)
}

/** Whether one field holds every wanted word, and no field an unwanted one. */
function inOneField(words: string, wanted: string, unwanted: string): number {
  const all: readonly string[] = JSON.parse(wanted)
  const none: readonly string[] = JSON.parse(unwanted)
  if (none.some((word) => words.includes(word))) return 0
  return words.split(field_end).some((field) => all.every((word) => field.includes(word))) ? 1 : 0
}

/** The great circle between two points, in kilometres. */
function kmBetween(lat: number, lng: number, to_lat: number, to_lng: number): number {
  const radians = (degrees: number) => (degrees * Math.PI) / 180
  const half = (difference: number) => Math.sin(radians(difference) / 2) ** 2
  const chord = half(to_lat - lat) + Math.cos(radians(lat)) * Math.cos(radians(to_lat)) * half(to_lng - lng)
  return 2 * earth_km * Math.asin(Math.min(1, Math.sqrt(chord)))
}
