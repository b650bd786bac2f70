// The languages of all texts: English texts are in the code, German ones in de.json, by their English text.
import { type EnglishText, germanOf } from './german.ts'

export const languages = ['en', 'de'] as const

export type Language = (typeof languages)[number]

/** A text in every language. */
export type Text = Readonly<Record<Language, string>>

/** The text, if the catalogue has it. */
type Known<T> = T extends EnglishText ? T : 'this text is missing in src/base/text/de.json'

/** `count` and `file` of `{count} events in {file}` */
type NamesIn<T> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never

/** What replaces a `{name}`: a text and a function in the language of the whole. */
type Value = string | number | Text | ((language: Language) => string)

type Values = Readonly<Record<string, Value>>

/** The text in every language: `t('{count} events', { count })`. */
export function t<const T extends string>(
  text: Known<T>,
  ...[values]: NamesIn<T> extends never ? [] : [values: Readonly<Record<NamesIn<T>, Value>>]
): Text {
  return eachLanguage((language) => filled(inLanguage(text, language), values ?? {}, language))
}

/** A text in every language whose `{…}` are filled later, or belong to it: `pattern('{{id}} {{title}}')`. */
export function pattern(text: EnglishText): Text {
  return eachLanguage((language) => inLanguage(text, language))
}

/** A text in which the words that the pattern finds, if the catalogue has them, are in each language. */
export function wordwise(text: string, words: RegExp): Text {
  return eachLanguage((language) => text.replace(words, (word) => inLanguage(word, language)))
}

/** A text of several lines. */
export function lines(...parts: readonly (string | Text)[]): Text {
  return eachLanguage((language) => parts.map((part) => (typeof part === 'string' ? part : part[language])).join('\n'))
}

/** A text that is made when its language is known. */
export function eachLanguage(textIn: (language: Language) => string): Text {
  return new MadeText(textIn)
}

/**
 * All texts have the same two getters: an object literal with getters of its own takes ten times as long, because each
 * one has a hidden class of its own.
 */
class MadeText implements Text {
  readonly #textIn: (language: Language) => string
  declare readonly en: string
  declare readonly de: string

  static readonly #en: PropertyDescriptor & ThisType<MadeText> = {
    enumerable: true,
    get() {
      return this.#textIn('en')
    },
  }

  static readonly #de: PropertyDescriptor & ThisType<MadeText> = {
    enumerable: true,
    get() {
      return this.#textIn('de')
    },
  }

  constructor(textIn: (language: Language) => string) {
    this.#textIn = textIn
    Object.defineProperty(this, 'en', MadeText.#en)
    Object.defineProperty(this, 'de', MadeText.#de)
  }
}

/** A text that is the same in every language, such as a name, a code or an address. */
export function sameText(text: string): Text {
  return { en: text, de: text }
}

/** `10 von 40 Terminen`; the other languages have one form. */
export function dative(plural: Text): Text {
  return eachLanguage((language) =>
    language === 'de' && !/[ns]$/.test(plural.de) ? `${plural.de}n` : plural[language],
  )
}

function inLanguage(text: string, language: Language): string {
  return language === 'en' ? text : germanOf(text)
}

function filled(text: string, values: Values, language: Language): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => {
    const value = values[name] ?? whole
    return typeof value === 'function' ? value(language) : typeof value === 'object' ? value[language] : String(value)
  })
}

/** The first language of a locale or header (`de_AT.UTF-8`, `de-DE,de;q=0.9`); undefined if it is not supported. */
export function languageOf(locale: string | undefined): Language | undefined {
  const first = locale?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === first)
}
