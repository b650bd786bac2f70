import { beforeAll, describe, expect, it } from 'vitest'
import { newWorkspace } from '../../../../support/workspace.ts'

const here = newWorkspace()

beforeAll(async () => {
  for (const name of ['red', 'green', 'blue']) await here.cal(`tags create --name ${name}`)
})

describe('cal api', () => {
  it('prints the response unchanged, as JSON', async () => {
    const { stdout } = await here.cal("api GET '/tags?hide_empty=false&orderby=id&per_page=1'")
    expect(JSON.parse(stdout)).toMatchObject({ tags: [{ id: 2, name: 'red' }], total: 3 })
  })

  it.each([
    ['ids', '2\n3\n4\n'],
    ['count', '3\n'],
    ['csv --fields id,name', 'id,name\n2,red\n3,green\n4,blue\n'],
    ['tsv --fields name --no-header', 'red\ngreen\nblue\n'],
    ['yaml --fields id', '- id: 2\n- id: 3\n- id: 4\n'],
    ['md --fields id --sort -id', '| id |\n| --- |\n| 4 |\n| 3 |\n| 2 |\n'],
    ['ndjson --fields id', '{"id":2}\n{"id":3}\n{"id":4}\n'],
  ])('lists the records of a page with -o %s', async (format, text) => {
    expect((await here.cal(`api GET '/tags?hide_empty=false&orderby=id' -o ${format}`)).stdout).toBe(text)
  })

  it('sends a GET if only a path is given', async () => {
    expect((await here.cal('api /tags/3 -o ids')).stdout).toBe('3\n')
    expect((await here.cal('api tags/3 -o ids')).stdout).toBe('3\n')
    expect(await here.cal("api /tags --data '{}'")).toMatchObject({
      code: 2,
      stderr:
        'error: PATH is missing: specify a path relative to the api root, such as /events\nhint: cal api GET /events\n',
    })
    expect(await here.cal('api POST')).toMatchObject({
      code: 2,
      stderr:
        'error: PATH is missing: specify a path relative to the api root, such as /events\nhint: cal api GET /events\n',
    })
    expect(await here.cal('api FETCH /tags')).toMatchObject({
      code: 2,
      stderr: 'error: METHOD needs one of GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS, not "FETCH"\n',
    })
  })

  it('counts all records of the service, not those of the page', async () => {
    expect((await here.cal("api GET '/tags?hide_empty=false&per_page=1' -o count")).stdout).toBe('3\n')
  })

  it('prints one record in every format and with a template', async () => {
    expect((await here.cal('api GET /tags/3 -o csv --fields id,name')).stdout).toBe('id,name\n3,green\n')
    expect((await here.cal('api GET /tags/3 -o ids')).stdout).toBe('3\n')
    expect((await here.cal("api GET '/tags?hide_empty=false&orderby=id' --template '{{id}} {{name}}'")).stdout).toBe(
      '2 red\n3 green\n4 blue\n',
    )
  })

  it.each(['ids', 'csv', 'tsv', 'md', 'count', 'ics'])(
    'rejects -o %s if the response contains no records',
    async (format) => {
      const { stdout, stderr, code } = await here.cal(`index -o ${format}`)
      expect([stdout, code]).toEqual(['', 2])
      expect(stderr).toBe(`error: -o ${format} needs records, but this response has none\nhint: use -o json\n`)
    },
  )
})
