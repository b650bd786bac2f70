// Values of YAML that can be used like those of JSON: finite trees, and no larger than they were written.

/** What the anchors of a text make of it. `code` is one of those of the YAML library, or like them. */
export class AnchorFlaw extends Error {
  readonly code: string

  constructor(code: 'ALIAS_CIRCLE' | 'ALIAS_FLOOD') {
    super(code)
    this.code = code
  }
}

/** What `read` makes of a text. Fails with `AnchorFlaw` for a value that holds itself, and for aliases of aliases of aliases. */
export function soundYaml(read: () => unknown): unknown {
  const value = expanded(read)
  if (holdsItself(value, new Set(), new Set())) throw new AnchorFlaw('ALIAS_CIRCLE')
  return value
}

function expanded(read: () => unknown): unknown {
  try {
    return read()
  } catch (error) {
    if (error instanceof ReferenceError) throw new AnchorFlaw('ALIAS_FLOOD')
    throw error
  }
}

function holdsItself(value: unknown, above: Set<object>, seen: Set<object>): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (above.has(value)) return true
  if (seen.has(value)) return false
  seen.add(value)
  above.add(value)
  const holds = Object.values(value).some((item) => holdsItself(item, above, seen))
  above.delete(value)
  return holds
}
