// The records of several files, read by the same rules.
import { CalError } from '../../../base/errors.ts'
import type { InputItem } from '../entry.ts'
import { isSameColumn } from '../headers/header-row.ts'
import type { InputSource } from '../source.ts'
import { formatOf, itemsOf, type ReadOptions } from './formats.ts'
import { tableHeadersOf } from '../headers/table-headers.ts'

/** One file after the other. Fails with `usage` where a mapped column is in none of them. */
export async function* itemsOfAll(sources: readonly InputSource[], reading: ReadOptions): AsyncIterable<InputItem> {
  await requireColumns(sources, reading)
  for (const source of sources) yield* itemsOf(source, reading)
}

/**
 * Several files may share a map: a column need only be in one of them. A misspelled one would be passed over without a
 * word.
 */
async function requireColumns(
  sources: readonly InputSource[],
  { map, format, sheet }: Pick<ReadOptions, 'map' | 'format' | 'sheet'>,
): Promise<void> {
  const wanted = Object.keys(map)
  if (wanted.length === 0) return
  const columns = new Set((await Promise.all(sources.map((source) => columnsOf(source, { format, sheet })))).flat())
  const stranger = wanted.find((column) => ![...columns].some((header) => isSameColumn(header, column)))
  if (stranger === undefined) return
  const files = sources.map(({ name }) => name).join(', ')
  throw new CalError(
    'usage',
    {
      en: `--map: there is no column "${stranger}" in ${files}`,
      de: `--map: eine Spalte „${stranger}“ gibt es nicht in ${files}`,
    },
    {
      hint:
        columns.size === 0
          ? {
              en: 'tables have columns, other formats have fields',
              de: 'Spalten haben Tabellen, andere Formate haben Felder',
            }
          : { en: `the columns are ${[...columns].join(', ')}`, de: `die Spalten sind ${[...columns].join(', ')}` },
    },
  )
}

async function columnsOf(
  source: InputSource,
  { format, sheet }: { readonly format: ReadOptions['format'] | undefined; readonly sheet: string | undefined },
): Promise<readonly string[]> {
  const table = await tableHeadersOf(source, await formatOf(source, format), sheet)
  return (table?.headers ?? []).map((header) => header.trim()).filter((header) => header !== '')
}
