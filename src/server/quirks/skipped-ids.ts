// Ids that deployed services give to revisions and embedded addresses, and quirks mode skips.
import { quirk } from './quirks.ts'
import type { Post } from '../domain/records.ts'
import type { ServiceContext } from '../handlers/handler.ts'

/** Each change leaves a revision, unless the last one has the same texts. Source: interface 16.2. */
export async function burnRevisionId(
  { id, status, title, description, excerpt }: Post,
  { store, settings }: ServiceContext,
): Promise<void> {
  if (status === 'auto-draft' || !quirk(settings, 'revisions_take_ids')) return
  await store.burnId(`revision of ${id}`, JSON.stringify([title, description, excerpt].map(squeezed)))
}

/** An address alone on a line is looked up when it is first shown. Source: interface 16.2. */
export async function burnEmbedIds({ description }: Post, { store, settings }: ServiceContext): Promise<void> {
  if (!quirk(settings, 'revisions_take_ids')) return
  for (const line of description.split('\n')) {
    const url = /^(?:<p>\s*)?(https?:\/\/[^\s<>"]+)\s*(?:<\/p>)?$/i.exec(line.trim())?.[1]
    if (url !== undefined) await store.burnId(`embedded ${url}`, '')
  }
}

/** Runs of whitespace count as one in the comparison of revisions. */
function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
