// Words that people type and that are not commands of cal, with what they mean: names in other programs, and German
// names. Read only for a command line that cal doesn't understand.
import { didYouMean } from '../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'
import { resourceNamed } from '../../spec/resources.ts'

/**
 * A command line of cal, which the hint suggests, or a hint. `…` stands for the remaining arguments, `ID` for the first
 * of them, `REST(x)` for the others, or x.
 */
type Meaning = string | Text

const to_begin: Text = t('cal init connects to a calendar; cal demo creates one with sample events to try')
const no_guests: Text = t('cal has no invitations, registrations or reminders; calendar apps subscribe with cal feed')
const on_paper: Text = t('cal browse shows pages that your browser can print')
const installation: Text = t('cal is an npm package: npm install --global calctl@latest')
const own_users: Text = t('users are defined by cal serve --user; a service has its own')
const colors: Text = t('to turn colors off or on: --color never, --color always')
const own_names: Text = t("define an alias: cal config set alias.jazz 'events list --categories jazz'")
const hide_or_delete: Text = t(
  'to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
)
const addresses: Text = t('to subscribe to the calendar: cal feed; the URL of an event: cal events get ID --fields url')
const another_date: Text = t('for example: cal events update ID --start-date REST(friday) --duration 2h')
const three_months: Text = t('to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d')

/** By the first word, or the first two. */
const commands: Readonly<Record<string, Meaning>> = {
  ...sameFor('doctor', 'auth', 'who', 'whoami', 'status', 'ping', 'health', 'test', 'diagnose'),
  ...sameFor('login', 'auth login', 'signin', 'sign-in'),
  ...sameFor('logout', 'auth logout', 'signout', 'sign-out'),
  ...sameFor('init', 'setup', 'connect', 'account', 'accounts', 'remote'),
  ...sameFor('profile list', 'calendars', 'profiles', 'contexts', 'config get-contexts'),
  ...sameFor('profile show', 'context', 'config current-context'),
  ...sameFor('profile use …', 'use', 'switch', 'checkout', 'config use-context'),
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
  ...sameFor('copy --from PROFILE --to PROFILE', 'sync', 'mirror', 'replicate', 'migrate'),
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
  ...sameFor('add …', 'quick', 'quickadd', 'event-add'),
  ...sameFor('events list --ends-before today', 'past'),
  ...sameFor('events list --limit 1', 'next', 'events next'),
  ...sameFor('events list --all --any-date', 'all', 'everything', 'events all'),
  ...sameFor('events list --all --any-date -o count', 'count', 'stats', 'statistics', 'total', 'report'),
  ...sameFor('events list --all -o csv', 'csv', 'excel', 'xlsx', 'spreadsheet'),
  ...sameFor('events list --all -o json', 'json', 'ndjson', 'yaml'),
  ...sameFor('export events --to events.ics', 'ics', 'ical', 'icalendar', 'outlook', 'google'),
  ...sameFor('events list --status trash --any-date', 'trash', 'bin', 'deleted', 'recycle'),
  ...sameFor('events list --status draft --any-date', 'drafts'),
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
  ...sameFor('events copy ID --shift REST(+1w)', 'copy ID', 'clone', 'dup', 'repeat', 'recur', 'recurring'),
  ...sameFor('events update ID …', 'patch', 'modify', 'change', 'set ID'),
  ...sameFor('events update ID --title REST(…)', 'rename', 'title'),
  ...sameFor('events update ID --shift REST(+1d)', 'move', 'mv', 'reschedule', 'postpone', 'delay', 'shift', 'prepone'),
  ...sameFor('events update ID --status publish', 'publish', 'release', 'approve'),
  ...sameFor('events update ID --status draft', 'unpublish', 'draft', 'hide'),
  ...sameFor(hide_or_delete, 'cancel', 'archive', 'close'),
  ...sameFor(addresses, 'share', 'publish-url', 'embed', 'send', 'mail', 'email'),
  ...sameFor(no_guests, 'remind', 'reminder', 'reminders', 'alarm', 'alert', 'notify', 'notification', 'invite'),
  ...sameFor(no_guests, 'rsvp', 'attend', 'attendees', 'ticket', 'tickets', 'register', 'guests', 'book', 'booking'),
  ...sameFor(on_paper, 'print', 'pdf', 'poster', 'flyer'),
  ...sameFor(installation, 'upgrade', 'self-update', 'install', 'uninstall', 'npm'),
  ...sameFor(own_users, 'user', 'users', 'adduser', 'permissions', 'roles', 'password', 'passwd'),
  ...sameFor(colors, 'color', 'colors', 'colour', 'theme', 'dark'),
  ...sameFor(own_names, 'alias', 'aliases', 'shortcut', 'plugin', 'plugins', 'extension', 'extensions'),
  ...sameFor(to_begin, 'start', 'begin', 'tutorial', 'quickstart', 'getting-started', 'tour', 'guide', 'intro'),
  ...sameFor(to_begin, 'onboarding', 'example', 'examples', 'sample', 'samples', 'hello', 'hi', 'welcome'),
  ...sameFor('help', 'man', 'manual', 'docs', 'documentation', 'readme', 'wiki', 'faq', 'about', 'info', 'usage', '?'),
  ...sameFor('help', 'flags', 'commands', 'menu', 'home', 'shell', 'repl', 'console', 'interactive', 'exit', 'quit'),
  ...sameFor('help dates', 'dates', 'date', 'time', 'timezone', 'timezones'),
  ...sameFor('help environment', 'env', 'environment'),
  ...sameFor('serve', 'server', 'run', 'up', 'host-it', 'listen', 'daemon', 'mock', 'mock-server', 'dev'),
  ...sameFor('completion bash', 'completions', 'autocomplete', 'install-completion', 'show-completion', 'bash'),
  ...sameFor('completion zsh', 'zsh'),
  ...sameFor('completion fish', 'fish'),
  ...sameFor('agenda --watch', 'watch', 'refresh', 'reload', 'live', 'follow', 'tail'),
  ...sameFor('apply …', 'deploy', 'plan'),
  ...sameFor(three_months, '-3', '-1', 'year'),
  'tags ID': 'events update ID --add-tags REST(jazz)',
}

/**
 * What words that name no command mean: `move 15 +1w` → `did you mean cal events update 15 --shift +1w?`; undefined if
 * unknown. `group` is the kind of records that was typed before them.
 */
export function commandHint([word = '', ...after]: readonly string[], group = 'events'): Text | undefined {
  const name = inEnglish(word)
  const [next = ''] = after
  const classes = [...(/^\d+$/.test(next) ? [`${name} ID`] : []), ...(isUrl(next) ? [`${name} URL`] : [])]
  const keys = [`${name} ${next}`, ...classes, name]
  const key = keys.find((one) => Object.hasOwn(commands, one))
  const meaning = key === undefined ? undefined : commands[key]
  const rest = key?.includes(' ') && !classes.includes(key) ? after.slice(1) : after
  if (meaning === undefined)
    return name === word ? undefined : didYouMean(['cal', name, ...rest.map(shellWord)].join(' '))
  if (typeof meaning !== 'string') return filledText(meaning, rest)
  const kind = meaning.startsWith('events ') && group === 'events' ? resourceNamed(next)?.plural : undefined
  if (kind !== undefined) return commandHint([word, ...after.slice(1)], kind)
  // Other kinds have no dates and no status to change.
  if (group !== 'events' && meaning.startsWith('events '))
    return /^events (list|update ID( …| --title))/.test(meaning)
      ? didYouMean(`cal ${filled(meaning, rest).replace('events', group).replace(' --any-date', '')}`)
      : undefined
  const isDate = meaning.includes('--shift') && rest.length > 1 && !/^[+-]?\d+[a-z]/i.test(rest[1] ?? '')
  if (isDate && meaning.includes(' copy ')) return didYouMean(`cal ${filled(copy_to_date, rest)}`)
  return isDate ? filledText(another_date, rest) : didYouMean(`cal ${filled(meaning, rest)}`)
}

function isUrl(word: string): boolean {
  return /^https?:/i.test(word)
}

const copy_to_date = 'events copy ID --start-date REST(friday)'

/** The English name of a command or kind: `suche` → `search`. Other words are returned unchanged. */
export function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(german, lower) ? (german[lower] ?? word) : word
}

function filledText(text: Text, after: readonly string[]): Text {
  return eachLanguage((language) => filled(text[language], after))
}

function filled(line: string, after: readonly string[]): string {
  const [first, ...others] = after
  const values = others.filter((word) => !/^--?[a-z]/i.test(word))
  return line
    .replace(/\bREST\(([^)]*)\)/, (_, standard: string) =>
      values.length === 0 ? standard : shellWord(values.join(' ')),
    )
    .replaceAll(/\bID\b/g, first === undefined ? 'ID' : shellWord(first))
    .replace(/ URL$/, () => after.find(isUrl)?.replace(/^/, ' ') ?? '')
    .replace(/ …$/, (line.includes('ID') ? others : after).map((word) => ` ${shellWord(word)}`).join(''))
    .trim()
}

/** Names in German, which German versions of other programs use. */
const german: Readonly<Record<string, string>> = {
  ...sameFor('search', 'suche', 'suchen', 'such', 'finde', 'finden'),
  ...sameFor('new', 'neu', 'neue', 'neuer', 'neues', 'anlegen', 'erstellen', 'erstelle'),
  ...sameFor('add', 'hinzufügen', 'hinzufuegen', 'eintragen'),
  ...sameFor('list', 'liste', 'listen', 'auflisten', 'alle'),
  ...sameFor('show', 'zeige', 'zeig', 'zeigen', 'anzeigen', 'ansehen'),
  ...sameFor('delete', 'löschen', 'lösche', 'loeschen', 'entfernen', 'entferne'),
  ...sameFor('update', 'ändern', 'ändere', 'aendern'),
  ...sameFor('edit', 'bearbeiten', 'bearbeite'),
  ...sameFor('move', 'verschieben', 'verschiebe', 'verlegen'),
  ...sameFor('rename', 'umbenennen'),
  ...sameFor('copy', 'kopieren', 'kopiere', 'duplizieren'),
  ...sameFor('cancel', 'absagen'),
  ...sameFor('publish', 'veröffentlichen'),
  ...sameFor('restore', 'wiederherstellen'),
  ...sameFor('trash', 'papierkorb'),
  ...sameFor('undo', 'rückgängig', 'zurücknehmen', 'widerrufen'),
  ...sameFor('history', 'verlauf', 'läufe'),
  ...sameFor('help', 'hilfe', 'befehle', 'anleitung', 'handbuch'),
  ...sameFor('start', 'anfang', 'beginnen', 'einführung', 'beispiel', 'beispiele'),
  ...sameFor('init', 'einrichten', 'verbinden'),
  ...sameFor('login', 'anmelden', 'anmeldung'),
  ...sameFor('logout', 'abmelden'),
  ...sameFor('config', 'einstellungen', 'konfiguration'),
  ...sameFor('open', 'öffnen', 'öffne', 'oeffnen'),
  ...sameFor('import', 'importieren', 'importiere', 'einlesen'),
  ...sameFor('export', 'exportieren', 'exportiere', 'ausgeben'),
  ...sameFor('validate', 'prüfen', 'pruefen'),
  ...sameFor('backup', 'sichern', 'sicherung'),
  ...sameFor('feed', 'abonnieren', 'abo'),
  ...sameFor('share', 'teilen'),
  ...sameFor('print', 'drucken'),
  ...sameFor('count', 'anzahl', 'statistik', 'zählen'),
  ...sameFor('users', 'benutzer', 'nutzer'),
  ...sameFor('remind', 'erinnerung', 'erinnern', 'einladen'),
  ...sameFor('agenda', 'kalender', 'übersicht'),
  ...sameFor('week', 'woche'),
  ...sameFor('month', 'monat'),
  ...sameFor('year', 'jahr'),
  ...sameFor('weekend', 'wochenende'),
  ...sameFor('events', 'termin', 'termine', 'veranstaltung', 'veranstaltungen'),
  ...sameFor('venues', 'ort', 'orte', 'veranstaltungsort', 'veranstaltungsorte', 'räume'),
  ...sameFor('organizers', 'veranstalter'),
  ...sameFor('categories', 'kategorie', 'kategorien'),
  ...sameFor('tags', 'schlagwort', 'schlagwörter', 'schlagworte'),
}

export function sameFor<T>(meaning: T, ...words: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(words.map((word) => [word, meaning]))
}
