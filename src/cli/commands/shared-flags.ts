// Operands and flags that the commands of several kinds share.
import type { Text } from '../../base/text/language.ts'
import type { Operand, Options } from '../core/command.ts'

export function text(en: string, de: string): Text {
  return { en, de }
}

export const targets: Operand = {
  name: 'TARGET',
  many: true,
  meaning: text(
    'id, slug, id:12, slug:2026 or an address; - reads them from standard input',
    'ID, Slug, id:12, slug:2026 oder eine Adresse; - liest sie von der Standardeingabe',
  ),
}

export const list_options = {
  all: { type: 'boolean', only: 'on', meaning: text('fetch all pages', 'alle Seiten abrufen') },
  limit: {
    type: 'integer',
    value: 'N',
    meaning: text('maximum number of results to fetch', 'Höchstzahl der abgerufenen Ergebnisse'),
  },
  param: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    rare: true,
    meaning: text('add an undocumented parameter', 'einen nicht dokumentierten Parameter anhängen'),
  },
} as const satisfies Options

export const any_date = {
  any_date: {
    type: 'boolean',
    only: 'on',
    meaning: text('include events of any date', 'Termine jedes Datums einschließen'),
  },
} as const satisfies Options

export const iso_dates = {
  iso: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'on a terminal, show sortable dates: 2026-11-23 19:00–21:00',
      'auf einem Terminal sortierbare Daten zeigen: 2026-11-23 19:00–21:00',
    ),
  },
} as const satisfies Options

export const allow_duplicate = {
  allow_duplicate: {
    type: 'boolean',
    only: 'on',
    meaning: text('create it even if the name exists', 'auch anlegen, wenn der Name schon existiert'),
  },
} as const satisfies Options

export const only_given = {
  only_given: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: text(
      'send only the given fields; services may reset the others',
      'nur die angegebenen Felder senden; Dienste setzen andere womöglich zurück',
    ),
  },
} as const satisfies Options

export const event_options = {
  duration: {
    type: 'string',
    value: 'LENGTH',
    group: 'fields',
    meaning: text('duration instead of --end-date: 90m, 1h30m, 2d', 'Dauer statt --end-date: 90m, 1h30m, 2d'),
  },
} as const satisfies Options

/** What help says of the parameters of an event that another flag sets too. */
export const event_notes = { end_date: text('or use --duration', 'oder --duration verwenden') } as const

export const shift_option = {
  shift: {
    type: 'string',
    value: 'LENGTH',
    group: 'fields',
    meaning: text(
      'move start and end: +1h, -2d, +1w, +1d12h; days and weeks keep the time of day',
      'Beginn und Ende verschieben: +1h, -2d, +1w, +1d12h; Tage und Wochen behalten die Uhrzeit',
    ),
  },
} as const satisfies Options

export const create_missing = {
  create_missing: {
    type: 'boolean',
    only: 'on',
    meaning: text(
      'create missing categories, tags, venues and organizers by name',
      'fehlende Kategorien, Schlagwörter, Orte und Veranstalter nach Namen anlegen',
    ),
  },
} as const satisfies Options

const categories = { type: 'string', value: 'CATEGORY,…', many: 'repeated' } as const
const tags = { type: 'string', value: 'TAG,…', many: 'repeated' } as const
const organizers = { type: 'string', value: 'ORGANIZER,…', many: 'repeated' } as const
const venues = { type: 'string', value: 'VENUE', many: 'repeated' } as const

/** The lists of an event, changed without retyping them. The plurals are other spellings. */
export const list_edits = {
  add_categories: {
    ...categories,
    group: 'fields',
    meaning: text('add these categories to those the event has', 'diese Kategorien zu denen des Termins hinzufügen'),
  },
  remove_categories: {
    ...categories,
    group: 'fields',
    meaning: text('remove these categories, keep the others', 'diese Kategorien entfernen, die anderen behalten'),
  },
  add_tags: { ...tags, group: 'fields', meaning: text('add these tags', 'diese Schlagwörter hinzufügen') },
  remove_tags: { ...tags, group: 'fields', meaning: text('remove these tags', 'diese Schlagwörter entfernen') },
  add_organizer: {
    ...organizers,
    group: 'fields',
    meaning: text('add these organizers', 'diese Veranstalter hinzufügen'),
  },
  remove_organizer: {
    ...organizers,
    group: 'fields',
    meaning: text('remove these organizers', 'diese Veranstalter entfernen'),
  },
  add_venue: {
    ...venues,
    group: 'fields',
    rare: true,
    meaning: text(
      'add this venue; most services keep one for each event',
      'diesen Ort hinzufügen; die meisten Dienste führen einen je Termin',
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
  web: { type: 'boolean', only: 'on', meaning: text('open the page in the browser', 'die Seite im Browser öffnen') },
} as const satisfies Options

export const where_option = {
  where: {
    type: 'string',
    value: 'FILTER=VALUE',
    many: 'repeated',
    meaning: text(
      'all records that these filters of list select, instead of TARGET; rerun the command to resume',
      'alle Einträge, die diese Filter von list auswählen, statt ZIEL; zum Fortsetzen den Befehl erneut ausführen',
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
      'take fields from a JSON or YAML file, one record or many; - is standard input',
      'Felder aus einer JSON- oder YAML-Datei, ein Eintrag oder viele; - ist die Standardeingabe',
    ),
  },
  data: {
    type: 'string',
    value: 'JSON',
    rare: true,
    meaning: text('fields as JSON, over those of the file', 'Felder als JSON; gehen denen der Datei vor'),
  },
  set: {
    type: 'string',
    value: 'NAME=VALUE',
    many: 'repeated',
    meaning: text(
      'one field, over --file and --data; venue.city reaches inside',
      'ein Feld; geht Datei und --data vor; venue.city meint ein Feld darin',
    ),
  },
  allow_unknown: {
    type: 'boolean',
    only: 'on',
    rare: true,
    meaning: text(
      'send fields that the interface does not document',
      'auch Felder senden, die die Schnittstelle nicht dokumentiert',
    ),
  },
  unset: {
    type: 'string',
    value: 'NAME',
    many: 'repeated',
    meaning: text(
      'clear a field, or leave out the one a file gives',
      'ein Feld leeren, oder das einer Datei weglassen',
    ),
  },
} as const satisfies Options

/** `--venue` of venues and `--organizer` of organizers are also `--name`. */
export function synonymsOf(name: string): Readonly<Record<string, string>> {
  return name === 'venue' || name === 'organizer' ? { name } : {}
}
