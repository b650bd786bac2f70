// The words in capitals that stand for what a user gives, in both languages.
import type { Text } from '../base/language.ts'

const german: Readonly<Record<string, string>> = {
  ADDRESS: 'ADRESSE', COMMAND: 'BEFEHL', COPY: 'KOPIE', DATE: 'DATUM', EXPR: 'AUSDRUCK', FIELD: 'FELD', FILE: 'DATEI', FAULT: 'FEHLER', FLAGS: 'SCHALTER', LANGUAGE: 'SPRACHE', METHOD: 'METHODE', NAMES: 'NAMEN', ORIGIN: 'HERKUNFT',
  COLUMN: 'SPALTE', COUNTS: 'ANZAHLEN', DAY: 'TAG', DEED: 'AKTION', FIELDS: 'FELDER', FOLDER: 'ORDNER', FORM: 'FORM', KIND: 'ART', LENGTH: 'DAUER', ORDER: 'REIHENFOLGE', PREFIX: 'ANFANG', PROFILE: 'PROFIL', RANGE: 'ZEITRAUM',
  RUN: 'LAUF', SETTING: 'EINSTELLUNG', YYYY: 'JJJJ',
  PATH: 'PFAD', RATE: 'MASS', ROLE: 'ROLLE', SECONDS: 'SEKUNDEN', TARGET: 'ZIEL', TERMS: 'BEGRIFFE', VALUE: 'WERT', WHEN: 'WANN', WORD: 'WORT',
}

/** `NAME=VALUE` → `NAME=WERT` in German. */
export function placeholder(word: string): Text {
  return { en: word, de: word.replace(/[A-Z]+/g, (part) => german[part] ?? part) }
}
