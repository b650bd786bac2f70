// Which fields a command line names, and how they are judged: apart from the judging, which most runs need not load.
import type { Plural } from '../../../spec/model.ts'
import type { GlobalOptions } from '../../arguments/options.ts'

/** How a field is judged that records may have. */
export interface FieldRule {
  /** What the records are, where that is known: their documented fields may be empty in every one. */
  readonly kind: Plural | undefined
  /** After a write nothing is refused any more. */
  readonly refuses: boolean
}

/** The fields that a command line names: `--fields`, `--sort`, `--template`. */
export function chosenFields({
  fields = [],
  sort,
  template = '',
}: Pick<GlobalOptions, 'fields' | 'sort' | 'template'>): readonly string[] {
  const inTemplate = [...template.matchAll(/\{\{\s*([^{}]*?)\s*\}\}/g)].map(([, name = '']) => name)
  return [...fields, ...(sort !== undefined ? [sort.replace(/^-/, '')] : []), ...inTemplate]
}
