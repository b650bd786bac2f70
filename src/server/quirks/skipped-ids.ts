// The ids that deployed services give to things nobody reads: revisions, and what they embed. Only quirks mode has
// these gaps.
import { quirk } from './quirks.ts'
import type { Post } from '../domain/records.ts'
import type { ServiceContext } from '../handlers/handler.ts'

/** A change of a post leaves a revision, unless the last one has the same texts. Source: D-141. */
export function burnRevisionId(
  { id, status, title, description, excerpt }: Post,
  { store, settings }: ServiceContext,
): void {
  if (status === 'auto-draft' || !quirk(settings, 'revisions_take_ids')) return
  store.burnId(`revision of ${id}`, JSON.stringify([title, description, excerpt].map(squeezed)))
}

/** An address on a line of its own is looked up when it is first shown, and what came of it is kept. Source: D-141. */
export function burnEmbedIds({ description }: Post, { store, settings }: ServiceContext): void {
  if (!quirk(settings, 'revisions_take_ids')) return
  for (const line of description.split('\n')) {
    const url = /^(?:<p>\s*)?(https?:\/\/[^\s<>"]+)\s*(?:<\/p>)?$/i.exec(line.trim())?.[1]
    if (url !== undefined) store.burnId(`embedded ${url}`, '')
  }
}

/** As revisions are compared: runs of blanks do not count. */
function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
