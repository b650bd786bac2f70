// Reads YAML as JSON: the only place that parses it. The cost grows with the length of a text only, no value contains
// itself, aliases do not expand to too much data, and merge keys are resolved.
import {
  Composer,
  type CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  type Node,
  Parser,
  visit,
  YAMLParseError,
} from 'yaml'
import { isObject, type Json } from '../json.ts'

/** A document that was parsed; lines count from 1. */
export interface ParsedDocument {
  /** undefined with an error. */
  readonly value: Json | undefined
  /** The first error, of its syntax, of two equal keys in a map, or of its size, and its line. */
  readonly error: { readonly cause: YAMLParseError | UnsafeAnchorError; readonly line: number } | undefined
  /** The line of a key, or of an item of a list; without a path, of the value. */
  lineAt(path: readonly (string | number)[]): number
}

/** The documents of a text. */
export function yamlDocuments(text: string): readonly ParsedDocument[] {
  return composed(text, false)
}

/** The only document of a text; several are an error of it. */
export function yamlDocument(text: string): ParsedDocument {
  const [document = too_deep, other] = composed(text, true)
  if (!other || document.error) return document
  const line = other.lineAt([])
  const cause = new YAMLParseError([0, 1], 'MULTIPLE_DOCS', 'Source contains multiple documents')
  cause.linePos = [{ line, col: 1 }]
  return { ...document, value: undefined, error: { cause, line } }
}

/** The value of a text. Errors: that of the document. */
export function yamlValue(text: string): Json | undefined {
  const { error, value } = yamlDocument(text)
  if (error) throw error.cause
  return value
}

/** The library compares each key with all others of its map: 30,000 keys take 17 s. See `duplicateKeyOf`. */
const options = { uniqueKeys: false } as const

/** With `forced`, an empty text is a document, too. */
function composed(text: string, forced: boolean): readonly ParsedDocument[] {
  const counter = new LineCounter()
  try {
    const documents = new Composer(options).compose(tokensOf(text, counter), forced, text.length)
    return Array.from(documents, (document) => checked(document, counter))
  } catch (error) {
    if (error === too_deep.error.cause) return [too_deep]
    throw error
  }
}

/**
 * Deeper than any valid file. Composing recurses, and compiling a regular expression on a full stack ends the process.
 */
const levels_max = 300

function* tokensOf(text: string, counter: LineCounter): Generator<CST.Token, void, void> {
  const parser = new Parser(counter.addNewLine)
  counter.addNewLine(0)
  for (const source of new Lexer().lex(text)) {
    yield* parser.next(source)
    if (parser.stack.length > levels_max) throw too_deep.error.cause
  }
  yield* parser.end()
}

function checked(document: Document.Parsed, counter: LineCounter): ParsedDocument {
  const lineAt = (path: readonly (string | number)[]) => {
    const at = nodeAt(document, path)?.range?.[0]
    return at === undefined ? 1 : counter.linePos(at).line
  }
  const cause = document.errors[0] ?? duplicateKeyOf(document)
  if (cause) {
    cause.linePos = [counter.linePos(cause.pos[0])]
    return { value: undefined, error: { cause, line: cause.linePos[0].line }, lineAt }
  }
  try {
    return { value: jsonOf(document), error: undefined, lineAt }
  } catch (unsafe) {
    if (!(unsafe instanceof UnsafeAnchorError)) throw unsafe
    return { value: undefined, error: { cause: unsafe, line: lineAt([]) }, lineAt }
  }
}

/** The last node on a path that the document has: the key of a map, or the item of a list. */
function nodeAt(document: Document.Parsed, path: readonly (string | number)[]): Node | null {
  let node: unknown = document.contents
  let found: Node | null = document.contents
  for (const step of path) {
    if (isAlias(node)) node = node.resolve(document)
    const pair = isMap(node)
      ? node.items.find(({ key }) => isScalar(key) && String(key.value) === String(step))
      : undefined
    node = isSeq(node) ? node.items[Number(step)] : pair?.value
    const at = pair ? pair.key : node
    if (isNode(at)) found = at
  }
  return found
}

function duplicateKeyOf(document: Document): YAMLParseError | undefined {
  let error: YAMLParseError | undefined
  visit(document, {
    Map: (_, { items }) => {
      const keys = new Set()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        if (keys.has(key.value)) {
          const at = key.range?.[0] ?? 0
          error = new YAMLParseError([at, at + 1], 'DUPLICATE_KEY', 'Map keys must be unique')
          return visit.BREAK
        }
        keys.add(key.value)
      }
      return undefined
    },
  })
  return error
}

/** A YAML text with unsafe anchors or too deep nesting. `code` follows the style of the YAML library. */
class UnsafeAnchorError extends Error {
  readonly code: string

  constructor(code: 'ALIAS_CIRCLE' | 'ALIAS_FLOOD' | 'TOO_DEEP') {
    super(code)
    this.code = code
  }
}

const too_deep = {
  value: undefined,
  error: { cause: new UnsafeAnchorError('TOO_DEEP'), line: 1 },
  lineAt: () => 1,
} as const satisfies ParsedDocument

/** Maximum number of characters that aliases may add to a text. */
const added_max = 30_000_000

/** With merge keys resolved. A short text may be used in any number of records. */
function jsonOf(document: Document.Parsed): Json | undefined {
  keepTexts(document)
  resolveAliases(document)
  const value = expanded(document)
  if (new Lengths().of(value) > 4 * document.range[2] + added_max) throw new UnsafeAnchorError('ALIAS_FLOOD')
  const plain = withoutDates(value) as Json | undefined
  resolveMergeKeys(plain, new Set())
  return plain
}

/**
 * Keeps the text of numbers that would be written differently: `04109`, `+491701234567`, `12.50`, `1e3`,
 * `12345678901234567890`. A field that needs a number reads it from the text.
 */
function keepTexts(document: Document): void {
  visit(document, {
    Scalar: (_, scalar) => {
      if (typeof scalar.value === 'number' && String(scalar.value) !== scalar.source) scalar.value = scalar.source
    },
  })
}

function expanded(document: Document): unknown {
  try {
    return document.toJS({ maxAliasCount: -1 })
  } catch (error) {
    if (error instanceof ReferenceError) throw new UnsafeAnchorError('ALIAS_FLOOD')
    throw error
  }
}

/** The library searches all anchors for each alias: 20,000 events with an alias take 14 s. */
function resolveAliases(document: Document): void {
  const anchors = new Map<string, Node>()
  visit(document, {
    Node: (_, node) => {
      if ('anchor' in node && node.anchor !== undefined) anchors.set(node.anchor, node)
    },
    Alias: (_, alias) => {
      const source = anchors.get(alias.source)
      Object.assign(alias, { resolve: () => source })
    },
  })
}

/** The approximate lengths of values as JSON. Each is measured once, however often it is used. */
class Lengths {
  readonly #known = new Map<object, number>()
  readonly #above = new Set<object>()

  of(value: unknown): number {
    if (typeof value === 'string') return value.length + 3
    if (typeof value !== 'object' || value === null || value instanceof Date) return 8
    const known = this.#known.get(value)
    if (known !== undefined) return known
    if (this.#above.has(value)) throw new UnsafeAnchorError('ALIAS_CIRCLE')
    this.#above.add(value)
    let length = 2
    for (const [name, part] of Object.entries(value))
      length += (Array.isArray(value) ? 0 : name.length + 3) + this.of(part)
    this.#above.delete(value)
    this.#known.set(value, length)
    return length
  }
}

/** `!!timestamp` is the only tag whose value is not JSON: it becomes text, a day or a time in UTC. */
function withoutDates(value: unknown, seen: Set<object> = new Set()): unknown {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/T00:00:00\.000Z$/, '')
      .replace('.000Z', 'Z')
  if (!isObject(value) && !Array.isArray(value)) return value
  if (seen.has(value)) return value
  seen.add(value)
  for (const [name, part] of Object.entries(value)) {
    const plain = withoutDates(part, seen)
    if (plain !== part) Object.assign(value, { [name]: plain })
  }
  return value
}

/**
 * Replaces the merge keys of YAML 1.1: `<<: *base` adds the fields of another map, or of several, that the map does not
 * have itself. The library could do it, but without a limit on aliases of aliases.
 */
function resolveMergeKeys(value: unknown, seen: Set<object>): void {
  if ((!isObject(value) && !Array.isArray(value)) || seen.has(value)) return
  seen.add(value)
  for (const part of Object.values(value)) resolveMergeKeys(part, seen)
  if (!isObject(value)) return
  const sources = [value['<<']].flat()
  if (!sources.every(isObject)) return
  Reflect.deleteProperty(value, '<<')
  for (const [name, part] of sources.flatMap((source) => Object.entries(source)))
    if (!Object.hasOwn(value, name))
      Object.defineProperty(value, name, { value: part, configurable: true, enumerable: true, writable: true })
}
