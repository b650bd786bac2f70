import { describe, expect, it } from 'vitest'
import { eachLanguage, languageOf, lines, pattern, sameText, t } from '../../../../src/base/text/language.ts'

describe('t', () => {
  it('returns the English text and the German one of the catalogue', () => {
    expect(t('no such folder')).toEqual({ en: 'no such folder', de: 'Ordner nicht gefunden' })
  })

  it('inserts texts and functions in the language of the whole, other values unchanged', () => {
    const { en, de } = t('write {one} or {other}', {
      one: t('no such file'),
      other: (language) => `{one} in ${language}`,
    })
    expect(en).toBe('write no such file or {one} in en')
    expect(de).toContain('{one} in de')
    expect(de).toContain(t('no such file').de)
    expect(t('second {second}', { second: 61 }).de).toContain('61')
  })

  it('takes the form for a number', () => {
    const days = [0, 1, 2, 21].map((count) => t('{days} {days|day|days}', { days: count }))
    expect(days.map(({ en }) => en)).toEqual(['0 days', '1 day', '2 days', '21 days'])
    expect(days.map(({ de }) => de)).toEqual(['0 Tage', '1 Tag', '2 Tage', '21 Tage'])
  })
})

describe('texts without a catalogue', () => {
  it('makes a text for a language when it is read', () => {
    const read: string[] = []
    const text = eachLanguage((language) => {
      read.push(language)
      return language
    })
    expect(text.en).toBe('en')
    expect(read).toEqual(['en'])
  })

  it('joins lines, of which strings are the same in every language', () => {
    expect(lines(t('no such folder'), '', 'x').de).toBe('Ordner nicht gefunden\n\nx')
    expect(sameText('x')).toEqual({ en: 'x', de: 'x' })
  })

  it('leaves the braces of a pattern', () => {
    expect(pattern('second {second}').en).toBe('second {second}')
  })
})

describe('languageOf', () => {
  it('takes the first language of a locale or header if it is supported', () => {
    expect(['de_AT.UTF-8', 'de-DE,de;q=0.9', 'EN', 'fr', undefined].map(languageOf)).toEqual([
      ...['de', 'de', 'en', undefined, undefined],
    ])
  })
})
