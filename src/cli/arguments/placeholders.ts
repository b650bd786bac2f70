// Placeholders of usage lines, such as FILE, in both languages.
import type { Text } from '../../base/text/language.ts'
import type { Flag } from './flags.ts'

const german: Readonly<Record<string, string>> = {
  ADDRESS: 'ADRESSE',
  CATEGORY: 'KATEGORIE',
  COLUMN: 'SPALTE',
  COMMAND: 'BEFEHL',
  COPY: 'KOPIE',
  COUNTS: 'ANZAHLEN',
  DATE: 'DATUM',
  DAY: 'TAG',
  ACTION: 'AKTION',
  EVENT: 'TERMIN',
  EXPR: 'AUSDRUCK',
  FAULT: 'FEHLER',
  FIELD: 'FELD',
  FIELDS: 'FELDER',
  FILE: 'DATEI',
  FLAGS: 'OPTIONEN',
  FOLDER: 'ORDNER',
  KIND: 'ART',
  LANGUAGE: 'SPRACHE',
  DURATION: 'DAUER',
  METHOD: 'METHODE',
  NAMES: 'NAMEN',
  ORDER: 'REIHENFOLGE',
  ORGANIZER: 'VERANSTALTER',
  PATH: 'PFAD',
  PREFIX: 'ANFANG',
  PROFILE: 'PROFIL',
  RANGE: 'ZEITRAUM',
  RELEASE: 'VERSION',
  ROLE: 'ROLLE',
  RUN: 'LAUF',
  SECONDS: 'SEKUNDEN',
  SETTING: 'EINSTELLUNG',
  TAG: 'SCHLAGWORT',
  TARGET: 'ZIEL',
  VALUE: 'WERT',
  VENUE: 'ORT',
  WHEN: 'WANN',
  WORD: 'WORT',
  WORDS: 'WÖRTER',
  YYYY: 'JJJJ',
}

/** `NAME=VALUE` → `NAME=WERT` in German. */
export function placeholder(word: string): Text {
  return { en: word, de: word.replace(/[A-Z]+/g, (part) => german[part] ?? part) }
}

/** The spellings of a flag and its value: `-o, --output FORMAT`, `--[no-]featured`, `--quirks[=RELEASE]`. */
export function spelledFlag({ short, positive, negative, value = '', preset }: Omit<Flag, 'repeats'>): Text {
  const both = positive !== undefined && negative !== undefined
  const long = both ? negative.replace('--no-', '--[no-]') : (positive ?? negative)
  const names = [short, long].filter((name) => name !== undefined).join(', ')
  const { en, de } = placeholder(value)
  return preset === undefined
    ? { en: `${names} ${en}`.trim(), de: `${names} ${de}`.trim() }
    : { en: `${names}[=${en}]`, de: `${names}[=${de}]` }
}
