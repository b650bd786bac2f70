// The languages of all texts: English texts are in the code, those of other languages in files such as de.json, by
// their English text.
import { english, type LanguageDescription } from './english.ts'
import { german } from './german.ts'

/** A text that is in the catalogues. */
export type EnglishText = keyof typeof german.texts

type Translation = LanguageDescription & { readonly texts: Readonly<Record<EnglishText, string>> }

/** The languages besides English, each with every text: another one is its file and its name here. */
const translations = [german] as const satisfies readonly Translation[]

const descriptions = [english, ...translations] as const

/** The language of the code, of commands and of flags. */
export const source_language = english.code

export type Language = (typeof descriptions)[number]['code']

export const languages: readonly Language[] = descriptions.map(({ code }) => code)

/** How a language writes dates and names. */
export function descriptionOf(language: Language): LanguageDescription {
  return descriptions.find(({ code }) => code === language) ?? english
}

/** A text in every language. */
export type Text = Readonly<Record<Language, string>>

/** The text, if the catalogues have it. */
type Known<T> = T extends EnglishText ? T : 'this text is missing in src/base/text/de.json'

/** `file` and `count|event|events` of `{file}: {count|event|events}` */
type PlaceholdersIn<T> = T extends `${string}{${infer Place}}${infer Rest}` ? Place | PlaceholdersIn<Rest> : never

/** What replaces a `{name}`: a text and a function in the language of the whole. */
type Value = string | number | Text | ((language: Language) => string)

/** A name of which a text has forms is a number. */
type ValuesOf<Place extends string> = {
  readonly [P in Place as P extends `${infer Name}|${string}` ? Name : P]: P extends `${string}|${string}`
    ? number
    : Value
}

type ValuesFor<T> = PlaceholdersIn<T> extends never ? [] : [values: ValuesOf<PlaceholdersIn<T>>]

/**
 * The text in every language: `t('{count} {count|event|events} in {file}', { count, file })`.
 *
 * `{count|event|events}` is the form for that number: one form for each plural category of the language, in the order
 * of `plural_categories`. English and German have `one` and `other`.
 */
export function t<const T extends string>(text: Known<T>, ...[values]: ValuesFor<T>): Text {
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

/** A message about a run. */
export interface Note extends Text {
  /** `--quiet` does not suppress it. */
  readonly isWarning?: true
}

/** `t` for a warning: `warning: nothing was deleted`. */
export function warningText<const T extends string>(text: Known<T>, ...values: ValuesFor<T>): Note {
  return asWarning(t<T>(text, ...values))
}

/** `warning: event 5 "Secret" is protected by a password` */
export function asWarning(text: Text): Note {
  return Object.assign(t('warning: {text}', { text }), { isWarning: true } as const)
}

/** A text of several lines. */
export function lines(...parts: readonly (string | Text)[]): Text {
  return eachLanguage((language) => parts.map((part) => (typeof part === 'string' ? part : part[language])).join('\n'))
}

/** A text that is made when its language is known. */
export function eachLanguage(textIn: (language: Language) => string): Text {
  const text: Text = Object.create(Object.prototype, { textIn: { value: textIn } })
  return Object.defineProperties(text, getters)
}

/** Shared by all texts: with getters of its own, each text would have a hidden class of its own, ten times as slow. */
const getters: PropertyDescriptorMap = Object.fromEntries(
  languages.map((language) => [
    language,
    {
      enumerable: true,
      get(this: { readonly textIn: (language: Language) => string }) {
        return this.textIn(language)
      },
    },
  ]),
)

/** A text that is the same in every language, such as a name, a code or an address. */
export function sameText(text: string): Text {
  return eachLanguage(() => text)
}

export function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** `10 von 40 Terminen` */
export function dative(plural: Text): Text {
  return eachLanguage((language) => descriptionOf(language).dative(plural[language]))
}

/** The order of names in sorted lists, whatever the locale of the process: ä with a, `hall 2` before `hall 10`. */
export function nameOrder(language: Language): (one: string, other: string) => number {
  return new Intl.Collator(descriptionOf(language).locale, { numeric: true, sensitivity: 'base' }).compare
}

function inLanguage(text: string, language: Language): string {
  const texts: Readonly<Record<string, string>> = translations.find(({ code }) => code === language)?.texts ?? {}
  return texts[text] ?? text
}

function filled(text: string, values: Readonly<Record<string, Value>>, language: Language): string {
  return text.replace(/\{(\w+)(?:\|([^{}]*))?\}/g, (whole, name, forms?: string) => {
    const value = values[name] ?? whole
    if (forms !== undefined) return formFor(Number(value), forms.split('|'), language)
    return typeof value === 'function' ? value(language) : typeof value === 'object' ? value[language] : String(value)
  })
}

const plural_categories = ['zero', 'one', 'two', 'few', 'many', 'other'] as const satisfies Intl.LDMLPluralRule[]

/** The form for a number, of those for each plural category of the language. */
function formFor(count: number, forms: readonly string[], language: Language): string {
  const rules = new Intl.PluralRules(descriptionOf(language).locale)
  const { pluralCategories } = rules.resolvedOptions()
  const categories = plural_categories.filter((category) => pluralCategories.includes(category))
  return forms[categories.indexOf(rules.select(count))] ?? ''
}

/** The first language of a locale or header (`de_AT.UTF-8`, `de-DE,de;q=0.9`); undefined if it is not supported. */
export function languageOf(locale: string | undefined): Language | undefined {
  const first = locale?.trim().slice(0, 2).toLowerCase()
  return languages.find((language) => language === first)
}
