// The flags that every command takes.
import type { Json, JsonObject } from '../../base/json.ts'
import type { Option, Options, OptionsOf } from '../core/command.ts'
import { format_names } from '../core/choices.ts'

export const global_options = {
  output: {
    type: 'string',
    short: 'o',
    value: 'FORMAT',
    choices: format_names,
    group: 'output',
    meaning: { en: 'output format', de: 'Ausgabeformat' },
  },
  json: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    rare: true,
    meaning: { en: 'short for -o json', de: 'kurz für -o json' },
  },
  fields: {
    type: 'string',
    value: 'NAMES',
    many: 'commas',
    group: 'output',
    meaning: {
      en: 'fields to show: id,title,venue.city',
      de: 'angezeigte Felder: id,title,venue.city',
    },
  },
  sort: {
    type: 'string',
    value: 'FIELD',
    group: 'output',
    meaning: {
      en: 'sort by this field; -FIELD for descending order',
      de: 'nach diesem Feld sortieren; -FELD für absteigende Reihenfolge',
    },
  },
  jq: {
    type: 'string',
    value: 'EXPR',
    group: 'output',
    rare: true,
    meaning: {
      en: "filter the JSON output with a jq expression: '.[].title'",
      de: "die JSON-Ausgabe mit einem jq-Ausdruck filtern: '.[].title'",
    },
  },
  template: {
    type: 'string',
    value: 'TEXT',
    group: 'output',
    rare: true,
    meaning: { en: "one line per record: '{{id}} {{title}}'", de: "eine Zeile je Eintrag: '{{id}} {{title}}'" },
  },
  header: {
    type: 'boolean',
    only: 'off',
    group: 'output',
    rare: true,
    meaning: { en: 'omit the header line', de: 'die Kopfzeile weglassen' },
  },
  csv_safe: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    rare: true,
    meaning: {
      en: 'escape CSV and TSV cells that a spreadsheet would evaluate',
      de: 'CSV- und TSV-Zellen maskieren, die eine Tabellenkalkulation als Formel auswerten würde',
    },
  },
  color: {
    type: 'string',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'output',
    rare: true,
    meaning: { en: 'when to use colors', de: 'Farben verwenden' },
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    only: 'on',
    rare: true,
    meaning: {
      en: 'print only data, warnings and errors',
      de: 'nur Daten, Warnungen und Fehler ausgeben',
    },
  },
  pager: {
    type: 'boolean',
    only: 'off',
    group: 'output',
    rare: true,
    meaning: { en: 'do not use a pager', de: 'keinen Pager verwenden' },
  },
  api_root: {
    type: 'string',
    value: 'ADDRESS',
    meaning: {
      en: 'service URL, file:./calendar.db or postgres://…',
      de: 'URL des Dienstes, file:./calendar.db, postgres://…',
    },
  },
  profile: { type: 'string', value: 'PROFILE', meaning: { en: 'profile to use', de: 'zu verwendendes Profil' } },
  confirm: {
    type: 'string',
    value: 'PROFILE',
    rare: true,
    meaning: {
      en: 'confirm writing to this protected profile without a prompt',
      de: 'Schreiben in dieses geschützte Profil ohne Rückfrage bestätigen',
    },
  },
  timeout: {
    type: 'number',
    value: 'SECONDS',
    default: 30,
    rare: true,
    meaning: { en: 'time limit per request', de: 'Zeitlimit je Anfrage' },
  },
  max_wait: {
    type: 'number',
    value: 'SECONDS',
    default: 60,
    rare: true,
    meaning: {
      en: 'longest wait that a server may ask for before a retry',
      de: 'maximale Wartezeit, wenn der Server einen späteren Versuch verlangt',
    },
  },
  insecure_http: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: { en: 'allow credentials over unencrypted HTTP', de: 'Zugangsdaten über unverschlüsseltes HTTP erlauben' },
  },
  lang: {
    type: 'string',
    value: 'LANGUAGE',
    choices: ['en', 'de'],
    meaning: { en: 'language of help and messages', de: 'Sprache von Hilfe und Meldungen' },
  },
  input: { type: 'boolean', only: 'off', meaning: { en: 'do not prompt for input', de: 'keine Eingaben abfragen' } },
  show_request: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: { en: 'print each request as a curl command', de: 'jede Anfrage als curl-Befehl ausgeben' },
  },
  debug: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: {
      en: 'print requests and responses, and the stack trace of a bug',
      de: 'Anfragen, Antworten und bei einem Programmfehler den Stacktrace ausgeben',
    },
  },
  help: { type: 'boolean', short: 'h', only: 'on', meaning: { en: 'show help', de: 'Hilfe anzeigen' } },
  help_all: {
    type: 'boolean',
    only: 'on',
    meaning: { en: 'show help with all flags', de: 'Hilfe mit allen Optionen anzeigen' },
  },
  version: { type: 'boolean', short: 'V', only: 'on', meaning: { en: 'show the version', de: 'Version anzeigen' } },
} as const satisfies Options

/** The flags of commands that change something. */
export const writing_options = {
  dry_run: {
    type: 'boolean',
    only: 'on',
    short: 'n',
    meaning: {
      en: 'preview the requests without sending them',
      de: 'Anfragen anzeigen, ohne sie zu senden',
    },
  },
  porcelain: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    meaning: { en: 'print only ids', de: 'nur IDs ausgeben' },
  },
} as const satisfies Options

export const yes_option = {
  yes: {
    type: 'boolean',
    short: 'y',
    only: 'on',
    meaning: { en: 'skip the confirmation prompt', de: 'Rückfrage überspringen' },
  },
} as const satisfies Options

/** The values of the flags that every command takes. */
export type GlobalOptions = OptionsOf<typeof global_options>

/** The values of flags that a journal stores; those that the rows do not allow are left out. */
export function storedOptions<O extends Options>(rows: O, stored: JsonObject): OptionsOf<O> {
  const values = Object.entries(stored).filter(([name, value]) => {
    const row = rows[name]
    return row !== undefined && isAllowed(row, value)
  })
  // The compiler cannot relate the entries of an object to its keys.
  return Object.fromEntries(values) as OptionsOf<O>
}

function isAllowed({ type, choices, many }: Option, value: Json | undefined): boolean {
  if (many !== undefined) return Array.isArray(value) && value.every((item) => typeof item === 'string')
  if (choices !== undefined) return typeof value === 'string' && choices.includes(value)
  return typeof value === (type === 'integer' ? 'number' : type)
}

/** Every spelling of a flag with whether it takes a value: `-o` true, `--json` false. */
export function spellingsOf(options: Options): ReadonlyMap<string, boolean> {
  return new Map(
    Object.entries(options).flatMap(([name, option]) =>
      spellings(name, option).map((spelling) => [spelling, option.type !== 'boolean'] as const),
    ),
  )
}

function spellings(name: string, { type, short, only }: Option): readonly string[] {
  const long = name.replaceAll('_', '-')
  return [
    ...(only === 'off' ? [] : [`--${long}`]),
    ...(type === 'boolean' && only !== 'on' ? [`--no-${long}`] : []),
    ...(short ? [`-${short}`] : []),
  ]
}
