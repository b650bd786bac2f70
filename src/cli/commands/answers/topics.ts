// What words ask for: the words of each topic, in English, and the sentence that says how to do it.
import { series_hint } from '../../../base/dates/date-words.ts'
import { type EnglishText, type Text, eachLanguage, pattern } from '../../../base/text/language.ts'
import type { Plural } from '../../../spec/model.ts'
import { resources } from '../../../spec/resources.ts'
import { meaningsIn } from '../../arguments/spellings.ts'
import {
  german,
  inEnglish,
  isA,
  isFiller,
  isMaking,
  kindNamed,
  other_kinds,
  phraseAt,
  plain,
  renames,
} from './words.ts'

/** What is done to records that are named. */
const acts = meaningsIn(`
  get: inspect, details, info, get, show, view, describe, cat, print ID, open, display
  delete: delete, rm, remove, del, erase, drop, destroy, kill, trash ID, trash KIND
  update: update, change, modify, patch, put ID, set, assign, correct, fix, replace, search-replace, sed, swap,
    post meta, switch ID, bulk edit, bulk-edit, bulk update, bulk-update, bulk set
  edit: edit
  copy: copies, clone, dup, duplicate, cp, copy
  move: move, mv, reschedule, postpone, delay, shift, push, defer, later
  rename: rename, retitle
  restore: restore, recover, undelete, untrash
  publish: publish, release, approve, unhide, activate
  hide: unpublish, draft, hide, deactivate
  tag: tag, label, mark, flag
  untag: untag, unlabel`)

/** These words are no names and no words of dates: they say what is meant wherever they are. */
const anywhere = meaningsIn(`
  cancel: not happening, cancel, cancelled, canceled, call-off, cancellation
  merge: merge, combine, dedupe, deduplicate, move-to, merge-into, reassign, reassign-to
  except: without tag, without tags, no tags, untagged, except, excluding, excluded, not, außer, ausgenommen, nicht
  rank: by KIND, per KIND, pro KIND, je KIND, nach KIND, rank, group, group-by, top, cheapest, biggest, most, popular,
    best, busiest, longest, latest
  overlap: conflicts, conflict, overlaps, overlap, clash, clashes, collisions, collision, duplicates,
    double-booked, double booking, double bookings
  unused: unused, orphaned, empty KIND, unused KIND, orphaned KIND, KIND empty, KIND unused
  guests: remind, reminder, reminders, alarm, alert, notify, notification, notifications, invite, rsvp, attend,
    attendee, attendees, accept, decline, invitation, invitations, ticket, tickets, register, guests, mute, snooze,
    unmute, booking, bookings, email, mail, e-mail, newsletter, participants
  paper: print, print KIND, pdf, poster, flyer, printable, printout
  serve: server, stop, port-forward, expose`)

/** What the first word, or the first two, ask for: some of it has lines too. */
const with_lines = meaningsIn(`
  field: set-price, make, price, cost, fee, website, phone, title, image, picture, photo, extend, lengthen, shorten
  count: wc, how many, wie viele, wieviele, wieviel, count, stats, statistics, total, report, chart, graph, number,
    summary, summarize, metrics
  undo: oops, ups, sorry, reset, revert, rollback, history revert, history rollback, undo, redo
  import: import
  export: export, download, dump, save, pull, csv, excel, xlsx, json, ics`)

const others = meaningsIn(`
  earlier: earlier, prepone, advance, bring-forward
  link: post term
  uncancel: uncancel, un-cancel, reactivate, reinstate, reopen
  free: free, busy, available, availability, freebusy
  history: log, logs, runs, journal, blame, commit, commits, changes, changelog, audit, events history, events log
  series: repeat, recur, recurring, recurrence, weekly, daily, monthly, series
  begin: start, begin, tutorial, quickstart, getting-started, tour, guide, intro, onboarding, example, examples,
    sample, samples, hello, hi, welcome
  list: next, upcoming, future, past, drafts, trash, all, everything, featured
  upgrade: upgrade, self-update, install, npm, core update, cli update
  users: user, users, adduser, useradd, accounts, role, permissions, roles, password, passwd
  profiles: calendar, context, account, profile add, profile create, profile new, profile set
  login: token, tokens, apikey, api-key
  sync: push URL, sync, mirror, replicate, migrate, synchronize, synchronise
  alias: alias, aliases, shortcut, plugin, plugins, extension, extensions
  purge: permanent, permanently, trash empty, trash purge, trash clear, trash delete, delete trash, empty trash,
    purge, empty, empty-trash
  new: book, put a, put an, make a, make an, make KIND, schedule, block, reserve, organize, plan, msg, rem
  language: language, lang, timezone, tz, german, english`)

const intents = { ...acts, ...anywhere, ...with_lines, ...others }

/** Whether rows may have a line for it; what is asked for by others is told by their sentences only. */
export function mayHaveLine(name: string): boolean {
  return isAct(name) || Object.values(with_lines).includes(name)
}

/** Whether records are changed or shown by it. */
export function isAct(name: string | undefined): name is string {
  return name !== undefined && Object.values(acts).includes(name)
}

/** A word as typed, in English, and as the verb or kind that it means. */
export function namesOf(word: string): readonly string[] {
  const english = inEnglish(plain(word))
  const intent = Object.hasOwn(intents, english) ? intents[english] : undefined
  return [
    plain(word) || word,
    english,
    ...(isAct(intent) ? [intent] : []),
    ...(isMaking(english) ? ['new'] : []),
    ...(kindNamed(word) ? [kindNamed(word) ?? ''] : []),
  ]
}

/** What the words ask for: a word that is told by itself, the first word, a German verb at the end, any verb. */
export function intentOf(typed: readonly string[]): string | undefined {
  const isWhole = (word: string) => kindNamed(word) !== undefined || /^https?:/i.test(word)
  const isName = (word: string) => (/\s/.test(word) && typed.length > 1) || /\w\.\w{2,4}$/.test(word)
  const words = typed.flatMap((word) =>
    isWhole(word) ? [word] : isName(word) ? [] : word.split(/(?<=\p{L})[^\p{L}\p{N}'-]+/u),
  )
  const start = words.findIndex((word) => !isFiller(word) || intentAt(words, 0) !== undefined)
  const own = words.slice(Math.max(start, 0))
  const all = own.map((_, i) => intentAt(own, i))
  const [one, two] = all
  const first = kindNamed(own[0] ?? '') && one !== 'unused' ? (two ?? one) : one
  const told =
    isAct(first) || isMaking(own[0] ?? '')
      ? undefined
      : all.find((name) => Object.values(anywhere).includes(name ?? ''))
  const last = inEnglish(own.at(-1) ?? '') === own.at(-1) ? undefined : all.at(-1)
  if (told !== undefined && words.length > 2) return told
  // `where is the book market`
  if ([typed[0], typed.at(-1)].some((word = '') => isA(plain(word), 'question') || /^(what|was)$/i.test(word)))
    return undefined
  return first ?? last ?? all.find((name) => isAct(name) || /^(undo|cancel|earlier|count|free)$/.test(name ?? ''))
}

function intentAt(words: readonly string[], at: number): string | undefined {
  return phraseAt(intents, words, at)?.meaning
}

/** Every word of these tables. */
export function foreignWords(): readonly string[] {
  return [german, other_kinds, intents, renames].flatMap(Object.keys)
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
  cancel:
    'to announce a cancellation: cal events update ID --add-tags cancelled --create-missing; to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
  uncancel:
    'to reverse a cancellation: cal events update ID --remove-tags cancelled; if the event is hidden: cal events update ID --status publish; if it was deleted: cal events restore ID',
  merge:
    'records cannot be merged; to move the events to another venue: cal events update --where venue=ID --venue ID_2, then cal venues delete ID; likewise organizers; for tags and categories: --add-tags and --add-categories',
  merge_terms:
    '{titles} cannot be merged; to move the events: cal events update --where KIND=OLD --add-KIND NEW --remove-KIND OLD, then cal KIND delete OLD',
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
  users:
    'cal does not list users: those of a service are managed there; to add one to your own calendar: cal serve --user ada:administrator',
  sync: 'cal copies in one direction: cal copy --from PROFILE|FILE --to PROFILE|FILE',
  alias:
    "cal has no plugins; to define an alias: cal config set alias.jazz 'events list --categories jazz'; to list aliases: cal config list",
  purge:
    'the trash cannot be emptied: the interface deletes nothing permanently; to list it: cal events list --status trash --any-date',
  profiles:
    'a profile stands for a calendar: cal profile list; to use one for a command: --profile NAME; to save one: cal init URL --name NAME',
  serve:
    'cal serve runs in the foreground: cal serve --data calendar.db --port 8787; to run a command while it serves: cal serve -- npm test',
  login:
    'to sign in to a service: cal login --api-root URL; for a profile: --profile NAME; to connect to a site: cal init URL',
}

/** The sentences of topics that have none of their own, for some kinds. */
const other_topics = meaningsIn(`
  update: field, move post, move term, earlier post, earlier term, copy post, copy term, publish term, hide term
  move: earlier event
  free: overlap
  see: list event
  add: new event
  merge_terms: merge term
  list: unused term`)

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
