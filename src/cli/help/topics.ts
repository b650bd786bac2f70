// The pages of `cal help TOPIC`: what several commands have in common.
import type { Text } from '../../base/text/language.ts'
import { type TopicName, format_names, topic_names } from '../core/choices.ts'
import { environmentRows, exitCodeRows, project_files } from './reference-tables.ts'

const example = "'{{id}} {{title}}'"

export interface Topic {
  readonly title: Text
  readonly body: () => Text
}

export const topics = {
  filters: {
    title: { en: 'Filters, and what lists omit', de: 'Filter und was Listen auslassen' },
    body: () => ({
      en:
        'Every documented filter has a flag: starts_after is --starts-after. Separate several values with ' +
        'commas, or repeat the flag:\n' +
        '  cal events list --venue "Blue Cellar" --categories music,jazz\n' +
        'Use a name, a slug or an id. If a name is ambiguous, cal lists the ids.\n' +
        'On/off flags have three states: --featured, --no-featured, and not specified.\n' +
        '\n' +
        'By default, a list omits some records. cal says so on standard error:\n' +
        '  - Results after the first 10: use --all or --limit N.\n' +
        '  - Events before yesterday or more than 24 months ahead: use --any-date.\n' +
        '  - Categories and tags without events: use --no-hide-empty.\n' +
        '  - Unpublished events: sign in with cal login, and use --status.\n' +
        '\n' +
        'Send an undocumented query parameter with --param NAME=VALUE.',
      de:
        'Jeder dokumentierte Filter hat eine Option: starts_after ist --starts-after. Mehrere Werte werden durch ' +
        'Kommas getrennt, oder die Option wird wiederholt:\n' +
        '  cal events list --venue "Blue Cellar" --categories music,jazz\n' +
        'Angegeben werden Namen, Slugs oder IDs. Ist ein Name mehrdeutig, listet cal die IDs auf.\n' +
        'Ja/Nein-Optionen haben drei Zustände: --featured, --no-featured und nicht angegeben.\n' +
        '\n' +
        'Standardmäßig zeigt eine Liste nicht alle Einträge. cal weist auf der Standardfehlerausgabe darauf hin:\n' +
        '  - Es fehlen Ergebnisse nach den ersten 10: --all oder --limit N verwenden.\n' +
        '  - Es fehlen Termine vor gestern und nach mehr als 24 Monaten: --any-date verwenden.\n' +
        '  - Es fehlen Kategorien und Schlagwörter ohne Termine: --no-hide-empty verwenden.\n' +
        '  - Es fehlen unveröffentlichte Termine: mit cal login anmelden und --status verwenden.\n' +
        '\n' +
        'Nicht dokumentierte Abfrageparameter werden mit --param NAME=WERT gesendet.',
    }),
  },
  dates: {
    title: { en: 'Dates, times and time zones', de: 'Datum, Uhrzeit und Zeitzone' },
    body: () => ({
      en:
        'Dates can be written as:\n' +
        '  2026-12-24, 2026-12-24 18:00, 24 Dec 8pm\n' +
        '  Dec 24 2026, 24.12.2026, 24.12., 12/24/2026, 24. Dezember 20 Uhr\n' +
        '  today, tomorrow 18:00, friday 20h, next mon 9am, last monday, tonight 8pm, now\n' +
        '  +2w, -3d, +1mo, +1y, +90m, +2h, in 2 weeks, in 2 hours, 3 days ago\n' +
        'Periods, for the views and for --start-date and --end-date of lists:\n' +
        '  next week, this weekend, december, next 3 days, W49, 2026-W49, 2027\n' +
        'Ranges, for the views and cal add:\n' +
        '  fri..sun, 24-26 Dec, from 24 Dec to 26 Dec, vom 24. bis 26.12.\n' +
        'A weekday means the next such day, including today; next friday excludes today. A day without a year is ' +
        'the next one. German words work too: morgen 18 Uhr.\n' +
        'Ambiguous dates (3/4/2027), days that do not exist (31 Feb) and text that is understood only in part ' +
        'are rejected.\n' +
        'Record files (-f), --data and --set accept ISO dates, today, tomorrow, weekdays and +2w.\n' +
        '\n' +
        'End:      --duration 90m, 1h30m or 2d replaces --end-date. A time alone as the end is the first such ' +
        'time after the start.\n' +
        'Updates:  a time alone keeps the date of the event. --shift +1h moves start and end:\n' +
        '  cal events update choir-rehearsal --shift +1h\n' +
        'Filters:  a date means the whole day; with a time, as in --starts-after "2026-11-29 18:00", the exact ' +
        'moment.\n' +
        'Zone:     words are read in --timezone, else in the configured time zone, else in that of this machine. ' +
        'A date with an offset (2026-03-01T18:00+02:00) is converted to the time zone of the event.\n' +
        'Views:    cal agenda, week and month show each event in its own time zone; --tz ZONE shows all in one.',
      de:
        'Mögliche Schreibweisen:\n' +
        '  2026-12-24, 2026-12-24 18:00, 24. Dez 20 Uhr\n' +
        '  24. Dezember, 24.12.2026, 24.12., 12/24/2026, Dec 24 2026\n' +
        '  heute, morgen 18:00, freitag 20h, nächsten mo 9:00, letzten montag, heute abend 20 uhr, jetzt\n' +
        '  +2w, -3t, +1mo, +1j, +90m, +2h, in 2 wochen, in 2 stunden, vor 3 tagen\n' +
        'Zeiträume, für die Ansichten und für --start-date und --end-date von Listen:\n' +
        '  nächste woche, dieses wochenende, dezember, nächste 3 tage, KW 49, 2026-W49, 2027\n' +
        'Bereiche, für die Ansichten und cal add:\n' +
        '  fr..so, 24.–26.12., vom 24. bis 26. Dezember, from 24 Dec to 26 Dec\n' +
        'Ein Wochentag bezeichnet den nächsten solchen Tag, heute eingeschlossen; „nächsten freitag“ schließt ' +
        'heute aus. Ein Datum ohne Jahr bezeichnet das nächste. Englische Angaben gelten ebenfalls: tomorrow ' +
        '18:00.\n' +
        'Mehrdeutige Angaben (3/4/2027), Tage, die es nicht gibt (31. Februar), und nur teilweise verständliche ' +
        'Angaben werden abgelehnt.\n' +
        'Dateien mit Einträgen (-f), --data und --set nehmen ISO-Daten, heute, morgen, Wochentage und +2w an.\n' +
        '\n' +
        'Ende:     --duration 90m, 1h30m oder 2d ersetzt --end-date. Eine Uhrzeit ohne Datum bezeichnet das ' +
        'nächste Mal nach dem Beginn.\n' +
        'Ändern:   Eine Uhrzeit ohne Datum lässt das Datum des Termins unverändert. --shift +1h verschiebt ' +
        'Beginn und Ende:\n' +
        '  cal events update choir-rehearsal --shift +1h\n' +
        'Filter:   Ein Datum bezeichnet den ganzen Tag, mit Uhrzeit wie in --starts-after "2026-11-29 18:00" den ' +
        'genauen Zeitpunkt.\n' +
        'Zone:     Angaben in Worten gelten in der Zeitzone von --timezone, sonst in der konfigurierten, sonst ' +
        'in der dieses Rechners. Ein Datum mit Zeitversatz (2026-03-01T18:00+02:00) wird in die Zeitzone des ' +
        'Termins umgerechnet.\n' +
        'Ansicht:  cal agenda, week und month zeigen jeden Termin in seiner eigenen Zeitzone; --tz ZONE zeigt ' +
        'alle in einer.',
    }),
  },
  output: {
    title: { en: 'Output formats', de: 'Ausgabeformate' },
    body: () => ({
      en:
        'Data is written to standard output; notes, prompts and errors to standard error.\n' +
        '\n' +
        `-o FORMAT        ${format_names.join(', ')}; --json is short for -o json. The format does not depend on ` +
        'whether the output is a terminal.\n' +
        '--fields NAMES   fields to show, in every format: id,title,venue.city\n' +
        '--sort FIELD     sort by a field; -FIELD for descending order\n' +
        "--jq EXPR        filter the JSON output: '.[].title'\n" +
        `--template TEXT  one line per record: ${example}\n` +
        '--no-header      omit the header line of tables, CSV and TSV\n' +
        '--csv-safe       escape CSV and TSV cells that a spreadsheet would evaluate\n' +
        '--porcelain      print only the ids of records that were written\n' +
        '--color WHEN     auto, always or never; NO_COLOR and FORCE_COLOR work too\n' +
        '--no-pager       do not use the pager that CAL_PAGER or PAGER names\n' +
        '\n' +
        'With -o json, errors are JSON too:\n' +
        '  {"error":{"code","message","hint","status","remote_code","fields","exit"}}',
      de:
        'Daten werden auf die Standardausgabe geschrieben, Hinweise, Rückfragen und Fehler auf die ' +
        'Standardfehlerausgabe.\n' +
        '\n' +
        `-o FORMAT        ${format_names.join(', ')}; --json ist kurz für -o json. Auf einem Terminal und in ` +
        'einer Pipe ist das Format dasselbe.\n' +
        '--fields NAMEN   angezeigte Felder, in jedem Format: id,title,venue.city\n' +
        '--sort FELD      nach einem Feld sortieren; -FELD für absteigende Reihenfolge\n' +
        "--jq AUSDRUCK    die JSON-Ausgabe filtern: '.[].title'\n" +
        `--template TEXT  eine Zeile je Eintrag: ${example}\n` +
        '--no-header      die Kopfzeile von Tabellen, CSV und TSV weglassen\n' +
        '--csv-safe       CSV- und TSV-Zellen maskieren, die eine Tabellenkalkulation als Formel auswerten würde\n' +
        '--porcelain      nur die IDs geschriebener Einträge ausgeben\n' +
        '--color WANN     auto, always oder never; auch NO_COLOR und FORCE_COLOR\n' +
        '--no-pager       den Pager aus CAL_PAGER oder PAGER nicht verwenden\n' +
        '\n' +
        'Mit -o json sind auch Fehler JSON:\n' +
        '  {"error":{"code","message","hint","status","remote_code","fields","exit"}}',
    }),
  },
  import: {
    title: { en: 'Bulk operations', de: 'Massenbearbeitung' },
    body: () => ({
      en:
        'cal import creates and updates records from CSV, TSV, Excel, OpenDocument, JSON, NDJSON, YAML and ' +
        'iCalendar. It reads files, folders, https URLs and standard input (-):\n' +
        '  cal import events.csv --dry-run           preview the changes\n' +
        '  cal import events.csv --create-missing    also create venues, categories, …\n' +
        '  cal import --resume                       resume an interrupted run\n' +
        'Existing records are recognized (see --match), so a second run changes nothing.\n' +
        '\n' +
        'cal history list shows every run; cal history undo reverts one, except for records that were edited since.\n' +
        'cal export writes files that cal import reads. cal validate checks files without sending anything.\n' +
        'cal diff compares a calendar with a calendar file (cal explain apply), cal apply makes it match, and ' +
        'cal seed generates test data.\n' +
        '\n' +
        'To create a single record from a file, use cal events create -f FILE. Precedence: the flag of a field, ' +
        'then --set, --data, and the file.',
      de:
        'cal import legt Einträge aus CSV, TSV, Excel, OpenDocument, JSON, NDJSON, YAML und iCalendar an und ' +
        'ändert sie. Gelesen werden Dateien, Ordner, https-Adressen und die Standardeingabe (-):\n' +
        '  cal import events.csv --dry-run           Änderungen vorab anzeigen\n' +
        '  cal import events.csv --create-missing    auch Orte, Kategorien usw. anlegen\n' +
        '  cal import --resume                       abgebrochenen Lauf fortsetzen\n' +
        'Vorhandene Einträge werden erkannt (siehe --match); ein zweiter Lauf ändert deshalb nichts.\n' +
        '\n' +
        'cal history list zeigt alle Läufe; cal history undo macht einen rückgängig, ausgenommen seitdem ' +
        'bearbeitete Einträge.\n' +
        'cal export schreibt Dateien, die cal import liest. cal validate prüft Dateien, ohne etwas zu senden.\n' +
        'cal diff vergleicht einen Kalender mit einer Kalenderdatei (cal explain apply), cal apply gleicht ihn ' +
        'an, und cal seed erzeugt Testdaten.\n' +
        '\n' +
        'Um einen einzelnen Eintrag aus einer Datei anzulegen, genügt cal events create -f DATEI. Vorrang: die ' +
        'Option des Feldes, dann --set, --data und die Datei.',
    }),
  },
  'exit-codes': {
    title: { en: 'Exit codes', de: 'Rückgabewerte' },
    body: () => {
      const rows = (language: keyof Text) =>
        exitCodeRows()
          .map(({ code, meaning }) => `  ${String(code).padStart(3)}  ${meaning[language]}`)
          .join('\n')
      return {
        en: `${rows('en')}\ncal serve -- COMMAND exits with the code of COMMAND.`,
        de: `${rows('de')}\ncal serve -- BEFEHL endet mit dem Rückgabewert von BEFEHL.`,
      }
    },
  },
  environment: {
    title: { en: 'Environment variables and configuration files', de: 'Umgebungsvariablen und Konfigurationsdateien' },
    body: () => {
      const rows = (language: keyof Text) =>
        environmentRows()
          .map(({ name, meaning }) => `  ${name.padEnd(22)}  ${meaning[language]}`)
          .join('\n')
      const files = project_files.join(', ')
      return {
        en:
          `${rows('en')}\n` +
          '\n' +
          'Precedence: flag, environment variable, project file, user file, default. cal config list shows where ' +
          'each value is set.\n' +
          `Project file: the first of ${files} in this folder or a parent folder. Its content is never run as code.\n` +
          'User file: see cal config path. Profiles: see cal profile list.',
        de:
          `${rows('de')}\n` +
          '\n' +
          'Vorrang: Option, Umgebungsvariable, Projektdatei, eigene Datei, Standard. cal config list zeigt, ' +
          'woher jeder Wert stammt.\n' +
          `Projektdatei: die erste von ${files} in diesem oder einem übergeordneten Ordner. Ihr Inhalt wird nie ` +
          'als Code ausgeführt.\n' +
          'Eigene Datei: siehe cal config path. Profile: siehe cal profile list.',
      }
    },
  },
  security: {
    title: { en: 'Credentials and safety', de: 'Zugangsdaten und Sicherheit' },
    body: () => ({
      en:
        'Passwords and tokens are never passed as flags. cal login prompts for them or reads them with --stdin; ' +
        'scripts use CAL_TOKEN or CAL_TOKEN_FILE.\n' +
        'cal login saves credentials in the system keyring, or in a file that only you can read.\n' +
        'Credentials are sent only to the origin they were saved for, not to other addresses in a project file ' +
        'and not after a redirect.\n' +
        'Credentials are not sent over unencrypted HTTP to other machines unless you specify --insecure-http.\n' +
        'The output of --debug and --show-request contains no credentials. Control characters in text from a ' +
        'service are escaped.\n' +
        '\n' +
        'cal asks for confirmation before it changes or deletes many records; without a terminal, --yes is ' +
        'required. --dry-run previews every write.\n' +
        'Writing to a protected profile (protected: true) requires typing its name.',
      de:
        'Passwörter und Token werden nie als Option übergeben. cal login fragt danach oder liest sie mit ' +
        '--stdin; für Skripte gibt es CAL_TOKEN und CAL_TOKEN_FILE.\n' +
        'cal login speichert Zugangsdaten im Schlüsselbund des Systems oder in einer Datei, die nur für das ' +
        'eigene Konto lesbar ist.\n' +
        'Zugangsdaten werden nur an die Origin gesendet, für die sie gespeichert wurden, nicht an andere ' +
        'Adressen aus einer Projektdatei und nicht nach einer Umleitung.\n' +
        'Über unverschlüsseltes HTTP werden sie nicht an andere Rechner gesendet, außer mit --insecure-http.\n' +
        'Die Ausgabe von --debug und --show-request enthält keine Zugangsdaten. Steuerzeichen in Texten eines ' +
        'Dienstes werden maskiert.\n' +
        '\n' +
        'Vor dem Ändern oder Löschen vieler Einträge fragt cal nach; ohne Terminal ist --yes erforderlich. ' +
        '--dry-run zeigt vorab, was geschrieben würde.\n' +
        'Vor dem Schreiben in ein geschütztes Profil (protected: true) ist dessen Name einzugeben.',
    }),
  },
} as const satisfies Readonly<Record<TopicName, Topic>>

/** The page of a topic; undefined if there is no such topic. */
export function topicPage(name: string): Text | undefined {
  const topic = topic_names.find((known) => known === name || known.replace('-', ' ') === name)
  if (topic === undefined) return undefined
  const { title } = topics[topic]
  const body = topics[topic].body()
  return { en: `${title.en}\n\n${body.en}\n`, de: `${title.de}\n\n${body.de}\n` }
}
