// What `cal mcp` may write: with permission, under a confirmed profile, and exactly the plan that was shown.
import { once } from 'node:events'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { createInterface } from 'node:readline'
import { afterEach, expect, it } from 'vitest'
import { run } from '../../../../../src/cli/program.ts'
import { runtimeOf } from '../../../../support/runtime.ts'
import { newWorkspace, type Workspace } from '../../../../support/workspace.ts'

let end = async (): Promise<void> => {}
afterEach(() => end())

/** Starts `cal mcp` in this process; the function calls a tool, and returns its result. */
async function started({ folder }: Workspace, ...flags: readonly string[]) {
  const input = new PassThrough()
  const env = {
    CAL_API_ROOT: `file:${join(folder, 'calendar.db')}`,
    CAL_STATE_DIR: join(folder, 'state'),
    CAL_TZ: 'UTC',
  }
  const runtime = runtimeOf(['mcp', ...flags], { env, cwd: folder }, { out: [], err: [] })
  const ended = run({ ...runtime, stdin: { isTerminal: false, stream: input } })
  end = async () => {
    input.end()
    await ended
  }
  const lines = createInterface({ input: runtime.stdout.stream as PassThrough })
  const send = async (method: string, params: object) => {
    input.write(`${JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })}\n`)
    const [line] = await once(lines, 'line')
    return JSON.parse(line).result
  }
  await send('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } })
  return async (name: string, values: object) => {
    const { content, isError = false } = await send('tools/call', { name, arguments: values })
    return { isError, value: JSON.parse(content[0].text) }
  }
}

it('a tool that writes is refused without --allow-writes', async () => {
  const here = newWorkspace()
  await here.cal('tags create --name old')
  const call = await started(here)
  expect(await call('create_tag', { name: 'new' })).toMatchObject({
    isError: true,
    value: { error: { code: 'not_allowed' } },
  })
  expect(await call('list_tags', { hide_empty: false })).toMatchObject({ value: { total: 1 } })
})

it('an import is executed only as it was planned', async () => {
  const here = newWorkspace()
  await here.cal('tags create --name old')
  const call = await started(here, '--allow-writes')
  const { plan_id } = (await call('plan_import', { records: [{ name: 'new' }], kind: 'tags' })).value
  await call('create_tag', { name: 'new' })
  expect(await call('execute_import', { plan_id })).toMatchObject({
    isError: true,
    value: { error: { code: 'refused' } },
  })
})

it('writing to a protected profile needs its name', async () => {
  const here = newWorkspace()
  await here.cal('tags create --name old')
  here.write(
    'mine.yaml',
    `profiles: { live: { api_root: 'file:${join(here.folder, 'calendar.db')}', protected: true } }`,
  )
  const env = { CAL_CONFIG: join(here.folder, 'mine.yaml'), CAL_API_ROOT: '' }
  expect(await here.cal('mcp --profile live --allow-writes', { env })).toMatchObject({ code: 9 })
  expect(await here.cal('mcp --profile live --allow-writes --confirm live', { env })).toMatchObject({ code: 0 })
  expect(await here.cal('mcp --profile live', { env })).toMatchObject({ code: 0 })
})
