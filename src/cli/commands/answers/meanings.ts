// What first words mean that are no command of cal: names in other programs, with the line or the advice for each.
import { series_hint } from '../../../base/dates/repetition.ts'
import { editDistance } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import { german, kindNamed, sameFor } from './words.ts'

/**
 * A line of cal, or advice. In a line, `…` stands for the other words, `ID` for the record that is named, `REST(x)` for
 * what is to happen to it, or x. Flags that were typed follow.
 */
export type Meaning = string | Text

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
const no_longer: Text = t(
  'cal cannot lengthen or shorten an event by a duration; to set its whole duration: cal events update ID --duration DURATION',
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
export const no_months: Text = t(
  '--shift takes weeks, days, hours and minutes; to name the day: cal events update ID --shift DATE',
)
const no_sql: Text = t('cal takes no SQL; filters are flags: cal events list --help')
const run_names: Text = t('runs are named by date and time, such as 20261126-110000; to list them: cal history list')
const three_months: Text = t('to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d')

const publish_drafts = 'events update --where status=draft --status publish'

/** By the first word, or the first two; `KIND` stands for a kind of records. */
export const meanings: Readonly<Record<string, Meaning>> = {
  ...sameFor(
    'doctor',
    'auth',
    'auth status',
    'auth test',
    'who',
    'whoami',
    'status',
    'ping',
    'health',
    'test',
    'diagnose',
  ),
  ...sameFor('login', 'auth login', 'signin', 'sign-in'),
  ...sameFor('logout', 'auth logout', 'signout', 'sign-out'),
  ...sameFor('init', 'setup', 'connect', 'account', 'remote'),
  ...sameFor('profile list', 'calendars', 'profiles', 'contexts', 'config get-contexts'),
  ...sameFor('profile show', 'context', 'config current-context'),
  ...sameFor(
    'profile use …',
    'profile switch',
    'use',
    'switch',
    'checkout',
    'config use-context',
    'context use',
    'agenda switch',
    'calendar switch',
  ),
  ...sameFor('init URL', 'remote add', 'profile add', 'profile create', 'profile new', 'profile set'),
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
  ...sameFor(run_names, 'history ID', 'history event'),
  ...sameFor('history show …', 'history get', 'history view', 'history diff'),
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
  'push ID': 'events update ID --shift REST(+1d)',
  ...sameFor('feed …', 'agenda feed', 'calendar subscribe', 'calendar feed'),
  ...sameFor('export …', 'download', 'dump', 'save', 'pull'),
  ...sameFor('validate …', 'check', 'lint', 'verify'),
  ...sameFor('browse', 'web', 'ui', 'gui', 'tui', 'dashboard', 'view-web'),
  ...sameFor('feed …', 'webcal', 'url', 'link'),
  ...sameFor('mcp', 'ai', 'chat', 'assistant', 'agent'),
  ...sameFor('search …', 'grep', 'query', 'filter', 'lookup'),
  ...sameFor('api GET …', 'rest', 'curl', 'http', 'request', 'endpoint', 'graphql'),
  ...sameFor(no_sql, 'select', 'insert', 'sql', 'truncate'),
  ...sameFor('explain event', 'schema', 'fields', 'columns', 'api-resources', 'api-versions', 'resources'),
  ...sameFor('agenda …', 'calendar', 'upcoming', 'schedule', 'future', 'busy', 'free', 'between'),
  ...sameFor('week …', 'calw'),
  ...sameFor('month …', 'calm'),
  ...sameFor('add …', 'quick', 'quickadd', 'event-add', 'all-day', 'allday'),
  ...sameFor('events list --ends-before today', 'past'),
  ...sameFor('events list --starts-after now --limit 1', 'next', 'events next'),
  ...sameFor('events list --all --any-date', 'all', 'everything', 'events all'),
  ...sameFor('events list --all --any-date -o count', 'count', 'stats', 'statistics', 'total', 'report'),
  ...sameFor('events list --all -o csv', 'csv', 'excel', 'xlsx', 'spreadsheet'),
  ...sameFor('events list --all -o json', 'json', 'ndjson', 'yaml'),
  ...sameFor('export events --to events.ics', 'ics', 'ical', 'icalendar', 'outlook', 'google'),
  ...sameFor('events list --status trash --any-date', 'trash', 'bin', 'deleted', 'recycle'),
  ...sameFor(no_purge, 'trash empty', 'trash purge', 'trash clear', 'trash delete', 'purge', 'empty', 'empty-trash'),
  ...sameFor('events list --status draft --any-date', 'drafts'),
  ...sameFor(publish_drafts, 'drafts publish', 'publish drafts'),
  ...sameFor('events list --featured', 'featured', 'highlights'),
  ...sameFor('venues …', 'place', 'places', 'location', 'locations', 'room', 'rooms', 'sites', 'address'),
  ...sameFor('organizers …', 'people', 'host', 'hosts', 'contact', 'contacts', 'author', 'artists'),
  ...sameFor('categories …', 'topic', 'topics', 'types', 'taxonomy', 'term', 'terms', 'cats'),
  ...sameFor('tags …', 'label', 'labels', 'keywords'),
  ...sameFor('events …', 'post', 'posts', 'entries', 'items', 'records', 'meetings', 'appointments', 'appointment'),
  ...sameFor('copy --from URL --to calendar.db', 'clone URL', 'fetch URL', 'pull URL', 'download URL'),
  ...sameFor('events copy ID --shift REST(+1w)', 'copy ID', 'clone', 'dup', 'duplicate', 'KIND copy', 'cp', 'copy'),
  ...sameFor(series_hint, 'repeat', 'recur', 'recurring', 'weekly', 'daily', 'series', 'every', 'KIND repeat'),
  ...sameFor('events update ID …', 'patch', 'modify', 'change', 'update', 'set ID', 'KIND set', 'KIND update'),
  ...sameFor('events update ID --title REST(…)', 'rename ID', 'title', 'KIND rename'),
  rename,
  ...sameFor('import … --kind KIND', 'KIND import', 'KIND upload', 'KIND load'),
  ...sameFor('validate … --kind KIND', 'KIND validate', 'KIND check'),
  ...sameFor('export KIND …', 'KIND export', 'KIND download', 'KIND dump', 'KIND save'),
  ...sameFor('events update ID --add-tags REST(jazz) --create-missing', 'tags ID', 'KIND tag', 'KIND label'),
  ...sameFor('events update ID --remove-tags REST(jazz)', 'untag', 'KIND untag', 'KIND unlabel'),
  ...sameFor('events restore ID', 'restore', 'recover', 'undelete', 'untrash', 'KIND restore'),
  ...sameFor('KIND delete ID', 'delete', 'rm', 'remove', 'del', 'erase', 'KIND delete', 'KIND rm', 'KIND remove'),
  ...sameFor('KIND get ID', 'show ID', 'get ID', 'view ID', 'KIND get', 'KIND show', 'KIND view', 'KIND describe'),
  ...sameFor('KIND edit ID', 'edit', 'KIND edit'),
  ...sameFor(no_longer, 'extend', 'lengthen', 'shorten', 'prolong', 'verlängern', 'verlängere', 'kürzen', 'kürze'),
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

/** The known word that a typed one misspells: a command, a kind, or a name in another program or language. */
export function closestWord(typed: string, isVerb = false): string | undefined {
  const word = typed.toLowerCase()
  if (word.length < 3 || !/^\p{L}+$/u.test(word)) return undefined
  const distance_max = word.length > 6 ? 2 : 1
  const letters = (text: string) => [...text].sort().join('')
  return (
    [...own_words, ...Object.keys(german), ...Object.keys(meanings)]
      .filter((known) => (known.length > 4 || own_words.includes(known)) && !(isVerb && kindNamed(known)))
      .map((known) => ({ known, distance: editDistance(known, word) }))
      .filter(({ distance }) => distance > 0 && distance <= distance_max)
      // In a short word, only letters in another order.
      .filter(({ known }) => word.length > 4 || letters(known) === letters(word))
      .sort((a, b) => a.distance - b.distance)[0]?.known
  )
}

const own_words = [
  ...Object.values(resources).flatMap(({ plural, singular }) => [plural, singular]),
  ...['list', 'show', 'get', 'find', 'new', 'create', 'update', 'edit', 'delete', 'remove', 'copy', 'undo', 'search'],
  ...['today', 'tomorrow', 'weekend', 'week', 'month', 'agenda', 'browse', 'import', 'export', 'history', 'backup'],
  ...['serve', 'login', 'logout', 'profile', 'config', 'doctor', 'version', 'help', 'explain', 'validate', 'apply'],
]
