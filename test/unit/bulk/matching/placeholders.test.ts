// Names of venues and other records that probably stand for an empty cell.
import { expect, it } from 'vitest'
import { placeholderText } from '../../../../src/bulk/matching/references.ts'
import { newWorkspace } from '../../../support/workspace.ts'

it.each(['NULL', 'null', '-', '–', '--', '?', 'n/a', 'N.A.', 'n. v.', 'k. A.', 'k.A.', 'keine Angabe', 'TBA', '#N/A'])(
  'includes %s',
  (value) => {
    expect(placeholderText([{ kind: 'venues', value }])?.en).toContain(`venue "${value}"`)
  },
)

it.each(['Hall', 'Null Island', 'K', 'KA 12', 'NA Club', 'TBA Studio', 'Na und', 'none'])('excludes %s', (value) => {
  expect(placeholderText([{ kind: 'venues', value }])).toBeUndefined()
})

it('is a warning of an import that creates them, and of validate', async () => {
  const { cal, write } = newWorkspace()
  write('a.csv', 'title,start_date,venue,organizer\nA,2027-02-01 18:00,NULL,k. A.\nB,2027-02-02 18:00,Hall,k. A.\n')
  const warning =
    'warning: names that probably stand for an empty cell: venue "NULL", organizer "k. A."; to link no record, empty these cells\n'
  for (const line of ['validate a.csv', 'import a.csv --create-missing --dry-run', 'import a.csv --create-missing'])
    expect((await cal(line)).stderr).toContain(warning)
})
