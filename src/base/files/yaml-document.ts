// YAML documents whose cost grows with their length only, and their values with any number of aliases.
import { type Document, isScalar, type Node, type ParseOptions, visit, YAMLParseError } from 'yaml'
import type { Json } from '../json.ts'
import { added_max, safeYaml } from './safe-yaml.ts'

/** The library compares each key with all others of its map: 30,000 keys take 17 s. See `duplicateKeyOf`. */
export const yaml_options = { uniqueKeys: false } as const satisfies ParseOptions

/** The first error of a document: of its syntax, or two equal keys in a map. */
export function yamlErrorOf(document: Document.Parsed): YAMLParseError | undefined {
  return document.errors[0] ?? duplicateKeyOf(document)
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

/** A short text may be used in any number of records. Fails like `safeYaml`. */
export function yamlValueOf(document: Document.Parsed): Json | undefined {
  resolveAliases(document)
  return safeYaml(() => document.toJS({ maxAliasCount: -1 }), 4 * document.range[2] + added_max)
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
