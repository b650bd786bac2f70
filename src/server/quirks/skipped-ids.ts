// The ids that deployed services give to things nobody reads: revisions, and what they embed. Only quirks mode has these gaps.
import { has } from './quirks.ts'
import type { Post } from '../domain/records.ts'
import type { World } from '../handlers/handler.ts'

/** A change of a post leaves a revision, unless the last one has the same texts. Source: D-141. */
export function spendRevision({ id, status, title, description, excerpt }: Post, { store, settings }: World): void {
  if (status === 'auto-draft' || !has(settings, 'revisions_take_ids')) return
  store.spendId(`revision of ${id}`, JSON.stringify([title, description, excerpt].map(squeezed)))
}

/** An address on a line of its own is looked up when it is first shown, and what came of it is kept. Source: D-141. */
export function spendEmbeds({ description }: Post, { store, settings }: World): void {
  if (!has(settings, 'revisions_take_ids')) return
  for (const line of description.split('\n')) {
    const url = /^(?:<p>\s*)?(https?:\/\/[^\s<>"]+)\s*(?:<\/p>)?$/i.exec(line.trim())?.[1]
    if (url !== undefined) store.spendId(`embedded ${url}`, '')
  }
}

/** As revisions are compared: runs of blanks do not count. */
function squeezed(text: string): string {
  return text.trim().replace(/\s+/g, ' ')
}
