// The German texts. The build makes this a file of its own, which only a German run loads.
import catalogue from './de.json' with { type: 'json' }

/** A text that has a German one. */
export type EnglishText = keyof typeof catalogue

const texts: Readonly<Record<string, string>> = catalogue

/** The German text for an English one. */
export function germanOf(english: string): string {
  return texts[english] ?? english
}
