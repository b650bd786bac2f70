// `--sort` with a limited list: all records are sorted, or a notice says that only some were.
import { beforeAll, describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const here = newWorkspace()

beforeAll(async () => {
  here.write(
    'tags.json',
    JSON.stringify(Array.from({ length: 12 }, (_, i) => ({ name: `tag ${String(i).padStart(2, '0')}` }))),
  )
  await here.cal('tags create -f tags.json')
})

describe('--sort', () => {
  it.each([
    ['--limit 3 --sort -name', ['tag 11', 'tag 10', 'tag 09'], 'Showing 3 of 12 tags. All of them: --all.\n'],
    [
      '--limit 2 --sort name --orderby id --order desc',
      ['tag 00', 'tag 01'],
      'Showing 2 of 12 tags. All of them: --all.\n',
    ],
    [
      '--limit 20 --sort -name',
      [
        'tag 11',
        'tag 10',
        'tag 09',
        'tag 08',
        'tag 07',
        'tag 06',
        'tag 05',
        'tag 04',
        'tag 03',
        'tag 02',
        'tag 01',
        'tag 00',
      ],
      '',
    ],
    [
      '--per-page 2 --sort -name',
      ['tag 01', 'tag 00'],
      'Showing 2 of 12 tags. Only these are sorted. All of them: --all.\n',
    ],
  ])('%s', async (flags, names, notice) => {
    const { stdout, stderr } = await here.cal(`tags list --no-hide-empty ${flags} -o tsv --fields name --no-header`)
    expect([stdout.trim().split('\n'), stderr]).toEqual([names, notice])
  })

  it('counts the shown records', async () => {
    expect((await here.cal('tags list --no-hide-empty --limit 3 --sort -name -o count')).stdout).toBe('3\n')
    expect((await here.cal('tags list --no-hide-empty --limit 2 --sort -name -o ndjson --fields name')).stdout).toBe(
      '{"name":"tag 11"}\n{"name":"tag 10"}\n',
    )
  })
})
