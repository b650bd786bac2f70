// The built `cal mcp` with the client of the protocol's own library.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { onTestFinished } from 'vitest'
import { project } from './sources.ts'

interface ToolResult {
  readonly value: ReturnType<typeof JSON.parse>
  readonly isError: boolean
  /** As it came. */
  readonly text: string
}

export interface McpClient {
  readonly client: Client
  readonly folder: string
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<ToolResult>
  stderr(): string
}

/** Starts `cal mcp` with these words in the folder, which is also its home; it ends with the test. */
export async function mcpClient(
  words: readonly string[],
  {
    folder = newFolder(),
    env = {},
  }: { readonly folder?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<McpClient> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [join(project, 'bin/cal.js'), 'mcp', ...words],
    cwd: folder,
    env: { HOME: folder, PATH: process.env.PATH ?? '', TZ: 'UTC', ...env },
    stderr: 'pipe',
  })
  let complaints = ''
  transport.stderr?.on('data', (chunk) => {
    complaints += String(chunk)
  })
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    folder,
    stderr: () => complaints,
    call: async (name, given = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...given } })
      const [{ text = '' } = {}] = content as { readonly text?: string }[]
      return { value: JSON.parse(text), isError: isError === true, text }
    },
  }
}

/** Deleted after the test. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cal-mcp-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}
