// Placeholders of usage lines, such as FILE, in both languages.
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import type { Flag } from './flags.ts'

const words: Readonly<Record<string, Text>> = {
  ADDRESS: t('ADDRESS'),
  CATEGORY: t('CATEGORY'),
  COLUMN: t('COLUMN'),
  COMMAND: t('COMMAND'),
  COPY: t('COPY'),
  COUNTS: t('COUNTS'),
  DATE: t('DATE'),
  DAY: t('DAY'),
  ACTION: t('ACTION'),
  EVENT: t('EVENT'),
  EXPR: t('EXPR'),
  FAULT: t('FAULT'),
  FIELD: t('FIELD'),
  FIELDS: t('FIELDS'),
  FILE: t('FILE'),
  FLAGS: t('FLAGS'),
  FOLDER: t('FOLDER'),
  KIND: t('KIND'),
  LANGUAGE: t('LANGUAGE'),
  DURATION: t('DURATION'),
  METHOD: t('METHOD'),
  NAMES: t('NAMES'),
  ORDER: t('ORDER'),
  ORGANIZER: t('ORGANIZER'),
  PATH: t('PATH'),
  PREFIX: t('PREFIX'),
  PROFILE: t('PROFILE'),
  RANGE: t('RANGE'),
  RELEASE: t('RELEASE'),
  ROLE: t('ROLE'),
  RUN: t('RUN'),
  SECONDS: t('SECONDS'),
  SETTING: t('SETTING'),
  TAG: t('TAG'),
  TARGET: t('TARGET'),
  VALUE: t('VALUE'),
  VENUE: t('VENUE'),
  WHEN: t('WHEN'),
  WORD: t('WORD'),
  WORDS: t('WORDS'),
  YYYY: t('YYYY'),
}

/** `NAME=VALUE` → `NAME=WERT` in German. */
export function placeholder(word: string): Text {
  return eachLanguage((language) => word.replace(/[A-Z]+/g, (part) => words[part]?.[language] ?? part))
}

/** The spellings of a flag and its value: `-o, --output FORMAT`, `--[no-]featured`, `--quirks[=RELEASE]`. */
export function spelledFlag({ short, positive, negative, value = '', preset }: Omit<Flag, 'repeats'>): Text {
  const both = positive !== undefined && negative !== undefined
  const long = both ? negative.replace('--no-', '--[no-]') : (positive ?? negative)
  const names = [short, long].filter((name) => name !== undefined).join(', ')
  const word = placeholder(value)
  return preset === undefined
    ? eachLanguage((language) => `${names} ${word[language]}`.trim())
    : eachLanguage((language) => `${names}[=${word[language]}]`)
}
