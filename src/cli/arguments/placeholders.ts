// Placeholders of usage lines, such as FILE, in both languages.
import { eachLanguage, type Text } from '../../base/text/language.ts'
import type { Flag } from './flags.ts'

const words: Readonly<Record<string, Text>> = {
  ADDRESS: { en: 'ADDRESS', de: 'ADRESSE' },
  CATEGORY: { en: 'CATEGORY', de: 'KATEGORIE' },
  COLUMN: { en: 'COLUMN', de: 'SPALTE' },
  COMMAND: { en: 'COMMAND', de: 'BEFEHL' },
  COPY: { en: 'COPY', de: 'KOPIE' },
  COUNTS: { en: 'COUNTS', de: 'ANZAHLEN' },
  DATE: { en: 'DATE', de: 'DATUM' },
  DAY: { en: 'DAY', de: 'TAG' },
  ACTION: { en: 'ACTION', de: 'AKTION' },
  EVENT: { en: 'EVENT', de: 'TERMIN' },
  EXPR: { en: 'EXPR', de: 'AUSDRUCK' },
  FAULT: { en: 'FAULT', de: 'FEHLER' },
  FIELD: { en: 'FIELD', de: 'FELD' },
  FIELDS: { en: 'FIELDS', de: 'FELDER' },
  FILE: { en: 'FILE', de: 'DATEI' },
  FLAGS: { en: 'FLAGS', de: 'OPTIONEN' },
  FOLDER: { en: 'FOLDER', de: 'ORDNER' },
  KIND: { en: 'KIND', de: 'ART' },
  LANGUAGE: { en: 'LANGUAGE', de: 'SPRACHE' },
  DURATION: { en: 'DURATION', de: 'DAUER' },
  METHOD: { en: 'METHOD', de: 'METHODE' },
  NAMES: { en: 'NAMES', de: 'NAMEN' },
  ORDER: { en: 'ORDER', de: 'REIHENFOLGE' },
  ORGANIZER: { en: 'ORGANIZER', de: 'VERANSTALTER' },
  PATH: { en: 'PATH', de: 'PFAD' },
  PREFIX: { en: 'PREFIX', de: 'ANFANG' },
  PROFILE: { en: 'PROFILE', de: 'PROFIL' },
  RANGE: { en: 'RANGE', de: 'ZEITRAUM' },
  RELEASE: { en: 'RELEASE', de: 'VERSION' },
  ROLE: { en: 'ROLE', de: 'ROLLE' },
  RUN: { en: 'RUN', de: 'LAUF' },
  SECONDS: { en: 'SECONDS', de: 'SEKUNDEN' },
  SETTING: { en: 'SETTING', de: 'EINSTELLUNG' },
  TAG: { en: 'TAG', de: 'SCHLAGWORT' },
  TARGET: { en: 'TARGET', de: 'ZIEL' },
  VALUE: { en: 'VALUE', de: 'WERT' },
  VENUE: { en: 'VENUE', de: 'ORT' },
  WHEN: { en: 'WHEN', de: 'WANN' },
  WORD: { en: 'WORD', de: 'WORT' },
  WORDS: { en: 'WORDS', de: 'WÖRTER' },
  YYYY: { en: 'YYYY', de: 'JJJJ' },
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
    ? { en: `${names} ${word.en}`.trim(), de: `${names} ${word.de}`.trim() }
    : { en: `${names}[=${word.en}]`, de: `${names}[=${word.de}]` }
}
