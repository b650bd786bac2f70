// What is said of the columns of a spreadsheet that are left out.
import type { Text } from '../../../base/text/language.ts'
import type { DroppedColumn } from './columns.ts'

export interface IgnoredColumn {
  /** Its header; of a column without one, its number. */
  readonly column: string
  readonly why: DroppedColumn
  /** A field that it may be. */
  readonly field?: string
  readonly line: number
}

const listed_max = 5

/** What is said of columns that are left out, one line for each reason. */
export function ignoredColumnTexts(columns: readonly IgnoredColumn[]): readonly Text[] {
  return reasons.flatMap((why) => {
    const some = columns.filter((column) => column.why === why)
    const [first] = some
    return first ? [leftOutText(first, some)] : []
  })
}

const reasons: readonly DroppedColumn[] = ['known', 'replaced', 'unnamed', 'unknown']

function leftOutText(first: IgnoredColumn, some: readonly IgnoredColumn[]): Text {
  const more = some.length - listed_max
  const list = (open: string, close: string) =>
    some
      .slice(0, listed_max)
      .map(({ column }) => `${open}${column}${close}`)
      .join(', ')
  const en = `${some.length === 1 ? 'column' : 'columns'} ${list('"', '"')}${more > 0 ? ` and ${more} more` : ''}`
  const de = `${some.length === 1 ? 'Spalte' : 'Spalten'} ${list('„', '“')}${more > 0 ? ` und ${more} weitere` : ''}`
  const one = some.length === 1
  switch (first.why) {
    case 'known':
      return {
        en: `left out: ${en}, the interface has nothing like ${one ? 'it' : 'them'}`,
        de: `ausgelassen: ${de}, die Schnittstelle kennt nichts Entsprechendes`,
      }
    case 'replaced':
      return {
        en: `left out: ${en}, another was mapped to ${one ? 'its field' : 'their fields'}`,
        de: `ausgelassen: ${de}, ${one ? 'ihrem Feld wurde eine andere' : 'ihren Feldern wurden andere'} zugeordnet`,
      }
    case 'unnamed':
      return {
        en: `left out: cells without a column name, the first in line ${first.line}, column ${first.column}`,
        de: `ausgelassen: Zellen ohne Spaltennamen, die erste in Zeile ${first.line}, Spalte ${first.column}`,
      }
    case 'unknown':
      return unknownText(some, en, de)
  }
}

function unknownText(some: readonly IgnoredColumn[], en: string, de: string): Text {
  const fitting = some.find(({ field }) => field !== undefined)
  const [is, ist] = some.length === 1 ? ['is unknown', 'ist unbekannt'] : ['are unknown', 'sind unbekannt']
  const map = fitting ? `--map "${fitting.column}=${fitting.field}"` : '--map "COLUMN=FIELD"'
  return {
    en: `left out: ${en} ${is}; ${map} would ${fitting ? 'take it over' : 'take one over'}`,
    de: `ausgelassen: ${de} ${ist}; ${fitting ? map : '--map "SPALTE=FELD"'} übernimmt ${fitting ? 'sie' : 'eine'}`,
  }
}
