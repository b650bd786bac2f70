// Without a line to propose: what was not found or not understood, and how to do what the words ask for.
import { repetitionIn, series_hint } from '../../../base/dates/date-words.ts'
import { type Hint, commandLine } from '../../../base/text/closest.ts'
import { type EnglishText, type Text, eachLanguage, pattern, sameText, t } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { flagsOf, placeholder } from '../../arguments/flags.ts'
import type { Command } from '../../types/command.ts'
import { commands } from '../commands.ts'
import { type Answer, type Context, type Typed, commandAt, inOurSpelling, isField } from './line.ts'
import { rowFor, topicOf } from './match.ts'
import {
  areDays,
  idOf,
  inEnglish,
  intentOf,
  isAct,
  isFiller,
  isMaking,
  isMany,
  isRequest,
  kindNamed,
  meaningsIn,
  splitDays,
  withoutParticle,
} from './words.ts'

export async function sentenceHint(answers: readonly Answer[], context: Context): Promise<Hint> {
  const { typed, own, argv } = context
  const isValue = (word: string) => typed.flags.some(({ value }) => value === word)
  const words = withoutParticle(argv.filter((word) => !word.startsWith('-') && !isValue(word)))
  const missing = answers.find((answer) => 'isMissing' in answer)
  const about_flags = flagsHint(answers, words, context)
  if (about_flags) return about_flags
  // `updat 5 --all`: the command that would take the words.
  const refusing = answers.find((answer) => 'left' in answer && answer.left.includes('--all'))
  const meant = own ?? (refusing && 'path' in refusing ? commandAt(refusing.path) : undefined)
  const hint = (await howTo(words.length === 0 ? argv : words, typed, meant)) ?? (await lastHint(context))
  const isKnown = (name: string) => intentOf([name]) !== undefined || inEnglish(name) !== name || /^\d/.test(name)
  if (missing && 'left' in missing && !missing.left.every(isKnown))
    return t('"{name}" was not found; {hint}', { name: missing.left[0] ?? '', hint })
  return hint
}

/** What flags that no command has ask for. */
const jobs_of_flags = /^(paper|rss|merge|purge|rank|series|sync|tokens|profiles|guests|undo|overlap|edit|copy|rename)$/

/** The flags that the command does not have, unless they or the words say what is asked for. */
function flagsHint(answers: readonly Answer[], words: readonly string[], context: Context): Hint | undefined {
  const { error, typed, own, argv } = context
  // `undo --last 2`
  if (own?.path.join(' ') === 'history undo' && error.role === 'flag') return sentenceFor('undo')
  // `subscribe https://example.org/events.ics --name Holidays`
  const foreign = own?.path[0] === 'feed' ? words.find((word) => /^(https?|webcal):/i.test(word)) : undefined
  if (foreign !== undefined)
    return t('to import the events of another calendar: {line}', {
      line: commandLine(['import', foreign, '--dry-run']),
    })
  const lefts = answers.filter((answer) => 'left' in answer).filter((answer) => !answer.isMissing)
  const left = lefts.find(({ path }) => path.join(' ') === own?.path.join(' ')) ?? lefts.at(-1)
  const flags = left?.left.filter((word) => word.startsWith('-') && argv.some((one) => one.startsWith(word))) ?? []
  const command = commandAt(left?.path ?? []) ?? own
  // `categories delete Classical --move-to Music`
  const asked = flags.map((flag) => intentOf([flag.replace(/^--?/, '')]) ?? '').find((one) => jobs_of_flags.test(one))
  if (own && asked !== undefined) return sentenceFor(asked, own.resource)
  // `events add Yoga friday --tag free`
  const takesText = /^(add|export|create)$/.test((own ?? command)?.path.at(-1) ?? '') && typed.words.length > 0
  if (!command || takesText || typed.flags.some(({ name }) => name === '--all')) return undefined
  const line = `${commandLine(command.path)} ${flagsOf(command).some(({ rare }) => rare) ? '--help-all' : '--help'}`
  if (own && error.role === 'flag' && flags.length < 2) {
    const field = inOurSpelling(flags[0] ?? '')
      .slice(2)
      .replaceAll('-', '_')
    return own.path[0] === 'import' && isField(field)
      ? t('imports take values from the file: "{field}" is a field of its records', { field })
      : t('list all flags: {line}', { line })
  }
  return flags.length > 0 && (own || intentOf(words) === undefined)
    ? t('{command} has no {flags}; its flags: {line}', {
        command: commandLine(command.path),
        flags: flags.join(', '),
        line,
      })
    : undefined
}

/** The sentence for what the words ask for. */
export async function howTo(
  words: readonly string[],
  typed: Typed,
  own: Command | undefined,
): Promise<Text | undefined> {
  const [first = ''] = words
  const id = idIn(words)
  const asked = await askedBy(words, typed, own)
  const isQuestion = [first, words.at(-1) ?? ''].some((word) => question_words.test(word))
  const meant = asked ?? ownIntent(words, own) ?? (isQuestion ? 'get' : undefined)
  const name = meant === 'get' && !isQuestion && id === undefined && words.length > 2 ? 'list' : meant
  // `move it to another venue` moves an event.
  const kind = (asked === 'move' ? words.slice(0, 2) : words).map(kindNamed).find((one) => one)
  const sentence = (name && sentenceFor(name, kind, id)) || commandFor(words, own)
  if (sentence) return sentence
  const asks = isRequest(first) && !isMany.test(first)
  if (!asks && repetitionIn(words.join(' '))) return sentenceFor('series', kind)
  // A sentence that neither asks nor begins with a kind may ask for anything.
  const isShort = words.length < 3 || kindNamed(first) !== undefined
  const isList = isQuestion || isFiller(first) || kind || (await splitDays(words)).days
  return (isShort || asks) && isList ? sentenceFor('list', kind) : undefined
}

/** What the words or flags ask for: a key of `acts` or `sentences`. */
async function askedBy(words: readonly string[], typed: Typed, own: Command | undefined): Promise<string | undefined> {
  const flags = typed.flags.map(({ name }) => name.replace(/^--?/, ''))
  // The command itself was typed, not a German word for it.
  if (own && own.resource === undefined && own.path[0] === words[0] && words[0] !== 'add') return undefined
  return (await topicOf(words, typed)) ?? (own || rowFor(words) ? undefined : intentOf(flags))
}

/** The sentences of verbs that cal has itself. */
const own_verbs = meaningsIn(`
  new: new, add, create
  list: list, ls, find, search`)

/** What the command that was recognized, or the first words, do. */
function ownIntent(words: readonly string[], own: Command | undefined): string | undefined {
  const [first = '', second = ''] = words
  const verb = (own?.resource ? own.path[1] : own?.path[0]) ?? ''
  // `Abwesenheit eintragen 24.12.`
  const making = words.map(inEnglish).filter((word, i) => word !== words[i] && isMaking(word))
  const named = [
    ...making,
    view_names.test(verb) ? 'list' : verb,
    ...words.slice(0, kindNamed(first) ? 2 : 1).map(inEnglish),
  ]
    .map((word) => (isAct(word) ? word : Object.hasOwn(own_verbs, word) ? own_verbs[word] : undefined))
    .find((one) => one !== undefined)
  if (named === 'new' && repetitionIn(words.join(' '))) return 'series'
  // `event 5 friday`
  return named ?? (kindNamed(first) && /\s|^#?\d+$/.test(second) && words.length > 2 ? 'update' : own?.path.join(' '))
}

const view_names = /^(agenda|day|today|tomorrow|weekend|week|month)$/

/** The sentence for a command without a kind that the words name. */
function commandFor(words: readonly string[], own: Command | undefined): Text | undefined {
  const named = rowFor(words) ?? []
  const english = words.slice(0, 2).map(inEnglish)
  const command =
    own ??
    [named.slice(0, 2), named.slice(0, 1), english.slice(0, 1), english.slice(1), [inEnglish(words.at(-1) ?? '')]]
      .map(commandAt)
      .find((one) => one && one.resource === undefined)
  if (command && command.resource === undefined)
    return t('to {summary}: {line}', { summary: command.summary, line: usageOf(command) })
  const isGroup = commands.some(({ path: [group], resource }) => group === english[0] && resource === undefined)
  return isGroup ? t('list all commands: {line}', { line: `${commandLine(english.slice(0, 1))} --help` }) : undefined
}

/** The id of the one record that is named. */
function idIn(words: readonly string[]): string | undefined {
  const [at = -1, ...others] = words.flatMap((word, i) => (idOf(word) === undefined ? [] : [i]))
  const before = words[at - 1] ?? ''
  const isNamed = at <= 2 || kindNamed(before) !== undefined || /^(of|von)$/i.test(before)
  return isNamed && others.length === 0 ? idOf(words[at]) : undefined
}

/** At the start or the end of a line. */
const question_words = /^(who|wer|where|wo|when|wann)$/i

async function lastHint({ error: { word }, typed, argv }: Context): Promise<Text> {
  const [first = ''] = argv
  if (/^\d+$/.test(first) && argv.length === 1)
    return t('to show an event: cal events get {word}; to show a month: cal month 2026-12', { word: first })
  if (/^\d+[./-][\d./-]*$/.test(word)) return t('write a month as: cal month 2026-12')
  // `Yoga friday 18:00`
  const isBound = argv.some((word) => /^(until|till|since|after|before|seit|nach|vor)$/i.test(word))
  const isDated = !isBound && typed.flags.length === 0 && (await Promise.all(argv.slice(1).map(areDays))).includes(true)
  const isEvent = isDated && !('problem' in (await typed.trial.writes(['add', ...argv])))
  return t(
    'to look: cal agenda friday, cal search WORD; to create: {add}; to change: cal events update ID; to delete: cal events delete ID; all commands: cal --help',
    {
      add: isEvent ? sameText(commandLine(['add', argv.join(' ')])) : t('cal add "Jazz friday 8pm 3h"'),
    },
  )
}

/** `cal profile use PROFILE` */
function usageOf({ path, operands = [] }: Command): Text {
  return eachLanguage((language) =>
    [
      commandLine(path),
      ...operands.filter(({ optional }) => !optional).map(({ name }) => placeholder(name)[language]),
    ].join(' '),
  )
}

/** How to do it. `KIND`, `NAME` and `{titles}` stand for the kind, `ID` for the record. */
const sentences: Readonly<Record<string, EnglishText | Text>> = {
  list: pattern(
    'to list {titles}: cal KIND list; to search: cal KIND list --search WORD; filters: cal KIND list --help; other commands: cal KIND --help',
  ),
  see: pattern(
    'to see events: cal agenda friday, cal month december or cal search WORD; filters: cal events list --help; other commands: cal events --help',
  ),
  get: 'to show {titles}: cal KIND get ID; to find the ID: cal search WORD',
  new: 'to create {titles}: cal KIND create --name "…"; all fields: cal KIND create --help',
  add: 'to create an event: cal add "Jazz friday 8pm 3h @ Blue Cellar #music"; with a flag for each field: cal events create --help',
  update:
    'to change {titles}: cal KIND update ID --FIELD VALUE; several: --where FILTER=VALUE; all fields: cal KIND update --help',
  delete: 'to delete {titles}: cal KIND delete ID; several: --where FILTER=VALUE; to find the ID: cal search WORD',
  edit: 'to edit {titles} in an editor: cal KIND edit ID',
  copy: pattern(
    'to copy an event: cal events copy ID --shift DURATION, such as +1w, or --start-date DATE; a whole calendar: cal copy --from … --to …',
  ),
  move: pattern(
    'to move an event: cal events update ID --shift DURATION, such as +1d or -1h, or --shift DATE, such as "friday 20:00"; to another venue: --venue VENUE; several: --where FILTER=VALUE',
  ),
  rename: 'to rename {titles}: cal KIND update ID --NAME "New name"',
  restore:
    'to restore an event from the trash: cal events restore ID; to undo what a command changed: cal history undo; to restore a backup: cal restore FILE',
  publish: 'to publish {titles}: cal KIND update ID --status publish; all drafts: --where status=draft',
  hide: 'to hide {titles}: cal KIND update ID --status draft; to delete them: cal KIND delete ID',
  tag: 'to tag an event: cal events update ID --add-tags TAG; several: --where FILTER=VALUE; with a category: --add-categories',
  untag:
    'to remove a tag from an event: cal events update ID --remove-tags TAG; several: --where FILTER=VALUE; a category: --remove-categories',
  of_event:
    'to change {titles}: cal KIND update --help; those of an event: cal events update ID with --venue, --organizer, --add-tags or --add-categories',
  link: pattern(
    'to change the tags, categories, venue or organizer of an event: cal events update ID with --add-tags, --remove-tags, --add-categories, --remove-categories, --venue or --organizer; several events: --where FILTER=VALUE',
  ),
  image: 'to set the image of an event: cal events update ID --image URL; of a venue: cal venues update ID --image URL',
  cancel:
    'to announce a cancellation: cal events update ID --add-tags cancelled --create-missing; to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
  uncancel:
    'to reverse a cancellation: cal events update ID --remove-tags cancelled; if the event is hidden: cal events update ID --status publish; if it was deleted: cal events restore ID',
  archive:
    'to hide an event: cal events update ID --status draft; to delete it: cal events delete ID; several: --where ends_before=DATE',
  merge:
    'records cannot be merged; to move the events to another venue: cal events update --where venue=ID --venue ID_2, then cal venues delete ID; likewise organizers; for tags and categories: --add-tags and --add-categories',
  merge_terms:
    '{titles} cannot be merged; to move the events: cal events update --where KIND=OLD --add-KIND NEW --remove-KIND OLD, then cal KIND delete OLD',
  extend: 'to set the length of an event: cal events update ID --duration 3h; or its end: --end-date 23:00',
  count: 'to count {titles}: cal KIND list --any-date -o count; with filters: cal KIND list --help',
  rank: pattern(
    'cal does not group or rank; the number of events of each category or tag: cal categories list, cal tags list; of one venue: cal events list --venue ID --any-date -o count; for your own program: -o json',
  ),
  free: pattern(
    'cal does not look for free times or for events that overlap or exist twice; to see a day: cal agenda friday; one venue: cal agenda friday --venue VENUE; free of charge: cal search free',
  ),
  except:
    'there is no filter that excludes records; the filters: cal events list --help; other conditions: cal events list --all --jq EXPRESSION',
  unused: 'to list {titles} without events: cal KIND list --no-has-events',
  unused_terms: "to list {titles} without events: cal KIND list --all --no-hide-empty --jq '.[] | select(.count == 0)'",
  undo: 'to undo the last change: cal history undo; an earlier one: cal history list, then cal history undo RUN',
  history: 'to list what cal changed: cal history list; the changes of one run: cal history show RUN',
  export:
    'to export: cal export events --to events.ics, or to events.csv for Excel; a selection: cal events list --start-date december --end-date december --all -o ics > events.ics, or -o csv > events.csv',
  import:
    'to import a file: cal import events.csv; standard input: cal import - --kind KIND; all flags: cal import --help',
  language: 'to set the language: cal config set lang de; the time zone: cal config set timezone Europe/Berlin',
  series: series_hint,
  begin: 'cal init connects to a calendar; cal demo creates one with sample events to try',
  guests: 'cal has no invitations, registrations, tickets, e-mail or reminders; calendar apps subscribe with cal feed',
  paper: 'cal browse shows pages that your browser can print',
  upgrade:
    'cal is an npm package: to upgrade, install the file of the new version: npm install --global ./calctl-VERSION.tgz',
  uninstall: 'cal is an npm package: npm uninstall --global calctl',
  users:
    'cal does not list users: those of a service are managed there; to add one to your own calendar: cal serve --user ada:administrator',
  tokens:
    'cal creates no tokens; to sign in with an application password: cal login; with an existing token: CAL_TOKEN',
  sync: 'cal copies in one direction: cal copy --from PROFILE|FILE --to PROFILE|FILE',
  colors: 'to turn colors off or on: --color never, --color always',
  alias:
    "cal has no plugins; to define an alias: cal config set alias.jazz 'events list --categories jazz'; to list aliases: cal config list",
  share:
    'on a site, cal feed prints the address to subscribe to, and cal events get ID --fields url that of an event; to open a database file in the browser: cal browse',
  map: 'to show the address of a venue: cal venues get ID; of an event: cal events get ID',
  purge:
    'the trash cannot be emptied: the interface deletes nothing permanently; to list it: cal events list --status trash --any-date',
  profiles:
    'a profile stands for a calendar: cal profile list; to use one for a command: --profile NAME; to save one: cal init URL --name NAME',
  rss: 'cal has no RSS; calendar apps subscribe with cal feed; for your own program: cal events list -o json',
  holidays:
    'cal knows no holidays; write the date: cal agenda "24 Dec", cal month december; to import a list of them: cal import FILE.ics',
  sql: 'cal takes no SQL; filters are flags: cal events list --help',
  runs: 'the history lists runs, not events, and names them by date and time, such as 20261126-110000: cal history list',
  months: 'to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d',
  serve:
    'cal serve runs in the foreground: cal serve --data calendar.db --port 8787; to run a command while it serves: cal serve -- npm test',
  login:
    'to sign in to a service: cal login --api-root URL; for a profile: --profile NAME; to connect to a site: cal init URL',
}

/** The sentences of topics that have none of their own, for some kinds. */
const other_topics = meaningsIn(`
  update: field, move post, move term, earlier post, earlier term, copy post, copy term, extend post, extend term,
    publish term, hide term
  move: earlier event
  free: overlap
  see: list event
  add: new event
  merge_terms: merge term
  unused_terms: unused term`)

/** How to do it, for records of this kind. Without a kind, events are the example. */
export function sentenceFor(name: string, named?: Plural, id?: string): Text | undefined {
  const kind = named ?? 'events'
  const group = kind === 'events' ? 'event' : resources[kind].family
  const topic = other_topics[`${name} ${group}`] ?? other_topics[name] ?? name
  const sentence_named = sentences[topic]
  if (sentence_named === undefined) return undefined
  const text = typeof sentence_named === 'string' ? pattern(sentence_named) : sentence_named
  const { titles, name: field } = resources[kind]
  return eachLanguage((language) =>
    text[language]
      .replaceAll('{titles}', titles[language])
      .replaceAll('KIND', kind)
      .replace(topic === 'count' && kind !== 'events' ? ' --any-date' : '', '')
      .replaceAll('--NAME', kind === 'events' ? `--${field}` : '--name')
      .replaceAll(/(?<=cal \w+ (?:get|delete|update|edit|copy|restore) )ID\b/g, id ?? 'ID'),
  )
}
