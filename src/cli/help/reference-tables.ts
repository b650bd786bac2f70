// Exit codes, environment variables and configuration files, for topics and manual pages.
import { keysOf } from '../../base/collections.ts'
import { type ErrorCode, exit_codes } from '../../base/errors.ts'
import { closest } from '../../base/text/closest.ts'
import type { Text } from '../../base/text/language.ts'
import { settingRow, setting_names } from '../config/settings-table.ts'

const meanings: Readonly<Record<ErrorCode, Text>> = {
  bug: { en: 'a bug in cal', de: 'Programmfehler in cal' },
  usage: {
    en: 'invalid flag, value or file; or input is missing and cannot be prompted for',
    de: 'Option, Wert oder Datei ungültig; oder eine Angabe fehlt und kann nicht abgefragt werden',
  },
  not_allowed: { en: 'not signed in, or not permitted', de: 'nicht angemeldet oder nicht berechtigt' },
  not_found: { en: 'not found, or deleted', de: 'nicht gefunden oder gelöscht' },
  refused: { en: 'data rejected by the server', de: 'Daten vom Server abgelehnt' },
  some_failed: { en: 'some records failed', de: 'einige Einträge sind fehlgeschlagen' },
  unreachable: {
    en: 'service unreachable: host name, connection, TLS or timeout',
    de: 'Dienst nicht erreichbar: Hostname, Verbindung, TLS oder Zeitlimit',
  },
  server_failed: {
    en: 'server error or rate limit, after retries',
    de: 'Serverfehler oder Anfragelimit, auch nach Wiederholungen',
  },
  not_confirmed: { en: 'not confirmed', de: 'nicht bestätigt' },
  differences: { en: 'differences found (--exit-code)', de: 'Unterschiede gefunden (--exit-code)' },
  configuration: { en: 'invalid configuration or profile', de: 'Konfiguration oder Profil ungültig' },
  timed_out: { en: 'time limit of cal wait reached', de: 'Zeitlimit von cal wait erreicht' },
  disk: {
    en: 'disk full or failing',
    de: 'Datenträger voll oder fehlerhaft',
  },
  interrupted: { en: 'interrupted', de: 'unterbrochen' },
  terminated: { en: 'terminated', de: 'beendet' },
}

/** Every exit code of the program, in ascending order. */
export function exitCodeRows(): readonly { readonly code: number; readonly meaning: Text }[] {
  const failures = keysOf(exit_codes).map((name) => ({ code: exit_codes[name], meaning: meanings[name] }))
  const done = { en: 'success, even if nothing was found', de: 'erfolgreich, auch wenn nichts gefunden wurde' }
  return [{ code: 0, meaning: done }, ...failures]
}

/** Every environment variable that cal reads, settings first. */
export function environmentRows(): readonly { readonly name: string; readonly meaning: Text }[] {
  return [
    ...setting_names.map((name) => ({ name: settingRow(name).variable, meaning: settingRow(name).meaning })),
    ...Object.entries(other_variables).map(([name, meaning]) => ({ name, meaning })),
  ]
}

/** A warning for each variable that looks like a misspelled one of cal: `CAL_API_ROT`. */
export function misspelledVariables(env: Readonly<Record<string, string | undefined>>): readonly Text[] {
  const known = environmentRows().map(({ name }) => name)
  return Object.keys(env)
    .filter((name) => name.startsWith('CAL_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(
        name.slice(4),
        known.flatMap((one) => (one.startsWith('CAL_') ? [one.slice(4)] : [])),
      )
      if (near === undefined || /^(PASSWORD|TEST)_/.test(name.slice(4))) return []
      return [
        {
          en: `warning: unknown environment variable ${name}; did you mean CAL_${near}?`,
          de: `Warnung: unbekannte Umgebungsvariable ${name}; meinten Sie CAL_${near}?`,
        },
      ]
    })
}

const other_variables: Readonly<Record<string, Text>> = {
  CAL_USER: { en: 'user name', de: 'Benutzername' },
  CAL_TOKEN: {
    en: 'bearer token; with CAL_USER, an application password',
    de: 'Bearer-Token; mit CAL_USER ein Anwendungspasswort',
  },
  CAL_TOKEN_FILE: { en: 'file that contains the token', de: 'Datei mit dem Token' },
  CAL_CONFIG: { en: 'path of the user configuration file', de: 'Pfad der eigenen Konfigurationsdatei' },
  CAL_NO_INPUT: {
    en: 'do not prompt for input; CI has the same effect',
    de: 'nichts abfragen; CI wirkt ebenso',
  },
  CAL_DEBUG: { en: 'print requests and responses', de: 'Anfragen und Antworten ausgeben' },
  BROWSER: { en: 'program that cal browse starts', de: 'Programm, das cal browse startet' },
  'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE': { en: 'turn colors off or on', de: 'Farben aus- oder einschalten' },
  'HTTPS_PROXY, NO_PROXY': { en: 'proxy, and hosts that bypass it', de: 'Proxy, und Hosts ohne Proxy' },
}

/** In the order of the search. */
export const project_files: readonly string[] = [
  '.calrc',
  '.calrc.json',
  '.calrc.yaml',
  '.config/calrc.json',
  '.config/calrc.yaml',
  'cal.config.json',
  'cal.config.yaml',
  'package.json (cal)',
]

/** The configuration and state files of the program. */
export const own_files: Readonly<Record<string, Text>> = {
  '~/.config/cal/config.yaml': { en: 'user configuration and profiles', de: 'eigene Konfiguration und Profile' },
  '~/.config/cal/credentials.json': {
    en: 'credentials, if there is no system keyring',
    de: 'Zugangsdaten, falls kein Schlüsselbund vorhanden ist',
  },
  '.calrc, cal.config.yaml, …': {
    en: 'project configuration, in this folder or a parent folder',
    de: 'Projektkonfiguration, in diesem oder einem übergeordneten Ordner',
  },
  '~/.local/state/cal/': {
    en: 'history of runs, needed for undo and resume',
    de: 'Verlauf der Läufe, nötig zum Rückgängigmachen und Fortsetzen',
  },
  '~/.cache/cal/': { en: 'cache for shell completion', de: 'Cache der Vervollständigung' },
}
