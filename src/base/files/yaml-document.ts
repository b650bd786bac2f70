// The value of a YAML document with any number of aliases.
import { type Document, type Node, visit } from 'yaml'
import type { Json } from '../json.ts'
import { added_max, safeYaml } from './safe-yaml.ts'

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
