// The two languages of all texts.

export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** A text in both languages. */
export interface Text {
  readonly en: string
  readonly de: string
}

/** A text that is the same in both languages, such as a name, a code or an address. */
export function sameText(text: string): Text {
  return { en: text, de: text }
}

/** The first language of a locale or header (`de_AT.UTF-8`, `de-DE,de;q=0.9`); undefined if it is not supported. */
export function languageOf(locale: string | undefined): Language | undefined {
  const first = locale?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === first)
}
