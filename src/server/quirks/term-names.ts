// Names of terms as deployed services store and compare them.
import type { Taxonomy } from '../domain/records.ts'
import type { ServiceSettings } from '../domain/settings.ts'
import type { TermStore } from '../storage/store.ts'
import { quirk } from './quirks.ts'
import { asName } from './texturize.ts'

/** The name as it is stored, without blanks around it: in quirks mode escaped as HTML. Source: interface 16.2. */
export function storedTermName(name: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'term_names_are_escaped') ? asName(name).trim() : name.trim()
}

/** The term of a name, in the form in which it is stored or as another mode stored it. */
export async function idOfTermName(
  { taxonomy, name, parent }: { readonly taxonomy: Taxonomy; readonly name: string; readonly parent?: number },
  terms: TermStore,
  settings: Pick<ServiceSettings, 'mode'>,
): Promise<number | undefined> {
  const stored = storedTermName(name, settings)
  const id = await terms.idOfName(taxonomy, stored, parent)
  return id === undefined && stored !== name.trim() ? terms.idOfName(taxonomy, name.trim(), parent) : id
}
