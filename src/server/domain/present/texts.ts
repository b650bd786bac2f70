// Texts in answers: as stored, or as the deployed services render them for display.
import { has } from '../modes.ts'
import type { Settings } from '../settings.ts'
import { asContent, asLines, asParagraphs, escaped } from './typography.ts'

const dressings = { title: asLines, description: asContent, excerpt: asParagraphs, term: escaped } as const

/** The text of a title or name, a description, an excerpt, or of a term, as an answer shows it. */
export function shown(kind: keyof typeof dressings, text: string, settings: Pick<Settings, 'mode'>): string {
  return has(settings, 'texts_are_rendered') ? dressings[kind](text) : text
}
