// Words that people type and that are not commands or flags of cal, with what they mean: names in other programs, and
// German names. Read only for a command line that cal doesn't understand.
import { didYouMean } from '../../base/text/closest.ts'
import { eachLanguage, t, type Text } from '../../base/text/language.ts'
import { shellWord } from '../../base/text/quoted.ts'

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
  ...sameFor('doctor', 'auth', 'whoami', 'status', 'ping', 'health', 'test', 'diagnose'),
  ...sameFor('login', 'auth login', 'signin', 'sign-in'),
  ...sameFor('logout', 'auth logout', 'signout', 'sign-out'),
  ...sameFor('init', 'setup', 'connect', 'account', 'accounts', 'remote'),
  ...sameFor('profile list', 'calendars', 'profiles', 'contexts'),
  ...sameFor('config list', 'settings', 'preferences', 'prefs', 'options', 'configure', 'configuration'),
  ...sameFor('history list', 'log', 'runs', 'journal'),
  ...sameFor('history undo', 'redo', 'revert', 'rollback'),
  ...sameFor('copy --from PROFILE --to PROFILE', 'sync', 'mirror', 'replicate', 'migrate'),
  ...sameFor('import …', 'upload', 'load', 'read', 'push'),
  ...sameFor('export …', 'download', 'dump', 'save', 'pull'),
  ...sameFor('validate …', 'check', 'lint', 'verify'),
  ...sameFor('browse', 'web', 'ui', 'gui', 'tui', 'dashboard', 'view-web'),
  ...sameFor('feed …', 'webcal', 'url', 'link'),
  ...sameFor('mcp', 'ai', 'chat', 'assistant', 'agent'),
  ...sameFor('search …', 'grep', 'query', 'filter', 'lookup'),
  ...sameFor('api GET /events', 'rest', 'curl', 'http', 'request', 'endpoint', 'graphql'),
  ...sameFor('explain event', 'schema', 'fields', 'columns'),
  ...sameFor('agenda', 'calendar', 'upcoming', 'schedule', 'future', 'busy', 'free', 'events upcoming'),
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
  ...sameFor('categories …', 'topic', 'topics', 'types', 'taxonomy'),
  ...sameFor('tags …', 'label', 'labels', 'keywords'),
  ...sameFor('events …', 'entries', 'items', 'records', 'concerts', 'meetings', 'appointments', 'appointment'),
  ...sameFor('events copy ID --shift +1w', 'copy ID', 'clone', 'repeat', 'recur', 'recurring'),
  ...sameFor('events update ID …', 'patch', 'modify', 'change', 'set ID'),
  ...sameFor('events update ID --title REST(…)', 'rename', 'title'),
  ...sameFor('events update ID --shift REST(+1d)', 'move', 'mv', 'reschedule', 'postpone', 'delay', 'shift', 'prepone'),
  ...sameFor('events update ID --status publish', 'publish', 'release', 'approve'),
  ...sameFor('events update ID --status draft', 'unpublish', 'draft', 'hide'),
  ...sameFor(hide_or_delete, 'cancel', 'archive'),
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
  ...sameFor('help', 'commands', 'menu', 'home', 'shell', 'repl', 'console', 'interactive', 'exit', 'quit'),
  ...sameFor('help dates', 'dates', 'date', 'time', 'timezone', 'timezones'),
  ...sameFor('help environment', 'env', 'environment'),
  ...sameFor('serve', 'run', 'up', 'host-it', 'listen', 'daemon', 'mock', 'mock-server', 'dev'),
  ...sameFor('completion bash', 'completions', 'autocomplete', 'bash', 'zsh', 'fish'),
  ...sameFor('agenda --watch', 'watch', 'refresh', 'reload', 'live', 'follow', 'tail'),
  ...sameFor('apply …', 'deploy', 'plan'),
  ...sameFor(three_months, '-3', '-1', 'year'),
  'tags ID': 'events update ID --add-tags REST(jazz)',
}

/** The flags that another program's flag may mean, the likeliest first; `cal …` is a command. */
const flags: Readonly<Record<string, readonly string[]>> = {
  ...sameFor(['--starts-after'], '--after', '--min-date'),
  ...sameFor(['--starts-before'], '--before', '--max-date'),
  ...sameFor(
    ['--start-date'],
    '--from',
    '--since',
    '--von',
    '--ab',
    '--date',
    '--day',
    '--when',
    '--datum',
    '--beginn',
  ),
  ...sameFor(['--start-date', '--starts-after'], '--time', '--at', '--start', '--begin', '--uhrzeit', '--on'),
  ...sameFor(['--end-date'], '--to', '--until', '--bis', '--ende', '--end'),
  ...sameFor(['--search', '--where'], '--query', '--filter', '--find', '--suche', '--grep', '-q', '-s'),
  ...sameFor(['--venue'], '--place', '--location', '--ort', '--room'),
  ...sameFor(['--categories'], '--category', '--cat', '--kategorie', '--type'),
  ...sameFor(['--tags'], '--tag', '--label', '--schlagwort'),
  ...sameFor(['--title', '--venue', '--organizer'], '--name', '--titel', '-t', '--summary', '--subject'),
  ...sameFor(['--description'], '--desc', '--text', '--body', '--content', '--notes', '--beschreibung'),
  ...sameFor(['--cost'], '--price', '--preis', '--fee'),
  ...sameFor(['--sort'], '--order', '--order-by', '--orderby', '--sortby', '--sort-by', '--reverse'),
  ...sameFor(['--limit'], '--count', '--max', '--top', '-L', '-n', '--first', '--head'),
  ...sameFor(['--fields'], '--columns', '--select', '--field', '--cols'),
  ...sameFor(['--yes'], '--force', '--no-confirm', '--assume-yes'),
  ...sameFor(['--api-root'], '--url', '--server', '--host', '--endpoint', '--site'),
  ...sameFor(['--debug'], '--verbose', '-v', '--trace'),
  ...sameFor(['--quiet'], '--silent', '-s'),
  ...sameFor(['--dry-run'], '--simulate', '--test', '--preview', '--plan', '--check'),
  ...sameFor(['--on-existing update'], '--overwrite', '--update', '--upsert', '--replace'),
  ...sameFor(['--where status=draft', '--any-date'], '--all'),
  ...sameFor(['--file', 'cal import'], '-f'),
  ...sameFor(['cal month'], '-y', '-j', '-m'),
  ...sameFor(['cal today'], '--today'),
  ...sameFor(['cal tomorrow'], '--tomorrow'),
  ...sameFor(['cal weekend'], '--weekend'),
  ...sameFor(
    ['--start-date 2026-12 --end-date 2026-12', 'cal events list --start-date 2026-12 --end-date 2026-12'],
    '--month',
    '--monat',
  ),
  ...sameFor(['cal week'], '--week', '--woche'),
}

/**
 * What words that name no command mean: `move 15 +1w` → `did you mean cal events update 15 --shift +1w?`; undefined if
 * unknown. `group` is the kind of records that was typed before them.
 */
export function commandHint([word = '', ...after]: readonly string[], group = 'events'): Text | undefined {
  const name = inEnglish(word)
  const keys = [`${name} ${after[0]}`, ...(/^\d+$/.test(after[0] ?? '') ? [`${name} ID`] : []), name]
  const key = keys.find((one) => Object.hasOwn(commands, one))
  const meaning = key === undefined ? undefined : commands[key]
  const rest = key?.includes(' ') && !key.endsWith(' ID') ? after.slice(1) : after
  if (meaning === undefined)
    return name === word ? undefined : didYouMean(['cal', name, ...rest.map(shellWord)].join(' '))
  if (typeof meaning !== 'string') return filledText(meaning, rest)
  // Other kinds have no dates and no status to change.
  if (group !== 'events' && meaning.startsWith('events '))
    return meaning.startsWith('events list')
      ? didYouMean(`cal ${filled(meaning, rest).replace('events', group).replace(' --any-date', '')}`)
      : undefined
  const isDate = meaning.includes('--shift') && rest.length > 1 && !/^[+-]?\d+[a-z]/i.test(rest[1] ?? '')
  return isDate ? filledText(another_date, rest) : didYouMean(`cal ${filled(meaning, rest)}`)
}

/** The English name of a command or kind: `suche` → `search`. Other words are returned unchanged. */
export function inEnglish(word: string): string {
  const lower = word.toLowerCase()
  return Object.hasOwn(german, lower) ? (german[lower] ?? word) : word
}

/** What an unknown flag means, as one of the known flags or a hint; undefined if that is not known. */
export function flagHint(typed: string, known: readonly string[]): Text | undefined {
  const meant = Object.hasOwn(flags, typed) ? flags[typed] : undefined
  const flag = meant?.find((one) => one.startsWith('cal ') || known.includes(one.split(' ')[0] ?? ''))
  return flag === undefined ? undefined : didYouMean(flag)
}

function filledText(text: Text, after: readonly string[]): Text {
  return eachLanguage((language) => filled(text[language], after))
}

function filled(line: string, after: readonly string[]): string {
  const [first, ...others] = after
  return line
    .replace(/\bREST\(([^)]*)\)/, (_, standard: string) =>
      others.length === 0 ? standard : shellWord(others.join(' ')),
    )
    .replaceAll(/\bID\b/g, first === undefined ? 'ID' : shellWord(first))
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
  ...sameFor('weekend', 'wochenende'),
  ...sameFor('events', 'termin', 'termine', 'veranstaltung', 'veranstaltungen'),
  ...sameFor('venues', 'ort', 'orte', 'veranstaltungsort', 'veranstaltungsorte', 'räume'),
  ...sameFor('organizers', 'veranstalter'),
  ...sameFor('categories', 'kategorie', 'kategorien'),
  ...sameFor('tags', 'schlagwort', 'schlagwörter', 'schlagworte'),
}

function sameFor<T>(meaning: T, ...words: readonly string[]): Readonly<Record<string, T>> {
  return Object.fromEntries(words.map((word) => [word, meaning]))
}
