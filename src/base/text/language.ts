// The two languages every text of ours has.

export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** One text in both languages. */
export interface Text {
  readonly en: string
  readonly de: string
}

/** The same words in both languages: names, codes, addresses. */
export function sameText(text: string): Text {
  return { en: text, de: text }
}

/**
 * The language a locale or header names first (`de_AT.UTF-8`, `de-DE,de;q=0.9`), or undefined where it is neither of
 * ours.
 */
export function languageOf(locale: string | undefined): Language | undefined {
  const first = locale?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === first)
}
