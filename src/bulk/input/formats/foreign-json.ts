// JSON of other programs: refused with a command that extracts its records, because their fields cannot be guessed.
import { CalError } from '../../../base/errors.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { shellWord } from '../../../base/text/quoted.ts'
import { isList, isObject, type Json } from '../../../base/json.ts'

/** A list of objects in a document, and the keys that lead to it. */
export interface ForeignList {
  readonly path: readonly string[]
  readonly first: Json | undefined
}

const levels_max = 3

/** The first list of objects in a document, at most three levels deep. */
export function listIn(value: Json | undefined, path: readonly string[] = []): ForeignList | undefined {
  if (isList(value)) return isObject(value[0]) ? { path, first: value[0] } : undefined
  if (!isObject(value) || path.length === levels_max) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = listIn(inner, [...path, key])
    if (found) return found
  }
  return undefined
}

/** Airtable has the values of a record in `fields`. */
export function foreignList(file: string, { path, first }: ForeignList): CalError {
  const list = path.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `."${key}"`)).join('')
  const filter = isObject(first) && isObject(first.fields) ? `[${list}[].fields]` : list
  const shown = path.join('.')
  return new CalError('usage', t('{file}: "{shown}" is not a kind of record', { file, shown }), {
    hint: command(file, filter),
  })
}

/** `"@context": "https://schema.org"`, in pages and in exports. */
const schema_org = /"@context"\s*:\s*(?:\[\s*)?"https?:\/\/schema\.org/

/** Errors: `usage` for events of schema.org. */
export function refuseSchemaOrg(file: string, sample: string): void {
  if (!schema_org.test(sample)) return
  const fields = [
    'title:.name',
    'start_date:.startDate',
    'end_date:(.endDate//.startDate)',
    'description',
    'website:.url',
    'venue:(.location|.name? // .)',
  ]
  throw new CalError('usage', t('{file} has the form of schema.org', { file }), {
    hint: command(file, `[..|objects|select(.startDate)|{${fields.join(',')}}|with_entries(select(.value!=null))]`),
  })
}

function command(file: string, filter: string): Text {
  const line = `jq '${filter}'${file === '-' ? '' : ` ${shellWord(file)}`} | cal import - --kind events`
  return t('extract the records: {line}', { line })
}
