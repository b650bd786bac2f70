import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { cal } from '../../../support/runtime.ts'
import { newFolder } from '../../../support/folder.ts'

const env = { CAL_API_ROOT: `file:${join(newFolder(), 'c.db')}` }

describe('--dry-run', () => {
  it('shows the requests and sends none', async () => {
    const create = ['tags', 'create', '--name', 'live']
    expect(await cal([...create, '--dry-run'], { env })).toEqual({
      stdout: 'POST /tags {"name":"live"}\n',
      stderr: '',
      code: 0,
    })
    expect((await cal([...create, '--porcelain'], { env })).stdout).toBe('2\n')
    expect(await cal(['tags', 'create', '--name', 'dead', '--dry-run'], { env })).toEqual({
      stdout: 'POST /tags {"name":"dead"}\n',
      stderr: '',
      code: 0,
    })
    expect((await cal(['tags', 'list', '--no-hide-empty', '-o', 'count'], { env })).stdout).toBe('1\n')
    expect((await cal(['tags', 'update', '2', '--name', 'Live', '-n', '-o', 'ndjson'], { env })).stdout).toBe(
      '{"method":"PUT","path":"/tags/2","query":"","body":{"name":"Live"}}\n',
    )
    expect((await cal(['tags', 'delete', '2', '2', '-n'], { env })).stdout).toBe('DELETE /tags/2\n')
    expect((await cal(['tags', 'get', '2', '--jq', '.name'], { env })).stdout).toBe('live\n')
  })
})
