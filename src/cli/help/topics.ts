// The pages of `cal help TOPIC`: what belongs to no single command.
import { keysOf } from '../../base/keys-of.ts'
import type { Text } from '../../base/text/language.ts'
import { type ErrorCode, exit_codes } from '../../base/errors.ts'
import { type TopicName, format_names, topic_names } from '../core/choices.ts'
import { settingRow, setting_names } from '../config/settings-table.ts'

export interface Topic {
  readonly title: Text
  readonly body: () => Text
}

const meanings: Readonly<Record<ErrorCode, Text>> = {
  bug: { en: 'a bug in cal', de: 'ein Fehler in cal' },
  usage: {
    en: 'a flag, value or file is wrong; input is missing and there is no terminal to prompt on',
    de: 'Option, Wert oder Datei falsch; oder eine Angabe fehlt, und eine Abfrage ist nicht möglich',
  },
  not_allowed: { en: 'not signed in, or not allowed', de: 'nicht angemeldet oder nicht erlaubt' },
  not_found: { en: 'not found, or gone', de: 'nicht gefunden oder nicht mehr da' },
  refused: { en: 'the server refused the data', de: 'der Server hat die Daten abgelehnt' },
  some_failed: { en: 'some of many failed', de: 'einige von vielen sind fehlgeschlagen' },
  unreachable: {
    en: 'unreachable: name, connection, TLS, time limit',
    de: 'nicht erreichbar: Name, Verbindung, TLS, Zeitgrenze',
  },
  server_failed: {
    en: 'the server failed or throttles, after retries',
    de: 'der Server meldet Fehler oder bremst, auch nach Wiederholungen',
  },
  not_confirmed: { en: 'not confirmed', de: 'nicht bestätigt' },
  differences: { en: 'differences found (--exit-code)', de: 'Unterschiede gefunden (--exit-code)' },
  configuration: { en: 'configuration or profile unusable', de: 'Konfiguration oder Profil nicht verwendbar' },
  interrupted: { en: 'interrupted', de: 'unterbrochen' },
  terminated: { en: 'terminated', de: 'beendet' },
}

export const topics = {
  filters: {
    title: { en: 'Filters of lists, and what lists leave out', de: 'Filter von Listen und was Listen weglassen' },
    body: () => ({
      en:
        'Every documented filter has its flag: starts_after is --starts-after. Lists take commas or repeated flags:\n' +
        '  cal events list --venue 4,5 --categories music,Jazz --no-featured\n' +
        'On and off flags have three states: --featured, --no-featured, and nothing said.\n' +
        'Names stand for ids: --venue "City Hall". Where several have the name, the ids are listed.\n' +
        '\n' +
        'Lists leave things out silently; cal says so on standard error:\n' +
        '  - a page holds 10: --all reads every page, --limit N as many as it takes\n' +
        '  - events have a window, from yesterday to in 24 months: --any-date lifts it\n' +
        '  - categories and tags that no event uses are hidden: --no-hide-empty\n' +
        '  - visitors see what is published: --status, and cal login\n' +
        'An undocumented filter goes through --param NAME=VALUE.',
      de:
        'Jeder dokumentierte Filter hat seine Option: starts_after ist --starts-after. Mehrere Werte stehen durch Kommas getrennt oder in der wiederholten Option:\n' +
        '  cal events list --venue 4,5 --categories music,Jazz --no-featured\n' +
        'Optionen für Ja und Nein haben drei Zustände: --featured, --no-featured und nicht angegeben.\n' +
        'Namen stehen für IDs: --venue "Rathaus". Heißen mehrere Einträge so, werden ihre IDs genannt.\n' +
        '\n' +
        'Listen lassen stillschweigend manches weg; cal sagt es auf der Standardfehlerausgabe:\n' +
        '  - eine Seite enthält 10: --all liest alle Seiten, --limit N so viele wie nötig\n' +
        '  - Termine sind auf einen Zeitraum begrenzt, von gestern bis in 24 Monaten: --any-date hebt ihn auf\n' +
        '  - Kategorien und Schlagwörter ohne Termin sind verborgen: --no-hide-empty\n' +
        '  - Gäste sehen nur Veröffentlichtes: --status, und cal login\n' +
        'Für nicht dokumentierte Filter gibt es --param NAME=WERT.',
    }),
  },
  dates: {
    title: { en: 'Dates, times and zones', de: 'Datum, Uhrzeit und Zeitzone' },
    body: () => ({
      en:
        'Dates are YYYY-MM-DD or YYYY-MM-DD HH:MM[:SS], or words:\n' +
        '  today, tomorrow 18:00, yesterday, fri, next mon 9am, now\n' +
        '  +2w, -3d, +1mo, +1y, +90m, +2h\n' +
        'A weekday is the coming one, today included; next fri leaves today out. German words do as well: morgen 18 Uhr.\n' +
        'ISO 8601 with an offset (2026-03-01T18:00+02:00) is converted to the zone of the event: services drop offsets.\n' +
        'Words are read in --timezone, else in the configured timezone, else in this machine’s zone.\n' +
        '--duration 90m, 1h30m or 2d stands for --end-date.\n' +
        'Filters take whole days; one with a time of day (--starts-after "2026-11-29 18:00") means exactly that moment.\n' +
        'A time of day alone keeps the day of the record in update; as an end it is the first such time after the start.\n' +
        '+1h counts from now, in update too. To move events by an hour, list them with their ids, change the dates, and import that:\n' +
        '  cal events list --search choir --all -o csv --fields id,start_date,end_date > moved.csv\n' +
        '  cal import moved.csv --kind events --match id --on-existing update\n' +
        'cal agenda, week and month show each event in its own zone; --tz shows all in one.',
      de:
        'Ein Datum ist JJJJ-MM-TT oder JJJJ-MM-TT HH:MM[:SS], oder ein Wort:\n' +
        '  heute, morgen 18:00, gestern, fr, nächsten mo 9:00, jetzt\n' +
        '  +2w, -3t, +1mo, +1j, +90m, +2h\n' +
        'Ein Wochentag ist der kommende, heute eingeschlossen; nächsten fr lässt heute aus. Englische Wörter gehen auch: tomorrow 18:00.\n' +
        'ISO 8601 mit Zeitversatz (2026-03-01T18:00+02:00) wird in die Zone des Termins umgerechnet: Dienste lassen den Versatz fallen.\n' +
        'Wörter gelten in der Zone von --timezone, sonst in der eingestellten, sonst in der dieses Rechners.\n' +
        '--duration 90m, 1h30m oder 2d steht für --end-date.\n' +
        'Filter rechnen mit ganzen Tagen; eine Angabe mit Uhrzeit (--starts-after "2026-11-29 18:00") meint genau diesen Zeitpunkt.\n' +
        'Eine Uhrzeit allein behält bei update den Tag des Termins; als Ende ist sie die erste solche Uhrzeit nach dem Beginn.\n' +
        '+1h zählt ab jetzt, auch bei update. Um Termine eine Stunde zu verschieben, sie mit ihren IDs auflisten, die Zeiten ändern und das importieren:\n' +
        '  cal events list --search chor --all -o csv --fields id,start_date,end_date > verschoben.csv\n' +
        '  cal import verschoben.csv --kind events --match id --on-existing update\n' +
        'cal agenda, week und month zeigen jeden Termin in seiner eigenen Zone; --tz zeigt alle in einer.',
    }),
  },
  output: {
    title: { en: 'Output', de: 'Ausgabe' },
    body: () => ({
      en:
        'Standard output holds data and nothing else; notes, prompts and errors go to standard error.\n' +
        `-o FORMAT is one of ${format_names.join(', ')}; --json is -o json. The format never changes because the output is a pipe.\n` +
        '--fields id,title,venue.city chooses fields in every format; --sort FIELD or -FIELD sorts what is shown.\n' +
        `--jq '.[].title' sends the JSON through jq; --template '{{id}} {{title}}' writes a line for each record.\n` +
        'CSV is RFC 4180; --csv-safe escapes cells that a spreadsheet would evaluate; --no-header leaves out the first line.\n' +
        'A write prints a line on standard error; with -o the record, with --porcelain the id.\n' +
        'Tables fit the terminal. CAL_PAGER or PAGER shows long output page by page, unless --no-pager is given.\n' +
        'Colours: --color auto|always|never, NO_COLOR, FORCE_COLOR.\n' +
        'With -o json errors are JSON too: {"error":{"code","message","hint","status","remote_code","fields","exit"}}.',
      de:
        'Die Standardausgabe enthält nur Daten; Hinweise, Fragen und Fehler stehen auf der Standardfehlerausgabe.\n' +
        `-o FORMAT ist eines von ${format_names.join(', ')}; --json ist -o json. Das Format ändert sich nie, nur weil die Ausgabe in eine Pipe geht.\n` +
        '--fields id,title,venue.city wählt Felder in jedem Format; --sort FELD oder -FELD sortiert das Gezeigte.\n' +
        `--jq '.[].title' schickt das JSON durch jq; --template '{{id}} {{title}}' schreibt je Eintrag eine Zeile.\n` +
        'CSV folgt RFC 4180; --csv-safe entschärft Zellen, die eine Tabellenkalkulation auswerten würde; --no-header lässt die erste Zeile weg.\n' +
        'Wer schreibt, sieht eine Zeile auf der Standardfehlerausgabe; mit -o auch den Eintrag, mit --porcelain die ID.\n' +
        'Tabellen passen ins Terminal. Lange Ausgaben zeigt CAL_PAGER oder PAGER seitenweise, außer mit --no-pager.\n' +
        'Farben: --color auto|always|never, NO_COLOR, FORCE_COLOR.\n' +
        'Mit -o json sind auch Fehler JSON: {"error":{"code","message","hint","status","remote_code","fields","exit"}}.',
    }),
  },
  import: {
    title: { en: 'Bulk operations', de: 'Viele Einträge bearbeiten' },
    body: () => ({
      en:
        'cal import FILE… creates and updates records from CSV, TSV, Excel, OpenDocument, JSON, NDJSON, YAML and iCalendar files,\n' +
        'from folders, pipes (-) and https addresses:\n' +
        '  cal import events.csv --dry-run        shows the plan and changes nothing\n' +
        '  cal import events.csv --create-missing also makes what events only name\n' +
        '  cal import --resume                    goes on after a crash\n' +
        'Records that are there already are recognised (--match), so a second run changes nothing.\n' +
        'Every run is recorded: cal history list, cal history show. cal history undo undoes one and leaves alone what was edited since.\n' +
        'cal export writes what import reads. cal validate checks files without sending anything.\n' +
        'cal diff -f FILE compares with a calendar file (cal explain apply), cal apply -f FILE makes the calendar like it, cal seed fills a test calendar.\n' +
        'For one record, cal events create -f FILE is enough: precedence is file < --data < --set < the flag of the field.',
      de:
        'cal import DATEI… legt Einträge aus CSV, TSV, Excel, OpenDocument, JSON, NDJSON, YAML und iCalendar an und ändert sie,\n' +
        'aus Dateien, Ordnern, Pipes (-) und https-Adressen:\n' +
        '  cal import events.csv --dry-run        zeigt den Plan und ändert nichts\n' +
        '  cal import events.csv --create-missing legt auch an, was Termine nur nennen\n' +
        '  cal import --resume                    setzt nach einem Absturz fort\n' +
        'Was schon da ist, wird erkannt (--match): Ein zweiter Lauf ändert nichts.\n' +
        'Jeder Lauf wird protokolliert: cal history list, cal history show. cal history undo macht ihn rückgängig und lässt aus, was seither geändert wurde.\n' +
        'cal export schreibt, was import liest. cal validate prüft Dateien, ohne etwas zu senden.\n' +
        'cal diff -f DATEI vergleicht mit einer Kalenderdatei (cal explain apply), cal apply -f DATEI gleicht ihr den Kalender an, cal seed füllt einen Testkalender.\n' +
        'Für einen einzelnen Eintrag genügt cal events create -f DATEI. Vorrang: Datei < --data < --set < Option des Felds.',
    }),
  },
  'exit-codes': {
    title: { en: 'Exit codes', de: 'Rückgabewerte' },
    body: () => {
      const rows = (language: 'en' | 'de') =>
        keysOf(exit_codes)
          .map((code) => `  ${String(exit_codes[code]).padStart(3)}  ${meanings[code][language]}`)
          .join('\n')
      return {
        en: `    0  done; also no results, and a pipe that was closed early\n${rows('en')}\ncal serve -- COMMAND ends with the command’s own.`,
        de: `    0  erledigt; auch ohne Treffer, und wenn die Pipe vorzeitig geschlossen wurde\n${rows('de')}\ncal serve -- BEFEHL endet mit dem Rückgabewert des Befehls.`,
      }
    },
  },
  environment: {
    title: { en: 'Environment and configuration files', de: 'Umgebung und Konfigurationsdateien' },
    body: () => {
      const rows = (language: 'en' | 'de') =>
        [
          ...setting_names.map((name) => [settingRow(name).variable, settingRow(name).meaning[language]]),
          ['CAL_USER', { en: 'user to sign in as', de: 'Benutzername für die Anmeldung' }[language]],
          [
            'CAL_TOKEN',
            {
              en: 'secret to sign in with; with CAL_USER an application password',
              de: 'Geheimnis für die Anmeldung; mit CAL_USER ein Anwendungspasswort',
            }[language],
          ],
          ['CAL_TOKEN_FILE', { en: 'file that holds the secret', de: 'Datei mit dem Geheimnis' }[language]],
          ['CAL_CONFIG', { en: 'the user’s configuration file', de: 'die eigene Konfigurationsdatei' }[language]],
          [
            'CAL_NO_INPUT',
            { en: 'never ask for anything; CI does the same', de: 'niemals nachfragen; CI ebenso' }[language],
          ],
          ['CAL_DEBUG', { en: 'show requests and answers', de: 'Anfragen und Antworten zeigen' }[language]],
          ['NO_COLOR, FORCE_COLOR', { en: 'colours off, on', de: 'Farben aus, an' }[language]],
          ['HTTPS_PROXY, NO_PROXY', { en: 'the way to the network', de: 'der Weg ins Netz' }[language]],
        ]
          .map(([name = '', meaning]) => `  ${name.padEnd(22)}  ${meaning}`)
          .join('\n')
      return {
        en:
          `${rows('en')}\n` +
          '\n' +
          'Precedence: flag > environment > project file > user file > default. cal config list shows where each value comes from.\n' +
          'Project files, found upwards: .calrc, .calrc.json, .calrc.yaml, .config/calrc.json, .config/calrc.yaml, cal.config.json, cal.config.yaml, package.json (cal).\n' +
          'They hold data only; nothing in them is run. User file: cal config path. Profiles: cal profile list.',
        de:
          `${rows('de')}\n` +
          '\n' +
          'Vorrang: Option > Umgebung > Projektdatei > eigene Datei > Vorgabe. cal config list zeigt, woher jeder Wert kommt.\n' +
          'Projektdateien, aufwärts gesucht: .calrc, .calrc.json, .calrc.yaml, .config/calrc.json, .config/calrc.yaml, cal.config.json, cal.config.yaml, package.json (cal).\n' +
          'Sie enthalten nur Daten; nichts darin wird ausgeführt. Eigene Datei: cal config path. Profile: cal profile list.',
      }
    },
  },
  security: {
    title: { en: 'Secrets and safety', de: 'Geheimnisse und Sicherheit' },
    body: () => ({
      en:
        'No flag takes a secret: cal login asks for it, or reads it with --stdin; CAL_TOKEN and CAL_TOKEN_FILE are for scripts.\n' +
        'It is kept in the system’s keyring, or in a file only its owner reads; cal says which.\n' +
        'Credentials belong to the origin they were given for: a project file that names another address gets none, nor does a redirect.\n' +
        'Plain HTTP to another machine is refused with credentials unless --insecure-http.\n' +
        '--debug and --show-request show no secrets. Text from services reaches the terminal with control characters escaped.\n' +
        'Before it changes or deletes many records cal asks; without a terminal it needs --yes. --dry-run shows the requests of any write.\n' +
        'A protected profile (protected: true) asks for its name before anything is written.',
      de:
        'Keine Option nimmt ein Passwort oder Token an: cal login fragt danach oder liest es mit --stdin; CAL_TOKEN und CAL_TOKEN_FILE sind für Skripte.\n' +
        'Es liegt im Schlüsselbund des Systems oder in einer Datei, die nur ihr Eigentümer lesen kann; cal sagt, wo.\n' +
        'Zugangsdaten gelten für die Herkunft, für die sie gegeben wurden: Eine Projektdatei mit anderer Adresse bekommt keine, eine Umleitung auch nicht.\n' +
        'Unverschlüsseltes HTTP zu anderen Rechnern wird mit Zugangsdaten abgelehnt, außer mit --insecure-http.\n' +
        '--debug und --show-request zeigen keine Geheimnisse. Texte von Diensten erscheinen im Terminal ohne wirksame Steuerzeichen.\n' +
        'Vor dem Ändern oder Löschen vieler Einträge fragt cal nach; ohne Terminal ist --yes nötig. --dry-run zeigt, was jeder schreibende Befehl senden würde.\n' +
        'Bei einem geschützten Profil (protected: true) ist vor jedem Schreiben sein Name einzugeben.',
    }),
  },
} as const satisfies Readonly<Record<TopicName, Topic>>

/** The page of a topic; undefined where there is no such topic. */
export function topicPage(name: string): Text | undefined {
  const topic = topic_names.find((known) => known === name || known.replace('-', ' ') === name)
  if (topic === undefined) return undefined
  const { title } = topics[topic]
  const body = topics[topic].body()
  return { en: `${title.en}\n\n${body.en}\n`, de: `${title.de}\n\n${body.de}\n` }
}
