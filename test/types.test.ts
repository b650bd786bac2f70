// `unknown` and casts are used where data of other programs is parsed, where errors are caught, and in typed helpers.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const project = join(import.meta.dirname, '..')

/** Files that parse: configuration, journals, requests, rows of databases, files, output of libraries. */
const parsers = new Set([
  'src/base/files/yaml.ts',
  'src/base/files/file-errors.ts',
  'src/base/json.ts',
  'src/base/text/quoted.ts',
  'src/bulk/execute/rejected.ts',
  'src/bulk/input/formats/csv.ts',
  'src/bulk/input/formats/yaml.ts',
  'src/bulk/input/ics/ics.ts',
  'src/bulk/journal/read-journal.ts',
  'src/cli/arguments/options.ts',
  'src/cli/commands/mcp/tool.ts',
  'src/cli/commands/mcp/mcp.run.ts',
  'src/cli/config/aliases.ts',
  'src/cli/config/files.ts',
  'src/cli/config/configuration.ts',
  'src/cli/config/profile-schema.ts',
  'src/cli/types/settings-table.ts',
  'src/cli/secrets/credentials.ts',
  'src/cli/secrets/vault.ts',
  'src/server/auth/users-file.ts',
  'src/server/auth/users.ts',
  'src/server/storage/columns.ts',
  'src/server/storage/postgres/schema.ts',
  'src/server/storage/postgres/pool.ts',
  'src/server/storage/postgres/transactions.ts',
  'src/server/storage/sqlite/schema.ts',
  'src/server/validation/check.ts',
  'src/server/web/html.ts',
  'src/spec/read.ts',
  'src/testing.ts',
])
/** Casts that say what the compiler can't know of a library, a table or a number. */
const casts = new Set([
  'src/base/collections.ts: (keyof T & string)[]',
  'src/cli/commands/views/show.run.ts: Weekday',
  'src/cli/output/print-outcome.ts: Promise<Jq>',
  'src/cli/session/watch.ts: Outcome',
  'src/client/transport/network.ts: Dispatcher.HttpMethod',
  'src/server/http/http.ts: AddressInfo',
  'src/spec/model.ts: Row<T> & R',
])

const files = readdirSync(join(project, 'src'), { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => `src/${name.replaceAll('\\', '/')}`)
  .filter((path) => !parsers.has(path))
  .map((path) => ts.createSourceFile(path, readFileSync(join(project, path), 'utf8'), ts.ScriptTarget.Latest, true))

function nodesOf<T extends ts.Node>(file: ts.SourceFile, isWanted: (node: ts.Node) => node is T): readonly T[] {
  const found: T[] = []
  const visit = (node: ts.Node) => {
    if (isWanted(node)) found.push(node)
    ts.forEachChild(node, visit)
  }
  visit(file)
  return found
}

describe('types', () => {
  it('`unknown` is a caught error, or stays in parsers', () => {
    const isUnknown = (node: ts.Node): node is ts.KeywordTypeNode => node.kind === ts.SyntaxKind.UnknownKeyword
    const wrong = files.flatMap((file) =>
      nodesOf(file, isUnknown)
        .filter(({ parent }) => !isError(parent) && !isAwaited(parent))
        .map((node) => `${file.fileName}: ${node.parent.getText().split('\n')[0]}`),
    )
    expect(wrong).toEqual([])
  })

  it('values are cast in parsers, and where a reason is known', () => {
    const wrong = files.flatMap((file) =>
      nodesOf(file, ts.isAsExpression)
        .map(({ type }) => `${file.fileName}: ${type.getText().replace(/\s+/g, ' ')}`)
        .filter((cast) => !cast.endsWith(': const') && !casts.has(cast)),
    )
    expect(wrong).toEqual([])
  })
})

/** The declaration of an error, or a function that returns an error it was given. */
function isError(node: ts.Node): boolean {
  if (ts.isFunctionLike(node)) return node.parameters.some(isError)
  const isDeclaration = ts.isParameter(node) || ts.isVariableDeclaration(node) || ts.isPropertyDeclaration(node)
  return (isDeclaration || ts.isPropertySignature(node)) && /^#?(error|cause|failure)$/.test(node.name.getText())
}

/** `Promise<unknown>`: its value isn't used. */
function isAwaited(node: ts.Node): boolean {
  return ts.isTypeReferenceNode(node) && node.typeName.getText() === 'Promise'
}
