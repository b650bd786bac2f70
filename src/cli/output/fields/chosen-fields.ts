// Which fields a command line names, and how they are judged: apart from the judging, which most runs need not load.
import type { Plural } from '../../../spec/model.ts'
import type { Values } from '../../../spec/read.ts'

/** How a field is judged that records may have. */
export interface FieldRule {
  /** What the records are, where that is known: their documented fields may be empty in every one. */
  readonly kind: Plural | undefined
  /** After a write nothing is refused any more. */
  readonly refuses: boolean
}

/** The fields that a command line names: `--fields`, `--sort`, `--template`. */
export function chosenFields({ fields, sort, template }: Values): readonly string[] {
  const inTemplate = [...String(template ?? '').matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name)
  return [
    ...((fields ?? []) as readonly string[]),
    ...(typeof sort === 'string' ? [sort.replace(/^-/, '')] : []),
    ...inTemplate,
  ]
}
