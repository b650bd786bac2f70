// The flags of `cal serve`, in the order of the help.
import { default_release, releases } from '../../../spec/releases.ts'
import type { Options } from '../../core/command.ts'
import { environment_forms } from './environment.ts'

export const serve_options = {
  data: {
    type: 'string',
    value: 'FILE',
    default: './calendar.db',
    meaning: {
      en: 'database file, postgres://… or env:NAME; with COMMAND, :memory:',
      de: 'Datenbankdatei, postgres://… oder env:NAME; mit BEFEHL :memory:',
    },
  },
  host: {
    type: 'string',
    value: 'HOST',
    default: '127.0.0.1',
    meaning: { en: 'address to listen on', de: 'Adresse, auf der der Dienst lauscht' },
  },
  port: {
    type: 'integer',
    value: 'N',
    default: 8787,
    meaning: {
      en: 'port to listen on; 0, the default with COMMAND, chooses a free port',
      de: 'Port, auf dem der Dienst lauscht; 0 (Standard mit BEFEHL) wählt einen freien',
    },
  },
  root: {
    type: 'string',
    value: 'NAME',
    default: 'wp-json',
    group: 'network',
    rare: true,
    meaning: { en: 'first segment of the api root', de: 'erstes Segment im Pfad der Schnittstelle' },
  },
  vendor: {
    type: 'string',
    value: 'NAME',
    default: 'tribe',
    group: 'network',
    rare: true,
    meaning: { en: 'second segment of the api root', de: 'zweites Segment im Pfad der Schnittstelle' },
  },
  timezone: {
    type: 'string',
    value: 'ZONE',
    meaning: {
      en: 'time zone of the calendar, saved in it: Europe/Berlin',
      de: 'Zeitzone des Kalenders, darin gespeichert: Europe/Berlin',
    },
  },
  users: {
    type: 'string',
    value: 'FILE',
    rare: true,
    meaning: {
      en:
        'JSON list of all users (login, password, role; optional id, email); other users in the database file are ' +
        'removed',
      de:
        'JSON-Liste aller Benutzer (login, password, role; optional id, email); andere Benutzer der Datenbankdatei ' +
        'werden entfernt',
    },
  },
  user: {
    type: 'string',
    value: 'LOGIN:ROLE',
    many: 'repeated',
    meaning: { en: 'add a user, such as ada:administrator', de: 'Benutzer hinzufügen, etwa ada:administrator' },
  },
  now: {
    type: 'string',
    value: 'DATE',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'use this fixed time as the current time',
      de: 'diesen festen Zeitpunkt als aktuelle Zeit verwenden',
    },
  },
  premium: {
    type: 'boolean',
    only: 'on',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'enable filters by coordinates (premium extension)',
      de: 'Filter nach Koordinaten aktivieren (Premium-Erweiterung)',
    },
  },
  geofence: {
    type: 'number',
    value: 'KM',
    default: 25,
    group: 'testing',
    rare: true,
    meaning: { en: 'with --premium: search radius in km', de: 'mit --premium: Suchradius in km' },
  },
  allow_host: {
    type: 'string',
    value: 'NAME',
    many: 'commas',
    group: 'network',
    rare: true,
    meaning: { en: 'accept requests for this host name too', de: 'auch Anfragen für diesen Hostnamen annehmen' },
  },
  public_url: {
    type: 'string',
    value: 'URL',
    meaning: {
      en: 'public URL behind a proxy, used in links',
      de: 'öffentliche URL hinter einem Proxy, für Links in Antworten',
    },
  },
  cors: {
    type: 'string',
    value: 'ORIGIN',
    many: 'commas',
    group: 'network',
    rare: true,
    meaning: {
      en: 'allow this origin (CORS): https://example.org',
      de: 'diese Origin zulassen (CORS): https://example.org',
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
  web: {
    type: 'boolean',
    only: 'off',
    rare: true,
    meaning: { en: 'serve only the API, no web pages', de: 'nur die API bereitstellen, keine Webseiten' },
  },
  read_only: { type: 'boolean', only: 'on', meaning: { en: 'reject all changes', de: 'alle Änderungen ablehnen' } },
  quirks: {
    type: 'string',
    value: 'RELEASE',
    choices: releases,
    preset: default_release,
    group: 'testing',
    rare: true,
    meaning: {
      en: 'behave exactly like deployed services of this release',
      de: 'sich genau wie bestehende Dienste dieser Version verhalten',
    },
  },
  first_id: {
    type: 'integer',
    value: 'N',
    group: 'network',
    rare: true,
    meaning: { en: 'first id in a new calendar', de: 'erste ID in einem neuen Kalender' },
  },
  seed: {
    type: 'string',
    value: 'FILE',
    many: 'repeated',
    meaning: {
      en: 'load this YAML, JSON, CSV or ICS file at startup; without --data, into :memory:',
      de: 'diese YAML-, JSON-, CSV- oder ICS-Datei beim Start laden; ohne --data in :memory:',
    },
  },
  ready_file: {
    type: 'string',
    value: 'FILE',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'create this file when the service is ready, and remove it on exit',
      de: 'diese Datei anlegen, sobald der Dienst bereit ist, und am Ende entfernen',
    },
  },
  print_env: {
    type: 'string',
    value: 'FORM',
    choices: environment_forms,
    group: 'testing',
    rare: true,
    meaning: {
      en: 'print environment variables that point to this service',
      de: 'Umgebungsvariablen ausgeben, die auf diesen Dienst verweisen',
    },
  },
  latency: {
    type: 'string',
    value: 'MS',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'delay each response by this many milliseconds: 50..200',
      de: 'jede Antwort um so viele Millisekunden verzögern: 50..200',
    },
  },
  fail: {
    type: 'string',
    value: 'FAULT',
    many: 'repeated',
    group: 'testing',
    rare: true,
    meaning: {
      en: "let some requests fail: 'POST /events:5%:503'",
      de: "einen Teil der Anfragen fehlschlagen lassen: 'POST /events:5%:503'",
    },
  },
  rate_limit: {
    type: 'string',
    value: 'RATE',
    group: 'testing',
    rare: true,
    meaning: {
      en: 'reject requests above this rate: 10/s, 100/m',
      de: 'Anfragen oberhalb dieser Rate ablehnen: 10/s, 100/m',
    },
  },
  random_seed: {
    type: 'integer',
    value: 'N',
    needs: ['latency', 'fail'],
    default: 1,
    group: 'testing',
    rare: true,
    meaning: { en: 'seed for --latency and --fail', de: 'Startwert für --latency und --fail' },
  },
} as const satisfies Options
