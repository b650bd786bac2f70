// Texts in answers: as stored, or as the deployed services render them for display.
import { quirk } from '../../quirks/quirks.ts'
import type { ServiceSettings } from '../settings.ts'
import { asContent, asLines, asName, asNote, asParagraphs } from '../../quirks/texturize.ts'

const dressings = { title: asLines, description: asContent, excerpt: asParagraphs, name: asName, term: asNote } as const

/**
 * A title, description or excerpt, or the name or description of a term. One level of backslashes goes with the
 * rendering.
 */
export function shown(kind: keyof typeof dressings, text: string, settings: Pick<ServiceSettings, 'mode'>): string {
  return quirk(settings, 'texts_are_rendered') ? dressings[kind](text.replace(/\\(.?)/gs, '$1')) : text
}
