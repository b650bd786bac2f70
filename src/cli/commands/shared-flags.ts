// Arguments and flags that several commands share.
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import type { Operand, Options } from '../core/command.ts'

export function text(en: string, de: string): Text {
  return { en, de }
}

export const targets: Operand = {
  name: 'TARGET',
  many: true,
  meaning: text(
    'id, slug or URL, or - to read them from standard input',
    'ID, Slug oder URL, oder - für die Standardeingabe',
  ),
}

export const watch_option = {
  watch: {
    type: 'number',
    value: 'SECONDS',
    preset: '5',
    meaning: text(
      'redraw every SECONDS; with -o ndjson, print what is new or changed',
      'alle SEKUNDEN neu zeichnen; mit -o ndjson Neues und Geändertes ausgeben',
    ),
  },
} as const satisfies Options

/** Ids of records that `cal demo` creates, for examples. */
export const example_ids: Readonly<Record<Plural, readonly number[]>> = {
  events: [15, 16],
  venues: [4, 5],
  organizers: [10, 11],
  categories: [2, 3],
  tags: [11, 12],
}

/** Slugs of records that `cal demo` creates, for examples. */
export const example_slugs: Readonly<Record<Plural, string>> = {
  events: 'choir-rehearsal',
  venues: 'blue-cellar',
  organizers: 'lindenau-choir',
  categories: 'music',
  tags: 'family',
}

export const list_options = {
  all: { type: 'boolean', only: 'on', meaning: text('fetch all pages', 'alle Seiten abrufen') },
  limit: {
    type: 'integer',
    value: 'N',
    meaning: text('maximum number of results to fetch', 'maximale Anzahl abgerufener Ergebnisse'),
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    rare: true,
    meaning: text('add an undocumented query parameter', 'nicht dokumentierten Abfrageparameter hinzufügen'),
  },
  watch: { ...watch_option.watch, rare: true },
} as const satisfies Options

export const any_date = {
  any_date: {
    type: 'boolean',
    only: 'on',
    meaning: text('include events of any date', 'Termine mit beliebigem Datum einbeziehen'),
  },
} as const satisfies Options

export const iso_dates = {
  iso: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: text(
      'on a terminal, show sortable dates: 2026-11-23 19:00–21:00',
      'auf dem Terminal Datumsangaben sortierbar anzeigen: 2026-11-23 19:00–21:00',
    ),
  },
} as const satisfies Options

export const allow_duplicate = {
  allow_duplicate: {
    type: 'boolean',
    only: 'on',
    meaning: text('create the record even if the name exists', 'auch anlegen, wenn der Name bereits existiert'),
  },
} as const satisfies Options

export const only_given = {
  only_given: {
    type: 'boolean',
    only: 'on',
    excludes: ['where', 'shift'],
    rare: true,
    meaning: text(
      'send only the specified fields; services may reset the others',
      'nur die angegebenen Felder senden; Dienste können andere zurücksetzen',
    ),
  },
} as const satisfies Options

export const event_options = {
  duration: {
    type: 'string',
    value: 'DURATION',
    group: 'fields',
    meaning: text('duration instead of --end-date: 90m, 1h30m, 2d', 'Dauer statt --end-date: 90m, 1h30m, 2d'),
  },
} as const satisfies Options

/** Notes in help on fields of an event that another flag sets too. */
export const event_notes = { end_date: text('or use --duration', 'oder --duration verwenden') } as const

export const shift_option = {
  shift: {
    type: 'string',
    value: 'DURATION',
    group: 'fields',
    meaning: text('move start and end: +1h, -2d, +1w, +1d12h', 'Beginn und Ende verschieben: +1h, -2d, +1d12h'),
  },
} as const satisfies Options

export const create_missing = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create missing categories, tags, venues and organizers',
      'fehlende Kategorien, Schlagwörter, Orte und Veranstalter anlegen',
    ),
  },
} as const satisfies Options

const categories = { type: 'string', value: 'CATEGORY,…', many: 'repeated' } as const
const tags = { type: 'string', value: 'TAG,…', many: 'repeated' } as const
const organizers = { type: 'string', value: 'ORGANIZER,…', many: 'repeated' } as const
const venues = { type: 'string', value: 'VENUE', many: 'repeated' } as const

/** Flags that add items to lists of an event, or remove items. The hidden ones are other spellings. */
export const list_edits = {
  add_categories: {
    ...categories,
    group: 'fields',
    rare: true,
    meaning: text('add these categories', 'diese Kategorien hinzufügen'),
  },
  remove_categories: {
    ...categories,
    group: 'fields',
    rare: true,
    meaning: text('remove these categories', 'diese Kategorien entfernen'),
  },
  add_tags: {
    ...tags,
    group: 'fields',
    rare: true,
    meaning: text('add these tags', 'diese Schlagwörter hinzufügen'),
  },
  remove_tags: {
    ...tags,
    group: 'fields',
    rare: true,
    meaning: text('remove these tags', 'diese Schlagwörter entfernen'),
  },
  add_organizer: {
    ...organizers,
    group: 'fields',
    rare: true,
    meaning: text('add these organizers', 'diese Veranstalter hinzufügen'),
  },
  remove_organizer: {
    ...organizers,
    group: 'fields',
    rare: true,
    meaning: text('remove these organizers', 'diese Veranstalter entfernen'),
  },
  add_venue: {
    ...venues,
    group: 'fields',
    rare: true,
    meaning: text(
      'add this venue; most services allow one per event',
      'diesen Ort hinzufügen; die meisten Dienste erlauben einen je Termin',
    ),
  },
  remove_venue: { ...venues, group: 'fields', rare: true, meaning: text('remove this venue', 'diesen Ort entfernen') },
  add_organizers: {
    ...organizers,
    meaning: text('the same as --add-organizer', 'dasselbe wie --add-organizer'),
    hidden: true,
  },
  remove_organizers: {
    ...organizers,
    meaning: text('the same as --remove-organizer', 'dasselbe wie --remove-organizer'),
    hidden: true,
  },
  add_venues: { ...venues, meaning: text('the same as --add-venue', 'dasselbe wie --add-venue'), hidden: true },
  remove_venues: {
    ...venues,
    meaning: text('the same as --remove-venue', 'dasselbe wie --remove-venue'),
    hidden: true,
  },
} as const satisfies Options

export const web = {
  web: { type: 'boolean', only: 'on', meaning: text('open the web page in the browser', 'Webseite im Browser öffnen') },
} as const satisfies Options

export const where_option = {
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    meaning: text(
      'select records by a list filter instead of naming them: status=draft',
      'Einträge über einen Filter von list auswählen, statt sie zu nennen: status=draft',
    ),
  },
} as const satisfies Options

/** The flags of create and update. */
export const record_options = {
  file: {
    type: 'string',
    short: 'f',
    value: 'FILE',
    meaning: text(
      'read records from JSON or YAML; - reads standard input',
      'Einträge aus einer JSON- oder YAML-Datei lesen; - liest die Standardeingabe',
    ),
  },
  data: {
    type: 'string',
    value: 'JSON',
    rare: true,
    meaning: text('fields as JSON; they override --file', 'Felder als JSON; sie haben Vorrang vor --file'),
  },
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    meaning: text(
      'set a field: status=draft; overrides the file and --data',
      'Feld setzen: status=draft; hat Vorrang vor Datei und --data',
    ),
  },
  allow_unknown: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: text('send fields that the interface does not document', 'auch nicht dokumentierte Felder senden'),
  },
  unset: {
    type: 'string',
    value: 'NAME',
    many: 'repeated',
    meaning: text('clear a field, or ignore it in the file', 'Feld leeren oder in der Datei ignorieren'),
  },
} as const satisfies Options

/** `--name` for `--venue` of venues and `--organizer` of organizers. */
export function synonymsOf(name: string): Readonly<Record<string, string>> {
  return name === 'venue' || name === 'organizer' ? { name } : {}
}
