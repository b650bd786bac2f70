// `cal serve`: its flags, in the order help shows them, and examples.
import { default_release, releases } from '../../../spec/releases.ts'
import type { Command } from '../../core/command.ts'
import { environment_forms } from './environment.ts'

export const serve_command: Command = {
  path: ['serve'],
  summary: { en: 'serve a calendar file over HTTP', de: 'eine Kalenderdatei über HTTP bereitstellen' },
  details: {
    en: 'Without users, and on this machine alone, everybody is the administrator. Beyond this machine users are required.\nA user named with --user has the password from CAL_PASSWORD_<LOGIN>, or gets one that is shown once.\nBehind a proxy, --public-url is the address there; headers such as X-Forwarded-For are not believed.',
    de: 'Ohne Benutzer darf jeder alles, doch nur auf diesem Rechner. Für andere Rechner sind Benutzer nötig.\nWer mit --user genannt ist, hat das Passwort aus CAL_PASSWORD_<NAME> oder bekommt eines, das einmal gezeigt wird.\nHinter einem Proxy ist --public-url die Adresse dort; Kopfzeilen wie X-Forwarded-For gelten nichts.',
  },
  options: {
    data: {
      type: 'string',
      value: 'FILE',
      default: './calendar.db',
      meaning: {
        en: 'calendar file, made if there is none; with COMMAND it is :memory:, which is gone at the end',
        de: 'Kalenderdatei, bei Bedarf angelegt; mit BEFEHL gilt :memory:, das am Ende verschwindet',
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
        en: 'port to listen on; 0 takes any free one, and so does a COMMAND',
        de: 'Port, unter dem der Dienst antwortet; 0 nimmt einen freien, wie bei einem BEFEHL',
      },
    },
    root: {
      type: 'string',
      value: 'NAME',
      default: 'wp-json',
      meaning: { en: 'first segment of the api root', de: 'erstes Segment der Adresse der Schnittstelle' },
    },
    vendor: {
      type: 'string',
      value: 'NAME',
      default: 'tribe',
      meaning: { en: 'second segment of the api root', de: 'zweites Segment der Adresse der Schnittstelle' },
    },
    timezone: {
      type: 'string',
      value: 'ZONE',
      meaning: {
        en: 'zone of the calendar, kept in the file: Europe/Berlin, UTC+2',
        de: 'Zeitzone des Kalenders, in der Datei aufbewahrt: Europe/Berlin, UTC+2',
      },
    },
    users: {
      type: 'string',
      value: 'FILE',
      meaning: {
        en: 'JSON list of all users: login, password, role, also id and email; users of the calendar file that are not in it are removed',
        de: 'JSON-Liste aller Benutzer: login, password, role, auch id und email; Benutzer der Kalenderdatei, die darin fehlen, werden entfernt',
      },
    },
    user: { type: 'string', value: 'LOGIN:ROLE', many: 'repeated', meaning: { en: 'one user', de: 'ein Benutzer' } },
    now: {
      type: 'string',
      value: 'DATE',
      meaning: { en: 'stop the clock at this moment', de: 'die Uhr zu diesem Zeitpunkt anhalten' },
    },
    premium: {
      type: 'boolean',
      only: 'on',
      meaning: {
        en: 'filter events by the coordinates of their venue',
        de: 'Termine nach den Koordinaten ihres Ortes filtern',
      },
    },
    geofence: {
      type: 'number',
      value: 'KM',
      default: 25,
      meaning: {
        en: 'with --premium: how far away is near',
        de: 'mit --premium: bis zu welcher Entfernung ein Ort nahe ist',
      },
    },
    allow_host: {
      type: 'string',
      value: 'NAME',
      many: 'commas',
      meaning: {
        en: 'name this service goes by, beside its addresses',
        de: 'Name, unter dem dieser Dienst neben seinen Adressen zu finden ist',
      },
    },
    public_url: {
      type: 'string',
      value: 'URL',
      meaning: {
        en: 'address behind a proxy: answers link to it, requests may name its host',
        de: 'Adresse hinter einem Proxy: Antworten verweisen auf sie, Anfragen dürfen ihren Host nennen',
      },
    },
    cors: {
      type: 'string',
      value: 'ORIGIN',
      many: 'commas',
      meaning: {
        en: 'let pages of this origin use it: https://example.org',
        de: 'Seiten dieser Herkunft zulassen: https://example.org',
      },
    },
    tls_cert: {
      type: 'string',
      value: 'FILE',
      meaning: { en: 'certificate (PEM); speaks HTTPS then', de: 'Zertifikat (PEM); der Dienst spricht dann HTTPS' },
    },
    tls_key: {
      type: 'string',
      value: 'FILE',
      meaning: { en: 'key of the certificate (PEM)', de: 'Schlüssel des Zertifikats (PEM)' },
    },
    read_only: { type: 'boolean', only: 'on', meaning: { en: 'refuse every change', de: 'jede Änderung ablehnen' } },
    quirks: {
      type: 'string',
      value: 'RELEASE',
      choices: releases,
      alone: default_release,
      meaning: {
        en: 'answer exactly as deployed services of this release do, to test scripts written for them',
        de: 'genau wie bestehende Dienste dieser Version antworten, zum Testen von Skripten für diese',
      },
    },
    first_id: {
      type: 'integer',
      value: 'N',
      meaning: { en: 'smallest id that a new calendar gives', de: 'kleinste ID, die ein neuer Kalender vergibt' },
    },
    seed: {
      type: 'string',
      value: 'FILE',
      many: 'repeated',
      meaning: {
        en: 'fill it from this file first: YAML, JSON, CSV, ICS; it is :memory: then, unless --data is given',
        de: 'zuerst aus dieser Datei füllen: YAML, JSON, CSV, ICS; dann gilt :memory:, wenn --data fehlt',
      },
    },
    ready_file: {
      type: 'string',
      value: 'FILE',
      meaning: {
        en: 'write this file when it answers, remove it at the end',
        de: 'diese Datei schreiben, sobald der Dienst antwortet, und am Ende entfernen',
      },
    },
    print_env: {
      type: 'string',
      value: 'FORM',
      choices: environment_forms,
      meaning: {
        en: 'print the environment variables that lead here',
        de: 'die Umgebungsvariablen ausgeben, die hierher führen',
      },
    },
    latency: {
      type: 'string',
      value: 'MS',
      meaning: {
        en: 'answer later, by so many milliseconds: 50..200',
        de: 'später antworten, um so viele Millisekunden: 50..200',
      },
    },
    fail: {
      type: 'string',
      value: 'FAULT',
      many: 'repeated',
      meaning: {
        en: "fail a share of requests: 'POST /events:5%:503'",
        de: "einen Teil der Anfragen scheitern lassen: 'POST /events:5%:503'",
      },
    },
    rate_limit: {
      type: 'string',
      value: 'RATE',
      meaning: {
        en: 'turn requests away beyond this rate: 10/s, 100/m',
        de: 'Anfragen abweisen, die diese Rate überschreiten: 10/s, 100/m',
      },
    },
    random_seed: {
      type: 'integer',
      value: 'N',
      default: 1,
      meaning: {
        en: 'which requests are slow or fail: the same for the same number',
        de: 'welche Anfragen langsam sind oder scheitern: dieselben bei derselben Zahl',
      },
    },
  },
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
        en: 'for the later steps of a CI job: with >> "$GITHUB_ENV" &, then wait for ready',
        de: 'für die späteren Schritte eines CI-Laufs: mit >> "$GITHUB_ENV" &, dann auf ready warten',
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
