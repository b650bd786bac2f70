// The source files of the project, for the architecture tests.
import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { project } from './project.ts'

export interface Source {
  /** Below the project, with forward slashes. */
  readonly path: string
  readonly text: string
  readonly lines: readonly string[]
}

export interface Import {
  readonly from: string
  /** Relative to the project for our own files; the bare name for packages. */
  readonly to: string
  readonly dynamic: boolean
  readonly typeOnly: boolean
}

export function sourcesUnder(folder: string): readonly Source[] {
  return readdirSync(join(project, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => {
      const file = join(project, folder, name)
      const text = readFileSync(file, 'utf8')
      return { path: relative(project, file), text, lines: text.split('\n').slice(0, -1) }
    })
}

const parsed = new Map<string, ts.SourceFile>()

function syntaxOf({ path, text }: Source): ts.SourceFile {
  const known = parsed.get(path)
  if (known) return known
  const tree = ts.createSourceFile(path, text, ts.ScriptTarget.ES2023, true)
  parsed.set(path, tree)
  return tree
}

function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node)
  node.forEachChild((child) => walk(child, visit))
}

export function importsOf(source: Source): readonly Import[] {
  const found: Import[] = []
  const add = (specifier: ts.Expression | undefined, dynamic: boolean, typeOnly: boolean) => {
    if (!specifier || !ts.isStringLiteral(specifier)) return
    const text = specifier.text
    const to = text.startsWith('.') ? relative(project, resolve(project, source.path, '..', text)) : text
    found.push({ from: source.path, to, dynamic, typeOnly })
  }
  walk(syntaxOf(source), (node) => {
    if (ts.isImportDeclaration(node))
      add(node.moduleSpecifier, false, node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword)
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, false, node.isTypeOnly)
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], true, false)
  })
  return found
}

/** The strings of a file. */
export function literalsOf(source: Source): readonly string[] {
  const found: string[] = []
  walk(syntaxOf(source), (node) => {
    if (ts.isStringLiteralLike(node)) found.push(node.text)
  })
  return found
}

/** The names that the code of a file uses, without those in texts, comments and addresses of modules. */
export function identifiersOf(source: Source): readonly string[] {
  const found = new Set<string>()
  walk(syntaxOf(source), (node) => {
    if (ts.isIdentifier(node) || ts.isPrivateIdentifier(node)) found.add(node.text)
  })
  return [...found]
}

const address = /^(file:)?:memory:$|^\W*postgres(ql)?\W*$|^\/.*(postgres|:memory:)/i

/** Where code spells the address of a database, in a string or a regular expression; one file is for that. */
export function urlsIn(source: Source): readonly string[] {
  const found: string[] = []
  walk(syntaxOf(source), (node) => {
    const isLiteral = ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)
    if (isLiteral && address.test(node.text)) found.push(`${source.path}: ${node.text}`)
  })
  return source.path === 'src/base/database-url.ts' ? [] : found
}

/** Every function of a file with its length in lines. */
export function functionsOf(source: Source): readonly { readonly name: string; readonly lines: number }[] {
  const tree = syntaxOf(source)
  const found: { name: string; lines: number }[] = []
  walk(tree, (node) => {
    if (!ts.isFunctionLike(node) || !('body' in node) || !node.body) return
    const first = tree.getLineAndCharacterOfPosition(node.getStart()).line
    const last = tree.getLineAndCharacterOfPosition(node.end).line
    const name =
      node.name?.getText() ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name.getText() : '(anonymous)')
    found.push({ name: `${source.path}: ${name}`, lines: last - first + 1 })
  })
  return found
}

export interface RegularExpression {
  /** `src/spec/cost.ts:158` */
  readonly at: string
  readonly source: string
  readonly flags: string
}

export function regularExpressionsOf(source: Source): readonly RegularExpression[] {
  const tree = syntaxOf(source)
  const found: RegularExpression[] = []
  walk(tree, (node) => {
    if (!ts.isRegularExpressionLiteral(node)) return
    const end = node.text.lastIndexOf('/')
    const { line } = tree.getLineAndCharacterOfPosition(node.getStart())
    found.push({ at: `${source.path}:${line + 1}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
  })
  return found
}
