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
    meaning: { en: 'the same as -o json', de: 'dasselbe wie -o json' },
  },
  fields: {
    type: 'string',
    value: 'NAMES',
    many: 'commas',
    group: 'output',
    meaning: {
      en: 'show only these fields: id,title,venue.city',
      de: 'nur diese Felder anzeigen: id,title,venue.city',
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
      en: 'filter the data as JSON with a jq expression',
      de: 'die Daten als JSON mit einem jq-Ausdruck filtern',
    },
  },
  template: {
    type: 'string',
    value: 'TEXT',
    group: 'output',
    rare: true,
    meaning: { en: "a line for each record: '{{id}} {{title}}'", de: "eine Zeile je Eintrag: '{{id}} {{title}}'" },
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
      en: 'CSV and TSV: escape cells that a spreadsheet would evaluate',
      de: 'CSV und TSV: Zellen entschärfen, die eine Tabellenkalkulation auswerten würde',
    },
  },
  color: {
    type: 'string',
    value: 'WHEN',
    choices: ['auto', 'always', 'never'],
    default: 'auto',
    group: 'output',
    rare: true,
    meaning: { en: 'when to use colours', de: 'wann Farben erscheinen' },
  },
  pager: {
    type: 'boolean',
    only: 'off',
    group: 'output',
    rare: true,
    meaning: { en: 'never use a pager', de: 'nie einen Pager verwenden' },
  },
  api_root: {
    type: 'string',
    value: 'ADDRESS',
    meaning: {
      en: 'address of the interface, or file:./calendar.db',
      de: 'Adresse der Schnittstelle oder file:./calendar.db',
    },
  },
  profile: { type: 'string', value: 'NAME', meaning: { en: 'profile to use', de: 'Profil, das verwendet wird' } },
  confirm: {
    type: 'string',
    value: 'PROFILE',
    rare: true,
    meaning: {
      en: 'write to this protected profile without the prompt for its name',
      de: 'in dieses geschützte Profil schreiben, ohne Abfrage seines Namens',
    },
  },
  timeout: {
    type: 'number',
    value: 'SECONDS',
    default: 30,
    rare: true,
    meaning: { en: 'time limit for one request', de: 'Zeitgrenze für eine Anfrage' },
  },
  max_wait: {
    type: 'number',
    value: 'SECONDS',
    default: 60,
    rare: true,
    meaning: {
      en: 'longest wait to accept when the server asks to retry later',
      de: 'längste Wartezeit, wenn der Server um einen späteren Versuch bittet',
    },
  },
  insecure_http: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: { en: 'send credentials over plain HTTP', de: 'Zugangsdaten über unverschlüsseltes HTTP senden' },
  },
  lang: {
    type: 'string',
    value: 'LANGUAGE',
    choices: ['en', 'de'],
    meaning: { en: 'language of texts', de: 'Sprache der Texte' },
  },
  input: { type: 'boolean', only: 'off', meaning: { en: 'never prompt for input', de: 'nie nach Eingaben fragen' } },
  show_request: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: { en: 'show each request as a curl command', de: 'jede Anfrage als curl-Befehl zeigen' },
  },
  debug: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: {
      en: 'show requests, responses and, for a bug, the stack trace',
      de: 'Anfragen, Antworten und bei einem Programmfehler den Stacktrace zeigen',
    },
  },
  help: { type: 'boolean', short: 'h', only: 'on', meaning: { en: 'show this help', de: 'diese Hilfe zeigen' } },
  help_all: {
    type: 'boolean',
    only: 'on',
    meaning: { en: 'show this help with all flags', de: 'diese Hilfe mit allen Optionen zeigen' },
  },
  version: { type: 'boolean', short: 'V', only: 'on', meaning: { en: 'show the version', de: 'die Version zeigen' } },
} as const satisfies Options

/** The flags of commands that change something. */
export const writing_options = {
  dry_run: {
    type: 'boolean',
    only: 'on',
    short: 'n',
    meaning: {
      en: 'preview the requests without sending them',
      de: 'die Anfragen anzeigen, ohne sie zu senden',
    },
  },
  porcelain: {
    type: 'boolean',
    only: 'on',
    group: 'output',
    meaning: { en: 'print only the ids', de: 'nur die IDs ausgeben' },
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
  // The compiler can't follow the rows through the entries of an object.
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
