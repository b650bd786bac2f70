// Other spellings of flags: those of other programs, in German, and in the plural. Some are accepted for the flag that
// they mean; for the others, a hint proposes it.
import { type Flag, flagSpelled, takesValue } from './flags.ts'

/** Replaces flags that are accepted in another spelling, unless the command has them; values of flags are unchanged. */
export function inKnownSpelling(words: readonly string[], flags: readonly Flag[]): readonly string[] {
  const end = words.indexOf('--')
  const known: string[] = []
  for (const [i, word] of words.entries()) {
    const name = word.replace(/=.*/s, '')
    const targets = end === -1 || i < end ? accepted.get(name) : undefined
    const meant = targets?.find((target) => flagSpelled(flags, target.replace(/ .*/, '')))
    const before = flagSpelled(flags, known.at(-1) ?? '')
    const isUnchanged = meant === undefined || flagSpelled(flags, name) || (before && takesValue(before))
    known.push(isUnchanged ? word : `${meant.replace(' ', '=')}${word.slice(name.length)}`)
  }
  return known
}

/** Rows such as `search: suche, suchen`: `suche` and `suchen` mean `search`. A row goes on after a comma. */
export function meaningsIn(rows: string): Readonly<Record<string, string>> {
  return Object.fromEntries(pairsIn(rows))
}

/** Each word of the rows with its meaning. */
export function pairsIn(rows: string): readonly (readonly [word: string, meaning: string])[] {
  return rows
    .trim()
    .replaceAll(/,\s+/g, ',')
    .split(/\n\s*/)
    .flatMap((row) => {
      const [meaning = '', words = ''] = row.split(/: (?!.*: )/)
      return words.split(',').map((word) => [word, meaning] as const)
    })
}

/** Flags of cal itself whose value is that of another flag, or means something else in other programs. */
export const other_values = targetsIn(`
  --json - --fields FIELDS: --json
  --duration MINUTES: --duration
  --start-date START: --date`)

/**
 * The flags that a flag of another spelling may mean, the likeliest first; with a value, or with the form of one.
 * `=--csv` is accepted in place of them; the others are refused, with a hint.
 */
const spellings = targetsIn(`
  --starts-after | --start-date: --after, --min-date, --starting
  --starts-before MIDNIGHT | --end-date MIDNIGHT: --before
  --starts-before | --end-date: --max-date
  --start-date: --from, --since, --von, --ab, --beginn, --start-time, --starts-at, --starts-on, --dtstart, --seit
  --start-date DAY --end-date DAY | --start-date: --date, --day, --on, --when, --wann, --datum, --am, --month, --monat
  --shift | --start-date | --starts-after: --time, --at, --uhrzeit
  --start-date | --starts-after: --start, --begin
  --end-date: --to, --until, --till, --bis, --ende, --end, --end-time, --ends-at, --dtend
  --search TEXT | --where TEXT: --filter, --selector, -l, --field-selector, --with, --wo
  --where TEXT | --venue | --city: --where
  --jq JQ | --fields FIELD | --search | --where TEXT: --query
  --search: --find, --grep
  --venue | --city: --venues, --place, --location, --room, --raum
  --organizer: --organizers, --organiser
  --organizer | --api-root: --host
  --categories | --add-categories: --categories, --category, --cat
  --tags | --add-tags: --tags, --tag, --label, --labels
  --add-tags: --add-tag, --add-label, --add-labels
  --remove-tags: --remove-tag, --remove-label, --remove-labels
  --add-categories: --add-category
  --remove-categories: --remove-category
  --title | --search | --venue | --organizer | --name: --name, --title, --titel, -t, --summary, --subject
  --description: --desc, --text, --body, -b, --content, --notes, --beschreibung
  --cost: --price, --fee
  --city | --search TEXT: --city, --town, --stadt
  --address: --addr, --street, --straße
  --phone: --tel, --telephone, --telefon
  --website | --api-root: --url, --homepage, --link
  --email: --mail, --e-mail
  --tz ZONE: --timezone, --time-zone, --zone
  --zip: --postcode, --postal-code, --plz
  --duration: --dauer, --length, --lasts
  --shift: --by
  --shift | --start-date: --move, --um
  --sort SORT: --order, --order-by, --orderby, --sortby, --sort-by, --sortieren, --sortierung
  -: --reverse, --asc
  --output count: --count
  --output ids: --ids, --only-ids
  --limit: --max, --top, -L, -n, --first, --head, --max-results, --anzahl
  --all: -a, -A, -la, -al, --alle
  --fields FIELDS: --columns, --select, --field, --cols, --spalten, --felder, --fieldset
  --output: --ausgabe, =--format
  --kind: --type, --art
  --yes: --force, --no-confirm, --no-prompt, --assume-yes, --apply, --ja
  --api-root: --server, --endpoint, --site
  --port: -p
  --stdin: --password-stdin, --with-token, --token-stdin
  --stdin -: --password, --pass, --passwort, --token
  --user: -u, --username
  --watch: -w, --follow
  --web: --browser, --open
  --debug: --verbose, -v, --trace
  --search | --start-date | --shell | --quiet: -s
  --quiet: --silent
  --no-header: --no-headers, --no-heading
  --help: --hilfe, -?, --usage, -help
  --dry-run: --simulate, --test, --preview, --plan, --check, --validate
  --on-existing update: --overwrite, --update, --upsert, --replace
  --on-existing skip: --skip-existing, --ignore-existing, --skip
  --format ics | --output ics: --ics, --ical
  --color never: =--no-color, =--no-colour
  --add-organizer: =--add-organizers
  --remove-organizer: =--remove-organizers
  --add-venue: =--add-venues
  --remove-venue: =--remove-venues
  --output csv: =--csv
  --output tsv: =--tsv
  --output yaml: =--yaml
  --output ndjson: =--ndjson
  --format csv | --output csv: --csv, --excel, --xlsx
  --no-has-events: --unused, --empty
  --status: --state
  --status publish: --published
  --status draft: --draft, --drafts
  --no-category | --unset categories: --no-categories, --no-category
  --unset tags: --no-tags, --no-tag
  --no-venue | --unset venue: --no-venue, --no-venues
  --no-organizer | --unset organizer: --no-organizer, --no-organizers
  --unset image: --no-image
  --start-date today --end-date today: --today
  --start-date tomorrow --end-date tomorrow: --tomorrow
  --start-date weekend --end-date weekend: --weekend
  --start-date week --end-date week: --week
  --method: -X
  --data BODY: -d, --data-raw, --data-binary, --json-data
  --resume: --continue
  --match: --key, --keys, --match-on
  --date-order: --date-format, --dates
  --rejected: --errors, --failed
  --allow-writes: --write, --writes, --allow-write, --read-write
  --starts-after now: --upcoming, --future, --kommende
  --ends-before now: --past, --vergangene
  --no-KIND -: --missing, --without, --no, --ohne
  --file | --yes | --output: -f`)

function targetsIn(table: string): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(meaningsIn(table)).map(([name, targets]) => [name, targets.split(' | ')]))
}

export const other_flags: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(spellings).map(([name, targets]) => [name.replace('=', ''), targets]),
)

const accepted: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries(spellings).flatMap(([name, targets]) => (name.startsWith('=') ? [[name.slice(1), targets]] : [])),
)
