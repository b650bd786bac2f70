// The ids alone, one a line: what other commands read with `-`; a run is told by its name.
import { escapeControls } from '../../../base/text/untrusted-text.ts'
import { cellOf, valueAt } from '../fields/fields.ts'
import type { Printer } from './formats.ts'

export const printIds: Printer = async function* (records) {
  for await (const record of records) {
    const id = escapeControls(cellOf(valueAt(record, 'id') ?? valueAt(record, 'run'), ','))
    if (id !== '') yield `${id}\n`
  }
}
