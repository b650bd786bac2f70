// `cal mcp` in this process, with the client of the protocol's own library.
import { PassThrough } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { onTestFinished } from 'vitest'
import { type LocalHome, localHome } from './home.ts'

interface ToolResult {
  readonly value: ReturnType<typeof JSON.parse>
  readonly isError: boolean
  /** As it came. */
  readonly text: string
}

export interface McpClient {
  readonly client: Client
  call(name: string, given?: Readonly<Record<string, unknown>>): Promise<ToolResult>
}

/** Runs `cal mcp` with these arguments in this process until the test ends. */
export async function localMcp(
  words: readonly string[],
  home: LocalHome = localHome({ CAL_TZ: 'UTC' }),
): Promise<McpClient> {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const ended = home.cal(['mcp', ...words], { stdin: input, output })
  // The same lines in both directions.
  const connected = clientOver(new StdioServerTransport(output, input))
  const failed = ended.then(({ stderr }) => Promise.reject(new Error(stderr)))
  failed.catch(() => undefined)
  onTestFinished(async () => {
    input.end()
    await ended
  })
  return Promise.race([connected, failed])
}

async function clientOver(transport: Transport): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '1' })
  await client.connect(transport)
  onTestFinished(() => client.close())
  return {
    client,
    call: async (name, given = {}) => {
      const { content, isError } = await client.callTool({ name, arguments: { ...given } })
      const [{ text = '' } = {}] = content as { readonly text?: string }[]
      return { value: JSON.parse(text), isError: isError === true, text }
    },
  }
}
