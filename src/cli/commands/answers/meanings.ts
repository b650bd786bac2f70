// What first words mean that are no command of cal: names in other programs, with the line or the advice for each.
import { series_hint } from '../../../base/dates/repetition.ts'
import { editDistance } from '../../../base/text/closest.ts'
import { t, type Text } from '../../../base/text/language.ts'
import { resources } from '../../../spec/resources.ts'
import { german, kindNamed, meaningsIn } from './words.ts'

/**
 * A line of cal, or advice. In a line, `…` stands for the other words, `ID` for the record that is named, `REST(x)` for
 * what is to happen to it, or x. Flags that were typed follow.
 */
export type Meaning = string | Text

export const no_months: Text = t(
  '--shift takes weeks, days, hours and minutes; to name the day: cal events update ID --shift DATE',
)

/** Advice that the table names. */
const advice: Readonly<Record<string, Text>> = {
  series_hint,
  to_begin: t('cal init connects to a calendar; cal demo creates one with sample events to try'),
  no_guests: t('cal has no invitations, registrations or reminders; calendar apps subscribe with cal feed'),
  on_paper: t('cal browse shows pages that your browser can print'),
  installation: t(
    'cal is an npm package: to upgrade, install the file of the new version: npm install --global ./calctl-VERSION.tgz',
  ),
  uninstall: t('cal is an npm package: npm uninstall --global calctl'),
  own_users: t('users of your own calendar: cal serve --user ada:administrator; those of a service are managed there'),
  no_tokens: t(
    'cal creates no tokens; to sign in with an application password: cal login; with an existing token: CAL_TOKEN',
  ),
  one_way: t('cal copies in one direction: cal copy --from PROFILE|FILE --to PROFILE|FILE'),
  no_merge: t(
    'records cannot be merged; to move the events to one of them: cal events update --where venue=ID --venue REST(ID_2); then delete the other: cal venues delete ID',
  ),
  no_longer: t(
    'cal cannot lengthen or shorten an event by a duration; to set its whole duration: cal events update ID --duration DURATION',
  ),
  no_check: t(
    'cal does not look for events that overlap or exist twice; in order of time: cal events list --all --sort start_date',
  ),
  colors: t('to turn colors off or on: --color never, --color always'),
  own_names: t("define an alias: cal config set alias.jazz 'events list --categories jazz'"),
  cancelled: t(
    'to announce a cancellation: cal events update ID --add-tags cancelled --create-missing; to hide an event: cal events update ID --status draft; to delete it: cal events delete ID',
  ),
  hide_or_delete: t('to hide an event: cal events update ID --status draft; to delete it: cal events delete ID'),
  addresses: t(
    'on a site, cal feed prints the address to subscribe to, and cal events get ID --fields url that of an event; to open a database file in the browser: cal browse',
  ),
  rename: t(
    'to rename an event: cal events update ID --title REST(…); a category: cal categories update ID --name REST(…); venues, organizers and tags likewise',
  ),
  no_purge: t(
    'the trash cannot be emptied: the interface deletes nothing permanently; to list it: cal events list --status trash --any-date',
  ),
  no_sql: t('cal takes no SQL; filters are flags: cal events list --help'),
  run_names: t('runs are named by date and time, such as 20261126-110000; to list them: cal history list'),
  three_months: t('to show a month: cal month; a year: cal 2026; the next 90 days: cal agenda +90d'),
}

const rows = meaningsIn(`
  doctor: auth, auth status, auth test, who, whoami, status, ping, health, test, diagnose
  login: auth login, signin, sign-in
  logout: auth logout, signout, sign-out
  profile list: calendars, profiles, contexts, config get-contexts
  profile show: context, config current-context
  profile use …: profile switch, use, switch, checkout, config use-context, context use, agenda switch, calendar switch
  init URL: setup, connect, account, remote, remote add, profile add, profile create, profile new, profile set
  config list: config view, config show, config dump, settings, preferences, prefs, options, configure, configuration
  config path: config edit, config file, config where
  history list: log, runs, journal, blame, stash
  run_names: history ID, history event
  history show …: history get, history view, history diff
  history undo: redo, revert, rollback, history revert, history rollback
  one_way: sync, mirror, replicate, migrate, synchronize, synchronise
  no_merge: merge, combine, dedupe, deduplicate, KIND merge, KIND combine, KIND dedupe
  no_check: conflicts, conflict, overlaps, overlap, clash, clashes, collisions, duplicates,
    doppelte, dubletten, konflikte
  backup monday.db: db dump, database dump, db backup
  no_tokens: token, tokens, apikey, api-key, key, keys, secret, secrets
  import …: upload, load, read
  feed …: agenda feed, agenda subscribe, agenda abonnieren, calendar subscribe, calendar feed, webcal, url, link
  export …: download, dump, save, pull, export-all
  validate …: check, lint, verify
  browse: web, ui, gui, tui, dashboard, view-web
  mcp: ai, chat, assistant, agent
  search …: grep, query, filter, lookup
  api GET …: rest, curl, http, request, endpoint, graphql
  no_sql: select, insert, sql, truncate
  explain event: schema, fields, columns, api-resources, api-versions, resources
  agenda …: calendar, schedule, between
  events list …: upcoming, future
  week: calw
  month: calm
  add …: quick, quickadd, event-add, all-day, allday
  events list --ends-before today: past
  events list --starts-after now --limit 1: next, events next
  events list --all --any-date: all, everything, events all
  events list --all --any-date -o count: count, stats, statistics, total, report
  events list --all -o csv: csv, excel, xlsx, spreadsheet
  events list --all -o json: json, ndjson, yaml
  export events --to events.ics: ics, ical, icalendar, outlook, google
  events list --status trash --any-date: trash, bin, deleted, recycle
  no_purge: trash empty, trash purge, trash clear, trash delete, delete trash, empty trash, purge, empty, empty-trash
  events list --status draft --any-date: drafts
  events update --where status=draft --status publish: drafts publish, publish drafts
  events list --featured: featured, highlights
  venues …: place, places, location, locations, room, rooms, sites, address
  organizers …: people, host, hosts, contact, contacts, author, artists
  categories …: topic, topics, types, taxonomy, term, terms, cats
  tags …: label, labels, keywords
  events …: post, posts, entries, items, records, meetings, appointments, appointment
  copy --from URL --to calendar.db: clone URL, fetch URL, pull URL, download URL
  events copy ID --shift REST(+1w): copy ID, clone, dup, duplicate, KIND copy, cp, copy
  series_hint: repeat, recur, recurring, recurrence, weekly, daily, series, every, KIND repeat
  events update ID …: patch, modify, change, update, set, KIND set, KIND update, put, make, assign
  events update ID --title REST(…): rename ID, title, KIND rename
  rename: rename
  import … --kind KIND: KIND import, KIND upload, KIND load
  validate … --kind KIND: KIND validate, KIND check
  export KIND …: KIND export, KIND download, KIND dump, KIND save
  events update ID --add-tags REST(jazz) --create-missing: tags ID, KIND tag, KIND label
  events update ID --remove-tags REST(cancelled): uncancel, un-cancel
  events update ID --remove-tags REST(jazz): untag, KIND untag, KIND unlabel
  events restore ID: restore, recover, undelete, untrash, KIND restore
  KIND delete ID: delete, rm, remove, del, erase, KIND delete, KIND rm, KIND remove
  events get ID: who organizes, who organises, who hosts, wer organisiert, wer veranstaltet
  venues get ID: map
  KIND list --no-has-events: KIND empty, KIND unused
  KIND get ID: cat ID, open ID, print ID, describe ID, show ID, get ID, view ID, KIND get,
    KIND show, KIND view, KIND describe
  KIND edit ID: edit, KIND edit
  no_longer: extend, lengthen, shorten, prolong, verlängern, verlängere, kürzen, kürze
  restore …: restore FILE, recover FILE
  events update ID --shift REST(+1d): move, mv, reschedule, postpone, delay, shift, push
  events update ID --shift REST(-1d): prepone, advance, bring-forward, vorverlegen
  events update ID --status publish: publish, release, approve
  events update ID --status draft: unpublish, draft, hide
  cancelled: cancel, cancelled, canceled, call-off
  hide_or_delete: archive, close
  addresses: qr, share, publish-url, embed, send, mail, email
  no_guests: remind, reminder, reminders, alarm, alert, notify, notification, invite, rsvp, attend, attendees,
    ticket, tickets, register, guests, mute, snooze, unmute, book, booking
  on_paper: print, pdf, poster, flyer
  installation: upgrade, self-update, install, npm
  uninstall: uninstall
  own_users: user, users, adduser, useradd, accounts, role, permissions, roles, password, passwd
  colors: color, colors, colour, theme, dark
  own_names: alias, aliases, shortcut, plugin, plugins, extension, extensions
  to_begin: start, begin, tutorial, quickstart, getting-started, tour, guide, intro, onboarding, example, examples,
    sample, samples, hello, hi, welcome
  help …: man, manual
  help: docs, documentation, readme, wiki, faq, about, info, usage, ?, flags, commands, menu, home, shell,
    repl, console, interactive, exit, quit
  help dates: dates, date, time, timezones
  help environment: env, environment
  serve: server, server start, run, up, host-it, listen, daemon, mock, mock-server, dev
  completion bash: completions, autocomplete, install-completion, show-completion, bash
  completion zsh: zsh
  completion fish: fish
  agenda --watch: watch, refresh, reload, live, follow, tail
  apply …: deploy, plan
  three_months: -3, -1, year`)

/** By the first word, or the first two; `KIND` stands for a kind of records. */
export const meanings: Readonly<Record<string, Meaning>> = Object.fromEntries(
  Object.entries(rows).map(([words, row]) => [words, advice[row] ?? row]),
)

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
