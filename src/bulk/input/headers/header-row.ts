// The header row as a whole: the meaning of each column given the others, and the columns that are missing.
import { CalError } from '../../../base/errors.ts'
import { sameText, t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { type Column, columnOf, joined_fields, normalizedHeader, targetOf } from './headers.ts'
import { clock_headers, field_hints, isEnglishWord, second_meanings } from './header-vocabulary.ts'

/** Header → field, as `--map` gives it. */
type Renaming = Readonly<Record<string, string>>

export interface HeaderRow {
  readonly file: string
  readonly headers: readonly string[]
  readonly kind: Plural
  readonly map: Renaming
}

/** The header, or the field it is mapped to; case-insensitive. */
export function headerOf(header: string, map: Renaming): string {
  return mappedTo(header, map) ?? header
}

function mappedTo(header: string, map: Renaming): string | undefined {
  return (
    (Object.hasOwn(map, header) ? map[header] : undefined) ??
    Object.entries(map).find(([column]) => isSameColumn(column, header))?.[1]
  )
}

export function isSameColumn(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase()
}

/**
 * What each column means.
 * Errors: `usage` if two columns mean one field, or if no column has the name of records or the start of events, so
 *         that every row would be rejected.
 */
export function meaningsOf(row: HeaderRow): readonly Column[] {
  const { headers, kind, map } = row
  const names = headers.map((header) => headerOf(header, map))
  const normalized = names.map(normalizedHeader)
  const plain = withSecondMeanings(
    withoutRepeats(
      names.map((name, i) =>
        isEnglishWord(normalized[i] ?? '', normalized)
          ? { dropped: 'unknown' }
          : withIds(columnOf(name, kind), headers[i] ?? ''),
      ),
      names,
    ),
    names,
    kind,
  ).map((column, i) => (isWeekday(i, normalized) ? { dropped: 'known' as const } : column))
  const dated = kind === 'events' ? withDateColumn(withRepeatedClocks(plain, names), names) : plain
  const columns = withoutConflicts(dated, row)
  requireName(columns, row)
  // `start_time` may be a date and time, as in Facebook's files.
  const isDated =
    columns.some(means('start_date', 'start_day', ...identifying_columns)) ||
    names.some((name) => normalizedHeader(name) === 'starttime')
  if (kind === 'events' && !isDated) throw missingColumn(columns, row, 'start_date')
  return columns
}

/** `Venue ID`, mapped to `venue`, has ids, not names. */
function withIds(column: Column, header: string): Column {
  const links = 'field' in column && (joined_fields.has(column.field) || column.field === 'venue')
  return links && /(?<!names?or)ids?$/.test(normalizedHeader(header)) ? { ...column, of_ids: true } : column
}

/**
 * Drops redundant columns: printed lists have several columns for a linked record, and both the URL and the website of
 * an event. If rows name their kinds, some may use `name` and others `title`.
 */
function withoutRepeats(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const linked = ['venue.slug', 'venue.id', 'venue.venue'].filter((name) => names.includes(name)).slice(1)
  const repeats = new Set([...linked, ...(names.includes('website') && names.includes('id') ? ['url'] : [])])
  const isSecondName = (i: number) =>
    normalizedHeader(names[i] ?? '') === 'name' &&
    columns.some(means('kind')) &&
    columns.some((other, j) => j !== i && targetOf(other) === targetOf(columns[i] ?? other))
  return columns.map((column, i) =>
    repeats.has(names[i] ?? '') || isSecondName(i)
      ? { dropped: repeats.has(names[i] ?? '') ? 'known' : 'replaced' }
      : column,
  )
}

/** `Tag` next to `Datum` is the day of the week; in an English table it is a tag. */
function isWeekday(i: number, normalized: readonly string[]): boolean {
  return normalized[i] === 'tag' && normalized.includes('datum')
}

/** `Termin` is the title, or the date where another column is the title. */
function withSecondMeanings(columns: readonly Column[], names: readonly string[], kind: Plural): readonly Column[] {
  return columns.map((column, i) => {
    const meaning = second_meanings.find((one) => one.kind === kind && one.header === normalizedHeader(names[i] ?? ''))
    if (!meaning || targetOf(column) !== meaning.first) return column
    const taken = (field: string) => columns.some((other, j) => j !== i && targetOf(other) === field)
    return taken(meaning.first) && !taken(meaning.second) ? { field: meaning.second } : column
  })
}

/** A list and the privacy may have several columns, any other field has one, preferably a mapped one (decision 16). */
function withoutConflicts(columns: readonly Column[], { file, headers, map }: HeaderRow): readonly Column[] {
  const mapped = headers.map((header) => mappedTo(header, map) !== undefined)
  const targets = columns.map((column) => targetOf(column)?.replace(/_day$/, '_date'))
  return columns.map((column, i) => {
    const target = targets[i]
    const others =
      target === undefined || joined_fields.has(target) || target === 'privacy'
        ? []
        : targets.flatMap((other, j) => (j !== i && other === target ? [j] : []))
    const [other_column] = others.some((j) => mapped[j]) ? others.filter((j) => mapped[j]) : others
    if (other_column === undefined || target === undefined) return column
    if (!mapped[other_column] && mapped[i]) return column
    if (mapped[other_column] && !mapped[i]) return { dropped: 'replaced' }
    throw sameFieldError([headers[i] ?? '', headers[other_column] ?? ''], target, mapped[i] ? '--map' : `${file}:1`)
  })
}

function sameFieldError([one, other]: readonly [string, string], target: string, where: string): CalError {
  const hint =
    where === '--map'
      ? t('map one of them only')
      : one.trim() === other.trim()
        ? t('rename or remove one of them')
        : t('choose one: --map "{one}={target}"', { one: one.trim(), target })
  return new CalError('usage', t('{where}: "{one}" and "{other}" both mean {target}', { where, one, other, target }), {
    hint,
  })
}

/** Rows with one of these may mean existing records, whose other fields are left unchanged. */
const identifying_columns = ['id', 'slug', 'uid', 'key', 'kind']

function requireName(columns: readonly Column[], row: HeaderRow): void {
  const { name } = resources[row.kind]
  if (!columns.some(means(name, ...identifying_columns))) throw missingColumn(columns, row, name)
}

const columns_listed_max = 10

function missingColumn(columns: readonly Column[], { file, headers, kind }: HeaderRow, field: string): CalError {
  const unknown = headers.filter((header, i) => {
    const column = columns[i]
    return column && 'dropped' in column && column.dropped === 'unknown' && header.trim() !== ''
  })
  const candidates = unknown.length > 0 ? unknown : headers.filter((header) => header.trim() !== '')
  const best =
    candidates.find((header) => suggestedField(header, kind, []) === field) ??
    (unknown.length > 0 ? unknown[0] : undefined)
  const list = `${candidates.slice(0, columns_listed_max).join(', ')}${candidates.length > columns_listed_max ? ', …' : ''}`
  const { title } = resources[kind]
  const text =
    field === 'start_date'
      ? t('{file}:1: no column contains the start of events', { file })
      : t('{file}:1: no column contains the {field} ({title})', { file, field, title })
  const column = best === undefined ? t('COLUMN') : sameText(best)
  return new CalError('usage', text, {
    hint:
      unknown.length > 0
        ? t('specify it: --map "{column}={field}"; unknown columns: {list}', { column, field, list })
        : t('specify it: --map "{column}={field}"; the columns are {list}', { column, field, list }),
  })
}

/** A field that the name of an unknown column suggests; undefined if no field without a column fits. */
export function suggestedField(header: string, kind: Plural, columns: readonly Column[]): string | undefined {
  const name = normalizedHeader(header)
  const { fields } = resources[kind]
  const isFree = (field: string) =>
    (Object.hasOwn(fields, field) || (kind === 'events' && field === 'start_time')) &&
    (joined_fields.has(field) || !columns.some(means(field)))
  return [
    ...field_hints
      .filter(([pattern]) => pattern.test(name))
      .map(([, field]) => (field === 'title' ? resources[kind].name : field)),
    'description',
  ].find(isFree)
}

const repeated_clocks: ReadonlySet<string> = new Set(['debut', 'fin'])

/** Outlook in French writes `Début`, `Début`, `Fin`, `Fin`: the day and its time. */
function withRepeatedClocks(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const headers = names.map(normalizedHeader)
  return columns.map((column, i) => {
    const side = means('start_date')(column) ? 'start' : means('end_date')(column) ? 'end' : undefined
    if (side === undefined || !repeated_clocks.has(headers[i] ?? '')) return column
    const same = headers.flatMap((header, j) => (header === headers[i] ? [j] : []))
    if (same.length !== 2) return column
    return { part: same[0] === i ? (`${side}_day` as const) : (`${side}_time` as const) }
  })
}

/**
 * A column `Date` is the day of the event if no other column is (decision 15); `Start` and `End` are then times of day.
 */
function withDateColumn(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  const isClock = (i: number) => clock_headers.has(normalizedHeader(names[i] ?? ''))
  const hasStart = columns.some(
    (column, i) => means('id')(column) || (!isClock(i) && means('start_date', 'start_day')(column)),
  )
  if (hasStart || !columns.some(means('date'))) return columns
  return columns.map((column, i) => {
    if (means('date')(column)) return { part: 'start_day' }
    if (isClock(i) && means('start_date')(column)) return { part: 'start_time' }
    return isClock(i) && means('end_date')(column) ? { part: 'end_time' } : column
  })
}

function means(...names: readonly string[]): (column: Column) => boolean {
  return (column) => names.includes(targetOf(column) ?? '')
}
