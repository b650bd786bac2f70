// Translates typed flags to those of a command: spellings of other programs, German ones, and typing errors.
import { closest, editDistance } from '../../../base/text/closest.ts'
import type { Plural, Resource } from '../../../spec/model.ts'
import { nameOfFlag, resourceNamed, resources } from '../../../spec/resources.ts'
import type { Flag } from '../../arguments/flags.ts'
import { inEnglish, meaningsIn } from './words.ts'

export interface TypedFlag {
  /** As typed, without a value: `--catgory`. */
  readonly name: string
  readonly value: string | undefined
}

export interface SplitLine {
  readonly words: readonly string[]
  readonly flags: readonly TypedFlag[]
}

function isFlag(word: string): boolean {
  return /^--?[a-z?]/i.test(word)
}

/** Separates flags, with their values, from the other words. `known` are the flags that the line may have. */
export function splitLine(argv: readonly string[], known: readonly Flag[]): SplitLine {
  const words: string[] = []
  const flags: TypedFlag[] = []
  for (let i = 0; i < argv.length; i += 1) {
    const word = argv[i] ?? ''
    const [, name, assigned] = /^(--?[a-z?][^=\s]*)(?:=(.*))?$/is.exec(word) ?? []
    if (word === '--') return { words: [...words, ...argv.slice(i)], flags }
    if (name === undefined) {
      words.push(word)
      continue
    }
    const next = argv[i + 1]
    // `--sort-by -start`
    const isValue =
      next !== undefined && (!isFlag(next) || /^--(sort|order)/.test(name)) && takesValue(name, next, known)
    const value = assigned ?? (isValue ? next : undefined)
    if (assigned === undefined && value !== undefined) i += 1
    flags.push({ name, value })
  }
  return { words, flags }
}

function takesValue(name: string, next: string, known: readonly Flag[]): boolean {
  if (name === '--json') return isFieldList(next)
  if (name === '-n') return /^\d+$/.test(next)
  const own = known.filter(({ positive, negative, short }) => [positive, negative, short].includes(name))
  if (own.length > 0) return own.some(({ value, preset }) => value !== undefined && preset === undefined)
  // `rm -rf 33 34`
  if (/^-(rf?|fr?)$/i.test(name) && /^#?\d/.test(next)) return false
  if (/^-[a-z]+$/i.test(name) && !/^-[bfiotnLudlpcX]$/.test(name)) return /^\d+$/.test(next)
  return !switches.test(name)
}

/** Flags of other programs that take no value. */
const switches =
  /^--(all-?day|ganztägig|ics|ical|csv|excel|xlsx|force|verbose|silent|reverse|desc|asc|today|tomorrow|weekend|week|add|list|daemon|detach|background|no-.+|headers?|short|overwrite|upsert|apply|simulate|preview|plan|test|hilfe|usage|now|headless|wide|details?|usages?|follow|recursive|open|browser|ja|assume-yes|weekly|daily|monthly|featured|published|free|unused|password-stdin|with-token|token-stdin)$/i

function isFieldList(text: string): boolean {
  return text.split(',').every((name) => /^[a-z_.]+$/i.test(name) && (text.includes(',') || isField(name)))
}

function isField(name: string): boolean {
  return name === 'start' || Object.values<Resource>(resources).some(({ fields }) => Object.hasOwn(fields, name))
}

/** Flags and values of the command that the typed ones mean; undefined for a flag that means none. */
export function meaningOf(
  { name, value }: TypedFlag,
  known: readonly string[],
  { kind = 'events', nears = true }: { readonly kind?: Plural | undefined; readonly nears?: boolean } = {},
): readonly TypedFlag[] | undefined {
  const spelled = inOurSpelling(name)
  if (name === '--json' && value !== undefined && known.includes('--fields'))
    return [
      { name, value: undefined },
      { name: '--fields', value: fieldsNamed(value, kind) },
    ]
  const lacking = lackingIn(spelled, value)
  if (lacking) return known.includes(lacking.name) ? [lacking] : undefined
  // `--filter 'start > 2026-12-10'` is no text to search for.
  if (selectors.includes(spelled) && !known.includes(name) && /[<>]|&&| (and|contains|like) /i.test(value ?? ''))
    return undefined
  const assigned = assignmentIn(value)
  if (assigned && selectors.includes(spelled) && !known.includes(name)) {
    const inner = meaningOf({ name: `--${singularOf(assigned.name)}`, value: assigned.value }, known, { kind, nears })
    if (inner) return inner
    return known.includes('--where') ? [{ name: '--where', value: `${assigned.name}=${assigned.value}` }] : undefined
  }
  // As in docker and kubectl: `--format '{{.title}}'`
  if (/^(--format|--output|-o|-f)$/.test(name) && value?.includes('{{') && known.includes('--template')) {
    const template = value.replace(
      /\{\{ *\.?(\w+) *\}\}/g,
      (_, field: string) => `{{${sortField(field, kind) ?? field}}}`,
    )
    return [{ name: '--template', value: template }]
  }
  // Other programs count minutes.
  if (known.includes(name)) return [{ name, value: name === '--duration' ? value?.replace(/^\d+$/, '$&m') : value }]
  const pairs = ofDays(spelled, value, known)
  if (pairs) return pairs
  if (name === '--query' && known.includes('--jq')) {
    if (/^[.[]/.test(value ?? '')) return [{ name: '--jq', value }]
    if (isField(value ?? '')) return [{ name: '--fields', value }]
  }
  // `update 44 --time 21:00` moves the event, and keeps its length.
  if (/^--(time|at|uhrzeit)$/.test(spelled) && known.includes('--add-tags') && known.includes('--shift'))
    return [{ name: '--shift', value }]
  // In cal, `--starts-before 2026-12-10` includes that day.
  if (spelled === '--before' && value !== undefined && !value.includes(':'))
    return meaningOf({ name, value: `${value} 00:00` }, known, { kind, nears })
  const others = other(spelled)
  // `events delete --search jazz`: a filter of lists.
  const filter = [spelled, ...others].find((one) => Object.hasOwn(resources[kind].query, nameOfFlag(one)))
  const isMeant = [spelled, ...others].some((one) => known.includes(one.split(' ')[0] ?? ''))
  if (filter !== undefined && value !== undefined && known.includes('--where') && !isMeant)
    return [{ name: '--where', value: `${nameOfFlag(filter)}=${value}` }]
  const meant = [spelled, ...others, ...(others.length === 0 && nears ? nearOf(spelled, known) : [])].find((one) =>
    known.includes(one.split(' ')[0] ?? ''),
  )
  if (meant === undefined) return undefined
  const [flag = '', fixed] = meant.split(' ')
  if (flag === '--sort') return sorted(spelled, value, kind)
  if (fixed !== undefined && value !== undefined) return undefined
  if (flag === '--fields' && value !== undefined) return [{ name: flag, value: fieldsNamed(value, kind) }]
  return [{ name: flag, value: fixed ?? value }]
}

function sorted(typed: string, value: string | undefined, kind: Plural): readonly TypedFlag[] | undefined {
  if (/^--(desc|asc|reverse)$/.test(typed)) return undefined
  const [, sign = '', name = ''] = /^(-?)\.?(.*)$/s.exec(value ?? '') ?? []
  return [{ name: '--sort', value: value === undefined ? value : `${sign}${sortField(name, kind) ?? name}` }]
}

/** `--missing organizer` */
function lackingIn(name: string, value = ''): TypedFlag | undefined {
  const kind = /^--(missing|without|no|ohne)$/.test(name) ? resourceNamed(inEnglish(value)) : undefined
  return kind && { name: `--no-${kind.singular}`, value: undefined }
}

/** Flags for one day, a period or a range; in a list, `--start-date` alone has no end. */
function ofDays(name: string, value: string | undefined, known: readonly string[]): readonly TypedFlag[] | undefined {
  if (!known.includes('--starts-after') || value === undefined) return undefined
  const between = (from: string, to: string) => [
    { name: '--start-date', value: from },
    { name: '--end-date', value: to },
  ]
  if (/^--(date|day|on|when|wann|datum|am|month|monat)$/.test(name)) return between(value, value)
  if (!/^--(between|range|dates|period|zwischen|zeitraum)$/.test(name)) return undefined
  const [from, to, more] = value.split(/ ?\.\.\.? ?|,| to | and | bis | und |\/| - /)
  return from === undefined || from === '' || more !== undefined ? undefined : between(from, to ?? from)
}

const selectors = ['--filter', '--query', '--selector', '-l', '--field-selector', '--where', '--with', '--wo']

/** `venue=City Hall`, `venue: City Hall` */
export function assignmentIn(text: string | undefined): { readonly name: string; readonly value: string } | undefined {
  const [, name, value] = /^([\p{L}_-]+) ?(?:==?|:) ?"?([^"=/]+)"?$/u.exec(text ?? '') ?? []
  return name === undefined || value === undefined ? undefined : { name, value }
}

function singularOf(name: string): string {
  const english = inEnglish(name.toLowerCase())
  return resourceNamed(english)?.singular ?? english
}

function sortField(typed: string, kind: Plural): string | undefined {
  const name = typed.toLowerCase()
  if (kind === 'events' && /^(start|date|time|datum|beginn|zeit|when)$/.test(name)) return 'start_date'
  if (kind === 'events' && /^(end|ende)$/.test(name)) return 'end_date'
  if (/^(name|title|titel)$/.test(name)) return resources[kind].name
  return name === 'id' || Object.hasOwn(resources[kind].fields, name) ? name : undefined
}

function fieldsNamed(value: string, kind: Plural): string {
  return value
    .split(',')
    .map((name) => sortField(name, kind) ?? name)
    .join(',')
}

/** `--post_title`, `--set-title`, `--startDate` → `--title`, `--title`, `--start-date`. */
function inOurSpelling(name: string): string {
  if (!name.startsWith('--')) return name
  const words = name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).replaceAll('_', '-')
  return words.toLowerCase().replace(/^--(post|event|set)-/, '--')
}

function other(name: string): readonly string[] {
  return other_flags[name]?.split(' | ') ?? []
}

/** Of nearly the same spelling: a flag, or the name in another program that was mistyped (`--form` for `--from`). */
function nearOf(name: string, known: readonly string[]): readonly string[] {
  // `--all` of lists is not `--all-day`.
  if (!name.startsWith('--') || name === '--all') return []
  // Compared without the dashes, which would count as equal letters.
  const near = closest(
    name.slice(2),
    known.filter((flag) => flag.startsWith('--')).map((flag) => flag.slice(2)),
  )
  const mistyped = Object.keys(other_flags).filter((one) => one.length > 5 && editDistance(one, name) === 1)
  return [...(near === undefined ? [] : [`--${near}`]), ...(name.length < 6 ? [] : mistyped.flatMap(other))]
}

/** The flags that another program's flag may mean, the likeliest first. */
const other_flags = meaningsIn(`
  --starts-after | --start-date: --after, --min-date, --starting
  --starts-before | --end-date: --before, --max-date
  --start-date: --from, --since, --von, --ab, --date, --day, --when, --wann, --datum, --beginn, --start-time,
    --starts-at, --starts-on, --dtstart, --seit, --am
  --start-date | --starts-after: --time, --at, --start, --begin, --uhrzeit, --on
  --end-date: --to, --until, --till, --bis, --ende, --end, --end-time, --ends-at, --dtend
  --search | --where: --query, --filter, --find, --suche, --grep, --selector
  --venue | --city: --place, --location, --ort, --where, --room, --raum
  --organizer: --organiser, --veranstalter
  --organizer | --api-root: --host
  --categories | --add-categories: --category, --cat, --kategorie, --kategorien
  --tags | --add-tags: --tag, --label, --labels, --schlagwort, --schlagwörter
  --add-tags: --add-tag, --add-label, --add-labels
  --remove-tags: --remove-tag, --remove-label, --remove-labels
  --add-categories: --add-category
  --remove-categories: --remove-category
  --title | --search | --venue | --organizer | --name: --name, --title, --titel, -t, --summary, --subject
  --description: --desc, --text, --body, -b, --content, --notes, --beschreibung
  --cost: --price, --preis, --fee
  --city: --town, --stadt
  --address: --addr, --street, --adresse, --straße
  --phone: --tel, --telephone, --telefon
  --website | --api-root: --url, --homepage, --link
  --email: --mail, --e-mail
  --zip: --postcode, --postal-code, --plz
  --duration: --dauer, --length, --lasts
  --shift: --by
  --shift | --start-date: --move, --um, --verschieben
  --sort: --order, --order-by, --orderby, --sortby, --sort-by, --reverse, --desc, --asc, --sortieren, --sortierung
  --output count: --count
  --output ids: --ids, --only-ids
  --limit: --max, --top, -L, -n, --first, --head, --max-results, --anzahl
  --all: -a, -A, -la, -al, --alle
  --fields: --columns, --select, --field, --cols, --spalten, --felder, --fieldset
  --output: --ausgabe, --format
  --kind: --type, --art
  --yes: --force, --no-confirm, --no-prompt, --assume-yes, --apply, --ja
  --api-root: --server, --endpoint, --site
  --port: -p
  --stdin: --password-stdin, --with-token, --token-stdin
  --user: -u, --username
  --watch: -w, --follow
  --web: --browser, --open
  --debug: --verbose, -v, --trace
  --search | --start-date | --quiet: -s
  --quiet: --silent
  --no-header: --no-headers, --no-heading
  --help: --hilfe, -?, --usage, -help
  --data: -d, --json-input, --patch
  --dry-run: --simulate, --test, --preview, --plan, --check
  --on-existing update: --overwrite, --update, --upsert, --replace
  --format ics | --output ics: --ics, --ical
  --format csv | --output csv: --csv, --excel, --xlsx
  --no-has-events: --unused, --empty
  --status publish: --published
  --status draft: --draft, --drafts
  --no-category: --no-categories
  --file | --yes | --output: -f`)
