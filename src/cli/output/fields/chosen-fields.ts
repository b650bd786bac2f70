// The fields that a command line names. Separate from checking them, which most runs don't need.
import type { Plural } from '../../../spec/model.ts'
import type { GlobalOptions } from '../../arguments/options.ts'

/** How chosen fields are checked. */
export interface FieldRule {
  /** The kind of the records, if known: its documented fields may be empty in all records. */
  readonly kind: Plural | undefined
  /** After a write, unknown fields are only warnings. */
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
