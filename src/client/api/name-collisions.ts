// Before a venue or organizer is created: deployed services overwrite the one that has the name already.
import type { Exchange } from '../../base/exchange.ts'
import { CalError } from '../../base/errors.ts'
import type { JsonObject } from '../../base/json.ts'
import { foldedName, foldedSlug } from '../../base/text/undo-texturize.ts'
import { resources } from '../../spec/resources.ts'
import { idOf } from './answer.ts'
import { getPages } from './pages.ts'
import { isBlank } from './protected.ts'

/** The record of exactly this name; case and blanks around it do not count. */
async function recordNamed(
  exchange: Exchange,
  plural: 'venues' | 'organizers',
  name: string,
): Promise<JsonObject | undefined> {
  const wanted = foldedName(name)
  if (wanted === '') return undefined
  for await (const { records } of getPages(exchange, { plural, query: { search: name.trim() } })) {
    // A password may hide the name, and services overwrite that record all the same.
    const hasName = (record: JsonObject) =>
      isBlank(plural, record)
        ? foldedSlug(String(record.slug)) === foldedSlug(name)
        : foldedName(String(record[resources[plural].name] ?? '')) === wanted
    const found = records.find(hasName)
    if (found) return found
  }
  return undefined
}

/** Fails with `refused` where the name is taken; the hint names the one that has it. */
export async function refuseDuplicate(
  exchange: Exchange,
  plural: 'venues' | 'organizers',
  name: string,
): Promise<void> {
  const existing = await recordNamed(exchange, plural, name)
  if (!existing) return
  const { title } = resources[plural]
  const id = idOf(existing)
  throw new CalError(
    'refused',
    {
      en: `the ${title.en} "${name}" exists already, with the id ${id}`,
      de: `${title.de} „${name}“ besteht schon, mit der ID ${id}`,
    },
    {
      hint: {
        en: `cal ${plural} get ${id} shows it; --allow-duplicate creates another one`,
        de: `cal ${plural} get ${id} zeigt den Eintrag; --allow-duplicate legt einen weiteren an`,
      },
    },
  )
}
