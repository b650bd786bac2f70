// German: its texts, which the build makes a file of its own that only a German run loads, and how it writes dates.
import type { LanguageDescription } from './english.ts'
import texts from './de.json' with { type: 'json' }

export const german = {
  code: 'de',
  name: 'Deutsch',
  locale: 'de-DE',
  names_locale: 'de-DE',
  ordinal: '.',
  abbreviation: '.',
  weekday: { length: 'long', separator: ', ' },
  quoted: (text) => `„${text}“`,
  dative: (plural) => (/[ns]$/.test(plural) ? plural : `${plural}n`),
  texts,
} as const satisfies LanguageDescription & { readonly texts: object }
