// The lines of cal for what people type instead: rows such as `LINE: PATTERN, PATTERN`.
//
// A pattern has words (`a|b` is one of them, `?` makes it optional) in English, for all that mean the same (`namesOf`),
// slots in capitals (`slots.ts`), and flags in our spelling, with a slot for the value. The parts in braces may have
// any order. `cal` stands before flags without a command.
import { pairsIn } from '../../arguments/spellings.ts'

export interface PatternRow {
  readonly line: readonly string[]
  readonly pattern: readonly string[]
}

/** Rows from a table; a pattern with braces is one row for each order of what is in them. */
function rowsIn(table: string): readonly PatternRow[] {
  return pairsIn(table).flatMap(([pattern, line]) =>
    orders(pattern).map((one) => ({ line: line.split(' '), pattern: one.split(/ +/) })),
  )
}

function orders(pattern: string): readonly string[] {
  const [, before = '', inner = '', after = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(pattern) ?? []
  if (inner === '') return [pattern]
  return permutations(inner.split(' ')).map((parts) => `${before}${parts.join(' ')}${after}`)
}

function permutations(parts: readonly string[]): readonly (readonly string[])[] {
  if (parts.length < 2) return [parts]
  return parts.flatMap((part, i) => permutations(parts.toSpliced(i, 1)).map((rest) => [part, ...rest]))
}

/** Other names of commands and of what follows them. */
export const command_rows = rowsIn(`
  apply -f YAML: new -f|-filename|--filename=YAML
  doctor: auth, auth status, auth test, who, whoami, status, ping, health, test, diagnose, debug
  doctor --api-root URL: doctor URL
  login --api-root URL: login URL
  login: auth login, signin, sign-in
  logout: auth logout, signout, sign-out
  init URL --name WORD: init {URL WORD}
  profile list: printcalendars, calendars, profiles, contexts, config get-contexts, profile --list, remote -v, remote
  profile show: context, config current-context
  profile remove WORD: profile delete WORD
  config unset WORD: config delete|reset|clear WORD
  config list: config view, config show, settings, preferences, options, configure, configuration
  config path: config edit, config file, config where
  history list: history ls, run list, rollout history
  history undo: undo LAST?, history undo LAST?
  history show: history show LAST
  backup calendar-backup.db: db dump|export|backup, database dump|export|backup, backup new, snapshot
  restore FILES: backup restore|import FILES
  export --to DATA_FILE: export|backup all|new? DATA_FILE, export --out|--output|--file|-o|-f=DATA_FILE
  export events --to FILE: export FILE, export events? --to|--out|--output|--file|-o|-f=FILE
  export KIND --to FILE: list|ls KIND? --to|--out|--file|--output|-o=FILE,
    list|ls KIND? --output|-o=FORMAT --to|--out|--file=FILE
  export KINDS --to FILE: export all? KINDS AS? FILE, export KINDS AS? FORMAT? --to|--out|--output|--file|-o|-f=FILE
  export events --format FORMAT: export AS? FORMAT, export events? --format|--output|-o|-f=FORMAT
  export KINDS --format FORMAT: export KINDS AS? FORMAT, export KINDS --output|-o|-f=FORMAT
  export KINDS: export all? KINDS
  events list --all --any-date -o FORMAT: export AS? FORMAT CHANGES
  KIND list --all --any-date -o json: export KIND CHANGES
  KIND list --all --any-date: export KIND CHANGES
  import FILES --kind KIND: import {FILES KIND}, import|new KIND from|aus file? FILES
  import FILES: import from|aus? file? FILES, new from|aus file? FILES, import -i|--input=FILES
  serve --data DATABASE: serve start|run|up? DATABASE
  serve --port N: serve start|run|up|serve|server? on|at|port|auf|an? N
  serve: serve start|run|up|serve|server
  categories tree: list|ls categories --tree, categories --tree
  browse: web, ui, gui, tui, dashboard, list|ls events? --web|--browser|--open
  explain event: schema, fields, columns, api-resources
  help: docs, documentation, readme, wiki, faq, about, info, usage, ?, flags, commands, menu, interactive, exit, quit
  help dates: dates, date, time, timezones
  help environment: env, environment
  completion bash: completions, autocomplete
  next week: week --next
  next month: month --next
  N: cal -y|--year=N, month --year=N
  help: cal --help|--usage
  2026: cal -y|--year
  month N: cal -m|--month=N
  month: cal -m|--month
  events list --ends-before now: past, past events
  events list --starts-after now --limit 1: next, events next, next event
  events list: upcoming, future, next events
  events list --all --any-date: all, everything, events all, all events, get all, show all
  events list --all --any-date -o count: count events?, stats, statistics, total, report
  events list --status trash --any-date: trash, bin, deleted, show trash, list trash, events trash
  events list --status draft --any-date: drafts, list drafts, show drafts, events drafts
  events list --featured: featured, highlights, featured events
  KIND list --no-has-events: unused KIND, empty KIND, KIND unused, KIND empty
  KIND get IDS: list|get KIND --id|--ids=IDS
  KIND update IDS: update KIND --id|--ids=IDS
  KIND delete IDS: delete KIND --id|--ids=IDS
  KIND get PAGE: get|show|browse? PAGE
  copy --from SITE --to calendar.db: clone|fetch|pull|download|copy|export SITE
  KIND list --search TEXT: search KIND TEXT
  KIND list --watch: watch|refresh|follow|tail KIND?
  events update IDS --add-TERM NAMED --create-missing: new|assign|put TERM NAMED to|zu EVENT? IDS,
    TERM NAMED to|zu EVENT? IDS
  events update ONE_ID --add-TERM WORD --create-missing: TERM ONE_ID WORD
  events update ONE_ID --add-TERM REST --create-missing: new|assign|set|put TERM EVENT? ONE_ID REST
  events update IDS --remove-TERM NAMED: delete TERM NAMED from|von|aus EVENT? IDS`)

/** Changes of records: those that are named, and what is to happen to them. */
export const record_rows = rowsIn(`
  KIND update TARGET: edit KIND? TARGET CHANGES
  KIND edit TARGET: edit KIND? TARGET
  KIND delete TARGET: delete|trash KIND? TARGET
  KIND restore TARGET: restore KIND? TARGET
  KIND update TARGET --status publish: publish POST? TARGET
  KIND update TARGET --status draft: hide POST? TARGET
  events update TARGET --shift SHIFT: move EVENT? TARGET TO? SHIFT,
    update|put|restore EVENT? TARGET TO SHIFT
  events update TARGET --shift MOMENT: move EVENT? TARGET TO? MOMENT, update|put|restore EVENT? TARGET TO MOMENT
  events update IDS --shift SHIFT: EVENT IDS TO SHIFT
  events update IDS --shift MOMENT: EVENT IDS TO MOMENT
  KIND update TARGET FIELDS: update KIND? TARGET FIELDS
  KIND update TARGET: update KIND? TARGET CHANGES
  KIND update TARGET --NAME REST: rename KIND? TARGET AS? REST, TERM rename TARGET AS? REST
  events copy TARGET --shift SHIFT: copy EVENT? TARGET TO? SHIFT
  events copy TARGET --start-date MOMENT: copy EVENT? TARGET TO? MOMENT, copy EVENT? TARGET --to|--on|--auf|--am=MOMENT
  events copy TARGET: copy EVENT? TARGET CHANGES
  events update TARGET --featured: feature|highlight|promote EVENT? TARGET, tag EVENT? TARGET TO featured
  events update TARGET --no-featured: unfeature EVENT? TARGET
  events update TARGET --add-tags WORD --create-missing: tag EVENT? TARGET TO? WORD
  events update TARGET --remove-tags WORD: untag EVENT? TARGET TO? WORD
  OTHER create --name NAMED FIELDS: new A OTHER CALLED? NAMED FIELDS?
  OTHER create FIELDS: new A OTHER FIELDS
  OTHER create: new A OTHER
  add TITLE: new A events? CALLED? TITLE
  events create --title UNDATED: new A events? CALLED? UNDATED
  events create: new A events?`)

/** Lists, and single records. */
export const list_rows = rowsIn(`
  events list --start-date DAYS --end-date DAYS -o count: count ASK? events? ASK? DAYS, count ASK? DAYS events
  events list FILTER --any-date -o count: count ASK? {events? FILTER}
  OTHER list --all -o count: count OTHER
  KIND list: ASK? KIND
  events list: list|ls ASK?
  events list --OTHER ONE_ID: OTHER ONE_ID events
  events list --OTHER NAMED: OTHER NAMED events
  events list --no-OTHER: events without|ohne|no|missing OTHER
  KIND update ONE_ID: KIND ONE_ID CHANGES
  KIND get ONE_ID: ASK? KIND ONE_ID
  KIND update ONE_ID FIELDS: KIND ONE_ID FIELDS
  agenda DAYS: ASK? events? ASK? DAYS, ASK? DAYS events
  agenda DAYS FILTER: ASK? {events? DAYS FILTER}
  events list --start-date DAYS --end-date DAYS: ASK? events? ASK? DAYS, ASK? DAYS events
  events list --start-date DAYS --end-date DAYS FILTER: ASK? {events? DAYS FILTER}
  venues get NAME: where|wo ASK? NAME
  events get NAME: where|wo|when|wann|who|wer ASK? NAME
  KIND get NAME: who|wer ASK? NAME
  KIND get ONE_ID --fields FIELD: KIND {ONE_ID FIELD}
  OTHER get TARGET: ASK? OTHER TARGET
  OTHER list --search FOUND: ASK? OTHER FOUND
  KIND get NAME: get|print KIND? NAME
  events list --start-date today --end-date +6d: agenda CHANGES
  events list: agenda|search CHANGES
  search SEARCH: ASK? SEARCH
  events list FILTER: ASK? {events? FILTER}
  events list --search TEXT: search TEXT CHANGES
  KIND list --search UNKNOWN: list|ls KIND UNKNOWN`)

/** What words ask for that the meaning of one word does not tell: keys of `sentences`. */
export const topic_rows = rowsIn(`
  link: ASK? new|put|assign|attach|give|delete SOME? TERM SOME? to|from|in|into|an|zu|von|aus SOME,
    put SOME in|into|to TERM SOME?, new MANY SOME TERM SOME?, new|attach TERM SOME? MANY SOME,
    TERM SOME attach, TERM delete SOME from|von SOME, delete PLACE from|von SOME, update OTHER of|for|von SOME
  of_event: update OTHER ONE_ID SOME, OTHER update ONE_ID SOME, update SOME? OTHER SOME? events SOME?,
    OTHER of|for|von SOME update
  import: new A KIND? from|aus SOME, KIND new from|aus SOME
  language: ASK? update|config ASK? language SOME?, ASK? update|config ASK? lang|timezone|tz SOME?
  purge: delete SOME? trash`)
