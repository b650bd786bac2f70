// Tables of cells in several scripts, with links and colors, as they are placed; and the time of long cells.
import { describe, expect, it } from 'vitest'
import { tableLines } from '../../../../../src/cli/output/table/print-table.ts'
import { isolated, markSequence, withoutSequences } from '../../../../../src/cli/output/terminal.ts'
import { inLittleTime } from '../../../../support/cpu-time.ts'

const bold = (text: string) => `${markSequence('\u001b[1m')}${text}${markSequence('\u001b[22m')}`
const linked = (text: string) =>
  `${markSequence('\u001b]8;;https://example.org/\u001b\\')}${text}${markSequence('\u001b]8;;\u001b\\')}`

describe('a table', () => {
  it('aligns columns of fixed widths without borders or blanks at the end', () => {
    const rows = [
      ['id', 'title', 'status'],
      ['7', 'Jazz', ''],
      ['', '', ''],
      ['42', '', 'draft'],
    ]
    expect(tableLines(rows, [3, 6, 6])).toEqual(['id   title   status', '7    Jazz', '', '42           draft'])
  })

  it('places the lines of a cell below each other, in rows as high as their longest cell', () => {
    const rows = [
      ['1', 'Jazz\nnight\nclub', 'Ulm'],
      ['2', 'Choir', 'Bad\nUrach'],
    ]
    expect(tableLines(rows, [2, 6, 5])).toEqual([
      '1   Jazz    Ulm',
      '    night',
      '    club',
      '2   Choir   Bad',
      '            Urach',
    ])
  })

  it('counts wide characters as two cells, marks as none, and truncates no text', () => {
    const texts = ['東京の夜', 'กรุงเทพฯ', 'शनिवार', 'Cafe\u0301', '👩‍🎤🎷', 'a longer text']
    const rows = texts.map((text) => [text, 'x'])
    expect(tableLines(rows, [9, 1])).toEqual([
      '東京の夜   x',
      'กรุงเทพฯ    x',
      'शनिवार     x',
      'Cafe\u0301       x',
      '👩‍🎤🎷       x',
      'a longer text  x',
    ])
  })

  it('counts colors, links and isolates as no cells, and leaves them unchanged', () => {
    const rows = [
      [bold('Jazz'), '1'],
      [linked('東京'), '2'],
      [linked(isolated('אמסיה')), '3'],
      [`${linked('two')}\n${linked('lines')}`, bold('4')],
    ]
    const lines = tableLines(rows, [8, 1])
    expect(lines.map(withoutSequences)).toEqual(['Jazz      1', '東京      2', 'אמסיה     3', 'two       4', 'lines'])
    expect(lines).toContain(`${linked('東京')}      2`)
  })

  it('takes little time for cells of 100,000 Japanese characters and of 2,000 lines', async () => {
    const long = '夜'.repeat(100_000)
    expect(await inLittleTime(() => tableLines([[long, 'x']], [4, 1]))).toEqual([`${long}  x`])
    const lines = Array.from({ length: 2_000 }, () => '東京の夜').join('\n')
    expect(await inLittleTime(() => tableLines([['1', lines]], [2, 8]))).toHaveLength(2_000)
  })
})
