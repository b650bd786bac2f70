// Distinguishes calendar files, as `cal apply` reads them, from files of plain records.
import { parse, YAMLParseError } from 'yaml'
import { isObject, type Json, type JsonObject, objectsOf } from '../../base/json.ts'
import { UnsafeAnchorError, requireFlat, safeYaml } from '../../base/files/safe-yaml.ts'
import { formatOf } from '../input/formats/formats.ts'
import { type InputSource, wholeTextOf } from '../input/source.ts'

/** The keys at the top level of a calendar file. */
export const calendar_keys: readonly string[] = [
  'calendar',
  'timezone',
  'language',
  'defaults',
  'categories',
  'tags',
  'venues',
  'organizers',
  'events',
]

/** Calendar files are written by hand; longer files are streamed as records. */
const chars_max = 1024 * 1024

/** False for a file that the importer reads: decision 16. */
export async function isCalendarFile(source: InputSource): Promise<boolean> {
  const format = await formatOf(source, undefined)
  return (format === 'yaml' || format === 'json') && isCalendar(await wholeOf(source))
}

/** Keys that the importer does not support: at the top level, and of events. */
const own_keys = ['calendar', 'timezone', 'language', 'defaults']
const own_event_keys = ['start', 'end', 'repeat', 'except', 'also', 'skip_months', 'count', 'disabled']

/** True for a calendar file that the importer cannot read: it has a key that only calendar files have. */
export async function isOnlyCalendarFile(source: InputSource): Promise<boolean> {
  const format = await formatOf(source, undefined)
  if (format !== 'yaml' && format !== 'json') return false
  const whole = await wholeOf(source)
  if (!isObject(whole) || !isCalendar(whole)) return false
  const hasKey = (value: JsonObject, keys: readonly string[]) => keys.some((key) => Object.hasOwn(value, key))
  return hasKey(whole, own_keys) || objectsOf(whole.events).some((event) => hasKey(event, own_event_keys))
}

/** Its keys are those of a calendar file, and its records have no ids, unlike responses and exports. */
function isCalendar(whole: Json | undefined): boolean {
  if (!isObject(whole)) return false
  const names = Object.keys(whole)
  return (
    names.length > 0 &&
    names.every((name) => calendar_keys.includes(name)) &&
    names.every((name) => objectsOf(whole[name]).every(({ id }) => id === undefined))
  )
}

/** undefined for a text that is too long or not YAML: the importer reports the line. */
async function wholeOf(source: InputSource): Promise<Json | undefined> {
  const text = await wholeTextOf(source, chars_max)
  try {
    return text === undefined
      ? undefined
      : safeYaml(() => {
          requireFlat(text)
          return parse(text, { logLevel: 'error' })
        })
  } catch (error) {
    if (error instanceof YAMLParseError || error instanceof UnsafeAnchorError) return undefined
    throw error
  }
}
