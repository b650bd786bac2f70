// What a language has to say besides its texts, and English, in which the code is written.

/** How a language writes days, names and numbers. `Intl` knows the rest, by its locale. */
export interface LanguageDescription {
  /** As in locales: `en` of `en_GB`. */
  readonly code: string
  /** Its name for its readers. */
  readonly name: string
  /** For dates in full; the order of day and month is its own. */
  readonly locale: string
  /** For the names of months and weekdays. */
  readonly names_locale: string
  /** After the number of a day: the dot of `21. November`. */
  readonly ordinal: string
  /** After a name of a month that is cut: the dot of `Nov.`. */
  readonly abbreviation: string
  /** Whether long dates name the weekday in full, and what follows it. */
  readonly weekday: { readonly length: 'long' | 'short'; readonly separator: string }
  readonly quoted: (text: string) => string
  /** A plural after `of 40`. */
  readonly dative: (plural: string) => string
}

export const english = {
  code: 'en',
  name: 'English',
  locale: 'en-GB',
  names_locale: 'en-US',
  ordinal: '',
  abbreviation: '',
  weekday: { length: 'short', separator: ' ' },
  quoted: (text) => JSON.stringify(text),
  dative: (plural) => plural,
} as const satisfies LanguageDescription
