// Whether a file is a calendar file, as `cal apply` takes it, or holds records as they are.
import { parse, YAMLParseError } from 'yaml'
import { isObject, objectsOf } from '../../base/json.ts'
import { UnsafeAnchorError, requireFlat, safeYaml } from '../../base/files/safe-yaml.ts'
import { formatOf } from '../input/formats/formats.ts'
import { type InputSource, wholeTextOf } from '../input/source.ts'
import { type CalendarDocument, calendar_keys, documentOf } from './document.ts'

/** Calendar files are written by people; what is longer is streamed as records. */
const chars_max = 1024 * 1024

/** The calendar file, or undefined where the importer is to read: D-255. */
export async function calendarIn(source: InputSource): Promise<CalendarDocument | undefined> {
  const format = await formatOf(source, undefined)
  if (format !== 'yaml' && format !== 'json') return undefined
  return isCalendar(await wholeOf(source)) ? documentOf(source) : undefined
}

/** Its keys are those of a calendar file, and its records have no ids, as answers and exports have. */
function isCalendar(whole: unknown): boolean {
  if (!isObject(whole)) return false
  const names = Object.keys(whole)
  return (
    names.length > 0 &&
    names.every((name) => calendar_keys.includes(name)) &&
    names.every((name) => objectsOf(whole[name]).every(({ id }) => id === undefined))
  )
}

/** Undefined for what is too long, or no YAML: the importer says where. */
async function wholeOf(source: InputSource): Promise<unknown> {
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
