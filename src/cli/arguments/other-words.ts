// Words that people type and that are not commands of cal, with what they mean: names in other programs, and German
// names. Read only for a command line that cal doesn't understand.
import { database_extension } from '../../base/database-url.ts'
import { didYouMean, editDistance } from '../../base/text/closest.ts'
import { repetitionIn, series_hint } from '../../base/dates/repetition.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import type { Plural } from '../../spec/model.ts'
import { flagOf, resourceNamed, resources } from '../../spec/resources.ts'
import { hintForName, listing } from './command-line.ts'
import { german, inEnglish, sameFor } from './german-words.ts'
import { answerOf, isMoment, kindNamed } from './sentence.ts'
import { exportLine, inOurFlags } from './unknown-flag.ts'

/**
 * A command line of cal, which the hint suggests, or a hint. `…` stands for the remaining arguments, `ID` for the first
 * of them, `REST(x)` for the others, or x. Flags that were typed follow.
 */
type Meaning = string | Text

const to_begin: Text = t('cal init connects to a calendar; cal demo creates one with sample events to try')
const no_guests: Text = t('cal has no invitations, registrations or reminders; calendar apps subscribe with cal feed')
const on_paper: Text = t('cal browse shows pages that your browser can print')
const installation: Text = t(
  'cal is an npm package: to upgrade, install the file of the new version: npm install --global ./calctl-VERSION.tgz',
)
const uninstall: Text = t('cal is an npm package: npm uninstall --global calctl')
const own_users: Text = t(
  'users of your own calendar: cal serve --user ada:administrator; those of a service are managed there',
)
const no_tokens: Text = t(
  'cal creates no tokens; to sign in with an application password: cal login; with an existing token: CAL_TOKEN',
)
const one_way: Text = t('cal copies in one direction: cal copy --from PROFILE|FILE --to PROFILE|FILE')
const no_merge: Text = t(
  'records cannot be merged; to move the events to one of them: cal events update --where venue=ID --venue REST(ID_2); then delete the other: cal venues delete ID',
)
const no_check: Text = t(
  'cal does not look for events that overlap or exist twice; in order of time: cal events list --all --sort start_date',
)
const colors: Text = t('to turn colors off or on: --color never, --color always')
const own_names: Text = t("define an alias: cal config set alias.jazz 'events list --categories jazz'")
const cancelled: Text = t(
  'to announce a cancellation: cal events update ID --add-tags cancelled --create-missing; to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
)
const hide_or_delete: Text = t(
  'to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
)
const addresses: Text = t(
  'on a site, cal feed prints the address to subscribe to, and cal events get ID --fields url that of an event; to open a database file in the browser: cal browse',
)
const rename: Text = t(
  'to rename an event: cal events update ID --title REST(…); a category: cal categories update ID --name REST(…); venues, organizers and tags likewise',
)
const no_purge: Text = t(
  'the trash cannot be emptied: the interface deletes nothing permanently; to list it: cal events list --status trash --any-date',
)
const no_months: Text = t(
  '--shift takes weeks, days, hours and minutes; to name the day: cal events update ID --shift DATE',
)
const three_months: Text = t('to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d')

const publish_drafts = 'events update --where status=draft --status publish'

/** By the first word, or the first two; `KIND` stands for a kind of records. */
const commands: Readonly<Record<string, Meaning>> = {
  ...sameFor('doctor', 'auth', 'who', 'whoami', 'status', 'ping', 'health', 'test', 'diagnose'),
  ...sameFor('login', 'auth login', 'signin', 'sign-in'),
  ...sameFor('logout', 'auth logout', 'signout', 'sign-out'),
  ...sameFor('init', 'setup', 'connect', 'account', 'remote'),
  ...sameFor('profile list', 'calendars', 'profiles', 'contexts', 'config get-contexts'),
  ...sameFor('profile show', 'context', 'config current-context'),
  ...sameFor('profile use …', 'use', 'switch', 'checkout', 'config use-context', 'agenda switch', 'calendar switch'),
  ...sameFor('init URL', 'profile add', 'profile create', 'profile new', 'profile set'),
  ...sameFor(
    'config list',
    'config view',
    'config show',
    'config dump',
    'settings',
    'preferences',
    'prefs',
    'options',
    'configure',
    'configuration',
  ),
  ...sameFor('config path', 'config edit', 'config file', 'config where'),
  ...sameFor('history list', 'log', 'runs', 'journal'),
  ...sameFor('history show ID', 'history ID', 'history get', 'history view', 'history diff'),
  ...sameFor('history undo', 'redo', 'revert', 'rollback', 'history revert', 'history rollback'),
  ...sameFor(one_way, 'sync', 'mirror', 'replicate', 'migrate', 'synchronize', 'synchronise'),
  ...sameFor(no_merge, 'merge', 'combine', 'dedupe', 'deduplicate', 'KIND merge', 'KIND combine', 'KIND dedupe'),
  ...sameFor(
    no_check,
    'conflicts',
    'conflict',
    'overlaps',
    'clashes',
    'collisions',
    'duplicates',
    'doppelte',
    'dubletten',
    'konflikte',
  ),
  ...sameFor('backup monday.db', 'db dump', 'database dump', 'db backup'),
  ...sameFor(no_tokens, 'token', 'tokens', 'apikey', 'api-key', 'key', 'keys', 'secret', 'secrets'),
  ...sameFor('import …', 'upload', 'load', 'read', 'push'),
  ...sameFor('export …', 'download', 'dump', 'save', 'pull'),
  ...sameFor('validate …', 'check', 'lint', 'verify'),
  ...sameFor('browse', 'web', 'ui', 'gui', 'tui', 'dashboard', 'view-web'),
  ...sameFor('feed …', 'webcal', 'url', 'link'),
  ...sameFor('mcp', 'ai', 'chat', 'assistant', 'agent'),
  ...sameFor('search …', 'grep', 'query', 'filter', 'lookup'),
  ...sameFor('api GET /events', 'rest', 'curl', 'http', 'request', 'endpoint', 'graphql'),
  ...sameFor('explain event', 'schema', 'fields', 'columns', 'api-resources', 'api-versions', 'resources'),
  ...sameFor('agenda …', 'calendar', 'upcoming', 'schedule', 'future', 'busy', 'free', 'between'),
  ...sameFor('week …', 'calw'),
  ...sameFor('month …', 'calm'),
  ...sameFor('add …', 'quick', 'quickadd', 'event-add', 'all-day', 'allday'),
  ...sameFor('events list --ends-before today', 'past'),
  ...sameFor('events list --limit 1', 'next', 'events next'),
  ...sameFor('events list --all --any-date', 'all', 'everything', 'events all'),
  ...sameFor('events list --all --any-date -o count', 'count', 'stats', 'statistics', 'total', 'report'),
  ...sameFor('events list --all -o csv', 'csv', 'excel', 'xlsx', 'spreadsheet'),
  ...sameFor('events list --all -o json', 'json', 'ndjson', 'yaml'),
  ...sameFor('export events --to events.ics', 'ics', 'ical', 'icalendar', 'outlook', 'google'),
  ...sameFor('events list --status trash --any-date', 'trash', 'bin', 'deleted', 'recycle'),
  ...sameFor(no_purge, 'trash empty', 'trash purge', 'trash clear', 'trash delete', 'purge', 'empty', 'empty-trash'),
  ...sameFor('events list --status draft --any-date', 'drafts'),
  ...sameFor(publish_drafts, 'drafts publish', 'publish drafts', 'publish all'),
  ...sameFor('events list --featured', 'featured', 'highlights'),
  ...sameFor('venues …', 'place', 'places', 'location', 'locations', 'room', 'rooms', 'sites', 'address'),
  ...sameFor('organizers …', 'people', 'host', 'hosts', 'contact', 'contacts', 'author', 'artists'),
  ...sameFor('categories …', 'topic', 'topics', 'types', 'taxonomy', 'term', 'terms', 'cat', 'cats'),
  ...sameFor('tags …', 'label', 'labels', 'keywords'),
  ...sameFor(
    'events …',
    'post',
    'posts',
    'entries',
    'items',
    'records',
    'concerts',
    'meetings',
    'appointments',
    'appointment',
  ),
  ...sameFor('copy --from ID --to calendar.db', 'clone URL', 'fetch URL', 'pull URL', 'download URL'),
  ...sameFor('events copy ID --shift REST(+1w)', 'copy ID', 'clone', 'dup', 'duplicate'),
  ...sameFor(series_hint, 'repeat', 'recur', 'recurring', 'weekly', 'daily', 'series', 'every', 'KIND repeat'),
  ...sameFor('events update ID …', 'patch', 'modify', 'change', 'set ID', 'KIND set'),
  ...sameFor('events update ID --title REST(…)', 'rename ID', 'title', 'KIND rename'),
  rename,
  ...sameFor('import … --kind KIND', 'KIND import', 'KIND upload', 'KIND load'),
  ...sameFor('validate … --kind KIND', 'KIND validate', 'KIND check'),
  ...sameFor('export KIND …', 'KIND export', 'KIND download', 'KIND dump', 'KIND save'),
  ...sameFor('events update ID --add-tags REST(jazz) --create-missing', 'tags ID', 'KIND tag', 'KIND label'),
  ...sameFor('events update ID --remove-tags REST(jazz)', 'untag', 'KIND untag', 'KIND unlabel'),
  ...sameFor('events restore ID', 'restore', 'recover'),
  ...sameFor('restore …', 'restore FILE', 'recover FILE'),
  ...sameFor('events update ID --shift REST(+1d)', 'move', 'mv', 'reschedule', 'postpone', 'delay', 'shift'),
  ...sameFor('events update ID --shift REST(-1d)', 'prepone', 'advance', 'bring-forward', 'vorverlegen'),
  ...sameFor('events update ID --status publish', 'publish', 'release', 'approve'),
  ...sameFor('events update ID --status draft', 'unpublish', 'draft', 'hide'),
  ...sameFor(cancelled, 'cancel', 'call-off'),
  ...sameFor(hide_or_delete, 'archive', 'close'),
  ...sameFor(addresses, 'share', 'publish-url', 'embed', 'send', 'mail', 'email'),
  ...sameFor(no_guests, 'remind', 'reminder', 'reminders', 'alarm', 'alert', 'notify', 'notification', 'invite'),
  ...sameFor(no_guests, 'rsvp', 'attend', 'attendees', 'ticket', 'tickets', 'register', 'guests', 'book', 'booking'),
  ...sameFor(on_paper, 'print', 'pdf', 'poster', 'flyer'),
  ...sameFor(installation, 'upgrade', 'self-update', 'install', 'npm'),
  uninstall,
  ...sameFor(
    own_users,
    'user',
    'users',
    'adduser',
    'useradd',
    'accounts',
    'role',
    'permissions',
    'roles',
    'password',
    'passwd',
  ),
  ...sameFor(colors, 'color', 'colors', 'colour', 'theme', 'dark'),
  ...sameFor(own_names, 'alias', 'aliases', 'shortcut', 'plugin', 'plugins', 'extension', 'extensions'),
  ...sameFor(to_begin, 'start', 'begin', 'tutorial', 'quickstart', 'getting-started', 'tour', 'guide', 'intro'),
  ...sameFor(to_begin, 'onboarding', 'example', 'examples', 'sample', 'samples', 'hello', 'hi', 'welcome'),
  ...sameFor('help', 'man', 'manual', 'docs', 'documentation', 'readme', 'wiki', 'faq', 'about', 'info', 'usage', '?'),
  ...sameFor('help', 'flags', 'commands', 'menu', 'home', 'shell', 'repl', 'console', 'interactive', 'exit', 'quit'),
  ...sameFor('help dates', 'dates', 'date', 'time', 'timezone', 'timezones'),
  ...sameFor('help environment', 'env', 'environment'),
  ...sameFor(
    'serve',
    'server',
    'server start',
    'run',
    'up',
    'host-it',
    'listen',
    'daemon',
    'mock',
    'mock-server',
    'dev',
  ),
  ...sameFor('completion bash', 'completions', 'autocomplete', 'install-completion', 'show-completion', 'bash'),
  ...sameFor('completion zsh', 'zsh'),
  ...sameFor('completion fish', 'fish'),
  ...sameFor('agenda --watch', 'watch', 'refresh', 'reload', 'live', 'follow', 'tail'),
  ...sameFor('apply …', 'deploy', 'plan'),
  ...sameFor(three_months, '-3', '-1', 'year'),
}

/**
 * What words that name no command mean: `move 15 +1w` → `did you mean cal events update 15 --shift +1w?`; undefined if
 * unknown. `group` is the kind of records that was typed before them.
 */
export async function commandHint(typed: readonly string[], group?: Plural): Promise<Text | undefined> {
  const [word = '', ...after] = withoutParticle(typed)
  const name = inEnglish(word)
  const lead = withoutLead(after)
  const named = group ?? lead.kind
  const classes = classesOf(lead.words).map((one) => `${name} ${one}`)
  const keys = [twoWords(name, after[0] ?? ''), ...(named ? [`KIND ${name}`] : []), ...classes, name]
  const key = keys.find((one) => Object.hasOwn(commands, one))
  const meaning = key === undefined ? undefined : commands[key]
  if (meaning === undefined) {
    const kind = resourceNamed(name)?.plural
    if (name === word) return undefined
    const answer = kind || !verbs.test(name) ? undefined : await answerOf(after)
    if (answer) return didYouMean(['cal', ...answer].map(shellWord).join(' '))
    return kind ? kindHint(kind, after) : didYouMean(['cal', name, ...after.map(shellWord)].join(' '))
  }
  const namesRecord = key?.startsWith('KIND ') === true || /^events |\bID\b/.test(lineOf(meaning))
  const kind = namesRecord ? named : group
  const rest = key === twoWords(name, after[0] ?? '') ? after.slice(1) : namesRecord ? lead.words : after
  if (typeof meaning !== 'string') return filledText(meaning, rest)
  const listed = resourceNamed(meaning.replace(/ …$/, ''))?.plural
  if (listed !== undefined) return kindHint(listed, rest)
  if (meaning.startsWith('export KIND')) return didYouMean(exportLine([kind ?? 'events', ...rest]))
  // Other kinds have no dates; venues and organizers have a status.
  if (kind !== undefined && kind !== 'events' && meaning.startsWith('events ') && !meaning.includes('-tags')) {
    const isCommon = /^events (list|restore|update ID( …| --title))/.test(meaning)
    if (!isCommon && !(meaning.includes('--status') && resources[kind].family === 'post')) return listing(kind, [])
    return suggestion(inKind(meaning, kind), rest)
  }
  if (meaning.includes('--shift')) return moveHint(meaning, rest)
  return suggestion(meaning.replace('KIND', kind ?? 'events'), rest)
}

/** The line with the words that were typed, or an example where some are missing. */
function suggestion(meaning: string, rest: readonly string[]): Text {
  const at = rest.findIndex((word) => /^--?[a-z]/i.test(word))
  const named = at === -1 ? rest.length : at
  const selects = rest.some((word) => /^--(where|all)\b/.test(word))
  const needed = (/\bID\b/.test(meaning) ? 1 : 0) + (meaning.includes('REST(') ? 1 : 0)
  const line = `cal ${filled(meaning, rest)}`
  if (named >= needed || selects) return didYouMean(line)
  return t('for example: {line}', { line: named === 0 ? line.replace(/\bID\b/, '15') : line })
}

/** German verbs in two parts: `sage 53 ab`, `lege termin … an`. */
const particles: Readonly<Record<string, readonly [particle: RegExp, verb: string]>> = {
  sag: [/^ab$/i, 'absagen'],
  sage: [/^ab$/i, 'absagen'],
  lege: [/^an$/i, 'anlegen'],
  trage: [/^ein$/i, 'eintragen'],
  stelle: [/^(wieder|her)$/i, 'wiederherstellen'],
  benenne: [/^um$/i, 'umbenennen'],
}

function withoutParticle(typed: readonly string[]): readonly string[] {
  const [word = '', ...after] = typed
  const [particle, verb = word] = particles[word.toLowerCase()] ?? []
  const last = after.at(-1) ?? ''
  if (particle === undefined || !particle.test(last)) return typed
  return [verb, ...after.slice(0, -1).filter((one, i, all) => !(i === all.length - 1 && particle.test(one)))]
}

const lead_words =
  /^(the|a|an|my|our|this|that|der|die|das|den|dem|ein|eine|einen|mein|meine|meinen|diesen|diese|bitte|please)$/i

/** Without articles and a kind before a record: `the event 53` → `53`. */
function withoutLead(words: readonly string[]): {
  readonly kind: Plural | undefined
  readonly words: readonly string[]
} {
  let kind: Plural | undefined
  for (const [i, word] of words.entries()) {
    const named = kind === undefined ? kindNamed(word) : undefined
    if (named === undefined && !lead_words.test(word)) return { kind, words: words.slice(i) }
    kind ??= named
  }
  return { kind, words: [] }
}

/** The line begins with two words that have a meaning of their own: `agenda switch`. */
export function isOtherCommand(first: string, second: string): boolean {
  return Object.hasOwn(commands, twoWords(inEnglish(first), second))
}

/** The known word that a typed one misspells: a command, a kind, or a name in another program or language. */
export function closestWord(typed: string): string | undefined {
  const word = typed.toLowerCase()
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return undefined
  const distance_max = word.length > 6 ? 2 : 1
  return [...own_words, ...Object.keys(german), ...Object.keys(commands)]
    .filter((known) => known.length > 3 || own_words.includes(known))
    .map((known) => ({ known, distance: editDistance(known, word) }))
    .filter(({ distance }) => distance > 0 && distance <= distance_max)
    .sort((a, b) => a.distance - b.distance)[0]?.known
}

const own_words = [
  ...Object.values(resources).flatMap(({ plural, singular }) => [plural, singular]),
  ...['list', 'show', 'get', 'find', 'new', 'create', 'update', 'edit', 'delete', 'remove', 'copy', 'undo', 'search'],
  ...['today', 'tomorrow', 'weekend', 'week', 'month', 'agenda', 'browse', 'import', 'export', 'history', 'backup'],
  ...['serve', 'login', 'logout', 'profile', 'config', 'doctor', 'version', 'help', 'explain', 'validate', 'apply'],
]

function twoWords(name: string, next: string): string {
  return `${name} ${inEnglish(next)}`
}

function classesOf([word = '', second = '']: readonly string[]): readonly string[] {
  if (/^\d+$/.test(word) || /^[a-z_]+=/i.test(second)) return ['ID']
  if (isUrl(word)) return ['URL']
  return database_extension.test(word) ? ['FILE'] : []
}

function isUrl(word: string): boolean {
  return /^https?:/i.test(word)
}

function lineOf(meaning: Meaning): string {
  return typeof meaning === 'string' ? meaning : meaning.en
}

function inKind(meaning: string, kind: Plural): string {
  return meaning.replace('events', kind).replace(' --any-date', '').replace('--title', '--name')
}

const verbs = /^(list|ls|get|show|view|describe|update|edit|delete|rm|remove|restore|copy|tree|help|find|search|open)$/

/** `places list`, `location Town Hall`, `termin anlegen "Lesung 3.12. 19 Uhr"`. */
async function kindHint(kind: Plural, [word = '', ...rest]: readonly string[]): Promise<Text | undefined> {
  const verb = inEnglish(word)
  const isText = rest.length > 0 && rest.every((one) => !one.startsWith('-'))
  const line = (...words: readonly string[]) => didYouMean(['cal', ...words.map(shellWord)].join(' '))
  if (word === '') return line(kind)
  if (/^(new|create|add)$/.test(verb)) {
    if (!isText) return line(kind, 'create', ...inOurFlags(rest, kind, 'create'))
    if (kind === 'events' && repetitionIn(rest.join(' ')) !== undefined) return series_hint
    if (kind === 'events' && /\d/.test(rest.join(' '))) return line('add', rest.join(' '))
    return line(kind, 'create', kind === 'events' ? '--title' : '--name', rest.join(' '))
  }
  if (verbs.test(verb)) return line(kind, verb, ...inOurFlags(rest, kind, verb))
  const answer = await answerOf([word, ...rest], kind)
  return (await commandHint([word, ...rest], kind)) ?? (answer && line(...answer)) ?? hintForName(kind, [word, ...rest])
}

const before_date = /^(--?)?(to|on|by|at|for|date|from|until|till|auf|um|nach|am|bis|für|ab|start(-date)?)$/i

/** `move 15 +1w`, `move 15 friday`, `mv Jazz --to friday`, `postpone the event 41 by 1 week`, `copy 15 tomorrow`. */
async function moveHint(meaning: string, typed: readonly string[]): Promise<Text> {
  const words = typed.map((word) => word.replace(/^--(to|on|by|date|start(-date)?)=/, ''))
  const flags = words.findIndex((word, i) => i > 0 && /^--?[a-z]/i.test(word) && !before_date.test(word))
  const [named, others] = flags === -1 ? [words, []] : [words.slice(0, flags), words.slice(flags)]
  if (repetitionIn(named.join(' ')) !== undefined) return series_hint
  for (let from = 1; from < named.length; from += 1) {
    const when = named.slice(from).filter((word, i) => i > 0 || !before_date.test(word))
    const text = when.join(' ')
    const before = named.slice(0, before_date.test(named[from - 1] ?? '') ? from - 1 : from)
    const old = before.findIndex((word, i) => i > 0 && /^(from|von|vom)$/i.test(word))
    const target = old === -1 ? before : before.slice(0, old)
    if (when.length === 0 || target.length === 0) continue
    const shift = shiftIn(text, meaning.includes('(-'))
    if (shift === 'months') return filledText(no_months, target)
    const line =
      shift || !meaning.includes(' copy ') ? meaning : meaning.replace(/--shift.*/, '--start-date REST(DATE)')
    if (shift !== undefined || (await isMoment(text)))
      return suggestion(line, [target.join(' '), shift ?? text, ...others])
  }
  return suggestion(meaning, [...named.slice(0, 1), ...others])
}

const numbers: Readonly<Record<string, string>> = {
  ...sameFor('1', 'a', 'an', 'one', 'ein', 'eine', 'einen', 'einer'),
  ...sameFor('2', 'two', 'zwei'),
  ...sameFor('3', 'three', 'drei'),
  ...sameFor('4', 'four', 'vier'),
}

/** `1 week`, `eine woche nach hinten`, `2 hours earlier`, `+1w` as `--shift` takes them; `months` for months. */
function shiftIn(text: string, isBack: boolean): string | undefined {
  const typed = /^[+-]?(\d+[a-z]+)+$/i.exec(text)
  if (typed) return text
  const [, sign = '', count = '', unit = '', , way = ''] =
    /^([+-]?)(\d+|\p{L}+) ?(weeks?|days?|hours?|minutes?|min|months?|wochen?|tage?n?|stunden?|minuten?|monate?n?)( (.+))?$/iu.exec(
      text,
    ) ?? []
  const number = /^\d/.test(count) ? count : numbers[count.toLowerCase()]
  if (number === undefined) return undefined
  if (/^mon/i.test(unit)) return 'months'
  const back = /^(earlier|back|backwards?|before|früher|vor|vorher|nach vorne?)$/i.test(way)
  if (way !== '' && !back && !/^(later|forward|ahead|after|später|weiter|nach hinten)$/i.test(way)) return undefined
  const letter = { w: 'w', d: 'd', t: 'd', h: 'h', s: 'h' }[unit.charAt(0).toLowerCase()] ?? 'm'
  return `${sign === '-' || back || isBack ? '-' : '+'}${number}${letter}`
}

function filledText(text: Text, after: readonly string[]): Text {
  return eachLanguage((language) => filled(text[language], after, false))
}

/** Flags that were typed are kept in the spelling of the command, unless the line has them. */
function filled(line: string, after: readonly string[], keepsFlags = true): string {
  const at = after.findIndex((word) => /^--?[a-z]/i.test(word))
  const [first, ...others] = at === -1 ? after : after.slice(0, at)
  const [, kind, verb = ''] = /^(\w+) (list|update|copy) ?/.exec(line) ?? []
  const typed = keepsFlags && at !== -1 ? after.slice(at) : []
  const assigned = verb === 'update' ? others.filter((word) => /^[a-z_]+=/i.test(word)) : []
  const named = assigned.length === 0 && line.endsWith('update ID …') ? fieldsNamed(others, kind) : []
  const plain = named.length > 0 ? [] : others.filter((word) => !assigned.includes(word))
  const flags = inOurFlags([...assigned.map((word) => `--${word}`), ...named, ...typed], kind, verb).filter(
    (word) => !line.split(' ').includes(word) && !(verb === 'list' && /^(-y|--yes)$/.test(word)),
  )
  const selected = line.endsWith('--status draft') ? 'status=publish' : 'status=draft'
  const all = verb === 'update' && first === undefined && flags.includes('--all')
  const template = all
    ? line.replace(' ID', ` --where ${selected}`)
    : flags.includes('--where')
      ? line.replace(' ID', '')
      : line
  const dated = flags.some((word) => /^--(start|end)/.test(word)) ? template.replace(' --any-date', '') : template
  const words = line.includes('ID') ? plain : at === -1 ? after : after.slice(0, at)
  const text = dated.replaceAll(/\bREST\(([^)]*)\)|\bID\b| URL\b| …(?= |$)/g, (found, standard: string | undefined) => {
    if (standard !== undefined) return plain.length === 0 ? standard : shellWord(plain.join(' '))
    if (found === 'ID') return first === undefined ? 'ID' : shellWord(first)
    if (found === ' URL') return after.find(isUrl)?.replace(/^/, ' ') ?? ''
    return words.map((word) => ` ${shellWord(word)}`).join('')
  })
  return [text, ...flags.filter((word) => !(all && word === '--all')).map(flagWord)].join(' ').trim()
}

/** `title New name status draft` → `--title=New name`, `--status=draft`; empty unless the first word names a field. */
function fieldsNamed(words: readonly string[], kind: string | undefined): readonly string[] {
  const known = Object.keys(resources[resourceNamed(kind ?? '')?.plural ?? 'events'].fields).map(flagOf)
  const flags: { readonly flag: string; readonly value: string[] }[] = []
  for (const word of words) {
    const [flag = ''] = inOurFlags([`--${word}`], kind, 'update')
    const last = flags.at(-1)
    const isNew = word === word.toLowerCase() && known.includes(flag) && !flags.some((one) => one.flag === flag)
    if (isNew && last?.value.length !== 0) flags.push({ flag, value: [] })
    else if (last) last.value.push(word)
    else return []
  }
  return flags.map(({ flag, value }) => (value.length === 0 ? flag : `${flag}=${value.join(' ')}`))
}

/** `--title=New name` → `--title 'New name'` */
function flagWord(word: string): string {
  const [, name, value] = /^(--[\w-]+)=(.*)$/s.exec(word) ?? []
  return name === undefined ? shellWord(word) : `${name} ${shellWord(value ?? '')}`
}
