// `cal serve`: its flags, in the order help shows them, and examples.
import { default_release, releases } from '../../../spec/releases.ts'
import type { Command, Options } from '../../core/command.ts'
import { environment_forms } from './environment.ts'

export const serve_options = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: {
      en: 'database file, created if it does not exist; with COMMAND the default is :memory:, which is discarded at the end',
      de: 'Datenbankdatei, bei Bedarf angelegt; mit BEFEHL ist :memory: der Standard, das am Ende verworfen wird',
    },
  },
  host: {
    type: 'string',
    value: 'ADDRESS',
    default: '127.0.0.1',
    meaning: { en: 'address to listen on', de: 'Adresse, unter der der Dienst antwortet' },
  },
  port: {
    type: 'integer',
    value: 'N',
    default: 8787,
    meaning: {
      en: 'port to listen on; 0 chooses a free one, the default with COMMAND',
      de: 'Port, unter dem der Dienst antwortet; 0 nimmt einen freien, wie bei einem BEFEHL',
    },
  },
  root: {
    type: 'string',
    value: 'NAME',
    default: 'wp-json',
    group: 'network',
    rare: true,
    meaning: { en: 'first segment of the api root', de: 'erstes Segment der Adresse der Schnittstelle' },
  },
  vendor: {
    type: 'string',
    value: 'NAME',
    default: 'tribe',
    group: 'network',
    rare: true,
    meaning: { en: 'second segment of the api root', de: 'zweites Segment der Adresse der Schnittstelle' },
  },
  timezone: {
    type: 'string',
    value: 'ZONE',
    meaning: {
      en: 'time zone of the calendar, stored in the file: Europe/Berlin, UTC+2',
      de: 'Zeitzone des Kalenders, in der Datei gespeichert: Europe/Berlin, UTC+2',
    },
  },
  users: {
    type: 'string',
    value: 'FILE',
    meaning: {
      en: 'JSON list of all users: login, password, role, also id and email; users of the database file that are not in it are removed',
      de: 'JSON-Liste aller Benutzer: login, password, role, auch id und email; Benutzer der Datenbankdatei, die darin fehlen, werden entfernt',
    },
  },
  user: { type: 'string', value: 'LOGIN:ROLE', many: 'repeated', meaning: { en: 'one user', de: 'ein Benutzer' } },
  now: {
    type: 'string',
    value: 'DATE',
    group: 'testing',
    rare: true,
    meaning: { en: 'stop the clock at this moment', de: 'die Uhr zu diesem Zeitpunkt anhalten' },
  },
  premium: {
    type: 'boolean',
    only: 'on',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'filter events by the coordinates of their venue',
      de: 'Termine nach den Koordinaten ihres Ortes filtern',
    },
  },
  geofence: {
    type: 'number',
    value: 'KM',
    default: 25,
    group: 'testing',
    rare: true,
    meaning: {
      en: 'with --premium: radius that counts as nearby',
      de: 'mit --premium: Umkreis, der als nah gilt',
    },
  },
  allow_host: {
    type: 'string',
    value: 'NAME',
    many: 'commas',
    group: 'network',
    rare: true,
    meaning: {
      en: 'additional host name of this service',
      de: 'zusätzlicher Hostname dieses Dienstes',
    },
  },
  public_url: {
    type: 'string',
    value: 'URL',
    group: 'network',
    meaning: {
      en: 'address behind a proxy: answers link to it, requests may name its host',
      de: 'Adresse hinter einem Proxy: Antworten verweisen auf sie, Anfragen dürfen ihren Host nennen',
    },
  },
  cors: {
    type: 'string',
    value: 'ORIGIN',
    many: 'commas',
    group: 'network',
    rare: true,
    meaning: {
      en: 'allow pages of this origin (CORS): https://example.org',
      de: 'Seiten dieser Herkunft zulassen (CORS): https://example.org',
    },
  },
  tls_cert: {
    type: 'string',
    value: 'FILE',
    group: 'network',
    rare: true,
    meaning: { en: 'certificate (PEM); enables HTTPS', de: 'Zertifikat (PEM); aktiviert HTTPS' },
  },
  tls_key: {
    type: 'string',
    value: 'FILE',
    group: 'network',
    rare: true,
    meaning: { en: 'key of the certificate (PEM)', de: 'Schlüssel des Zertifikats (PEM)' },
  },
  read_only: { type: 'boolean', only: 'on', meaning: { en: 'refuse every change', de: 'jede Änderung ablehnen' } },
  quirks: {
    type: 'string',
    value: 'RELEASE',
    choices: releases,
    alone: default_release,
    group: 'testing',
    rare: true,
    meaning: {
      en: 'answer exactly as deployed services of this release do, to test scripts written for them',
      de: 'genau wie bestehende Dienste dieser Version antworten, zum Testen von Skripten für diese',
    },
  },
  first_id: {
    type: 'integer',
    value: 'N',
    group: 'network',
    rare: true,
    meaning: { en: 'first id that a new calendar assigns', de: 'erste ID, die ein neuer Kalender vergibt' },
  },
  seed: {
    type: 'string',
    value: 'FILE',
    many: 'repeated',
    meaning: {
      en: 'load this file first: YAML, JSON, CSV, ICS; the calendar is :memory: unless --data is given',
      de: 'zuerst diese Datei laden: YAML, JSON, CSV, ICS; ohne --data ist der Kalender :memory:',
    },
  },
  ready_file: {
    type: 'string',
    value: 'FILE',
    group: 'testing',
    meaning: {
      en: 'write this file once the service is ready, remove it at the end',
      de: 'diese Datei schreiben, sobald der Dienst bereit ist, und am Ende entfernen',
    },
  },
  print_env: {
    type: 'string',
    value: 'FORM',
    choices: environment_forms,
    group: 'testing',
    meaning: {
      en: 'print the environment variables for this service',
      de: 'die Umgebungsvariablen für diesen Dienst ausgeben',
    },
  },
  latency: {
    type: 'string',
    value: 'MS',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'delay each response (milliseconds): 50..200',
      de: 'jede Antwort verzögern (Millisekunden): 50..200',
    },
  },
  fail: {
    type: 'string',
    value: 'FAULT',
    many: 'repeated',
    group: 'testing',
    rare: true,
    meaning: {
      en: "fail a share of requests: 'POST /events:5%:503'",
      de: "einen Teil der Anfragen scheitern lassen: 'POST /events:5%:503'",
    },
  },
  rate_limit: {
    type: 'string',
    value: 'RATE',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'reject requests above this rate: 10/s, 100/m',
      de: 'Anfragen oberhalb dieser Rate abweisen: 10/s, 100/m',
    },
  },
  random_seed: {
    type: 'integer',
    value: 'N',
    default: 1,
    group: 'testing',
    rare: true,
    meaning: {
      en: 'seed that determines which requests are slow or fail',
      de: 'Startwert, der bestimmt, welche Anfragen langsam sind oder scheitern',
    },
  },
} as const satisfies Options

export const serve_command: Command = {
  path: ['serve'],
  summary: { en: 'serve a database file over HTTP', de: 'eine Datenbankdatei über HTTP bereitstellen' },
  details: {
    en:
      'Without users, every caller is the administrator, and the service is reachable from this machine only. To listen on other addresses, define users.\n' +
      'A user given with --user has the password in CAL_PASSWORD_<LOGIN>; if it is not set, a password is generated and shown once.\n' +
      'Behind a proxy, set --public-url to the public address; headers such as X-Forwarded-For are ignored.',
    de:
      'Ohne Benutzer hat jeder Aufrufer Administratorrechte, und der Dienst ist nur von diesem Rechner erreichbar. Für andere Adressen sind Benutzer erforderlich.\n' +
      'Ein mit --user angegebener Benutzer hat das Passwort aus CAL_PASSWORD_<NAME>; fehlt es, wird eines erzeugt und einmal angezeigt.\n' +
      'Hinter einem Proxy gibt --public-url die öffentliche Adresse an; Kopfzeilen wie X-Forwarded-For werden ignoriert.',
  },
  options: serve_options,
  effect: 'local',
  wrapsCommand: true,
  handlesSignals: true,
  examples: [
    {
      line: 'serve --data calendar.db',
      meaning: { en: 'this file, for this machine', de: 'diese Datei, für diesen Rechner' },
    },
    {
      line: 'serve --seed calendar.yml -- npm test',
      meaning: {
        en: 'a filled calendar while the tests run',
        de: 'ein gefüllter Kalender, solange die Tests laufen',
      },
    },
    {
      line: 'serve --seed calendar.yml --print-env github --ready-file ready',
      meaning: {
        en: 'write the variables for the later steps of a CI job',
        de: 'die Variablen für die späteren Schritte eines CI-Laufs ausgeben',
      },
    },
    {
      line: 'serve --user ada:administrator --public-url https://cal.example.org',
      meaning: { en: 'behind a proxy that speaks HTTPS', de: 'hinter einem Proxy, der HTTPS spricht' },
    },
    {
      line: 'serve --host 0.0.0.0 --user ada:administrator',
      meaning: { en: 'for others too, with a user', de: 'auch für andere, mit einem Benutzer' },
    },
  ],
  load: async () => (await import('./serve.run.ts')).serve,
}
