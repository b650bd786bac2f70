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
  agenda AHEAD: AHEAD
  agenda WEEKS: calw WEEKS
  api METHOD PATH: METHOD PATH, api {METHOD PATH}, api PATH -X|--method|--request=METHOD
  api METHOD PATH --data JSON: api {METHOD PATH} -d|--data=JSON, api PATH -X|--method|--request=METHOD -d|--data=JSON
  api POST PATH --data JSON: api PATH -d|--data=JSON
  api GET PATH: api PATH
  api GET /doc: openapi, swagger
  apply -f YAML: new -f|-filename|--filename=YAML
  doctor: auth, auth status, auth test, who, whoami, status, ping, health, test, diagnose, debug
  doctor --api-root URL: doctor URL
  login: auth login, signin, sign-in
  login --api-root URL: login URL
  logout: auth logout, signout, sign-out
  init URL --name WORD: init {URL WORD}, init WORD --url|--api-root|--address|--site|--server=URL
  init URL: init URL, init --url|--address|--site|--server=URL
  profile list: printcalendars, calendars, profiles, contexts, config get-contexts, profile --list, remote -v, remote
  profile show: context, config current-context
  config list: config view, config show, config dump, settings, preferences, prefs, options, configure, configuration,
    config --list
  config path: config edit, config file, config where
  history list: history ls, run list, rollout history, history --list
  history undo: undo LAST?, history undo LAST?
  history show: history show LAST
  backup calendar-backup.db: db dump|export|backup, database dump|export|backup, backup new, snapshot
  backup COPY: export COPY, backup new COPY
  restore FILE: backup restore|import FILE
  export KIND --to CALENDAR_FILE: export all? KIND? AS? CALENDAR_FILE, backup new CALENDAR_FILE,
    export KIND? --format=CALENDAR_FORMAT --to|--out|--output|--file|-o=CALENDAR_FILE,
    export KIND? --ics|--ical|--csv --to|--out|--output|--file|-o|-f=CALENDAR_FILE,
    export KIND? AS? FORMAT? --to|--out|--output|--file|-o|-f=CALENDAR_FILE,
    list|ls KIND? --to|--out|--output|--file|-o|-f=CALENDAR_FILE,
    list|ls KIND? --output|-o=FORMAT --to|--out|--file|-f=CALENDAR_FILE
  export KIND --to DATA_FILE: list|ls KIND? --to|--out|--file=DATA_FILE,
    list|ls KIND? --output|-o=FORMAT --to|--out|--file=DATA_FILE
  export KINDS --to CALENDAR_FILE: export all? KINDS AS? CALENDAR_FILE
  export KINDS --to FILE: export all? KINDS? AS? FILE, backup new KINDS? FILE,
    export all? KINDS? AS? FORMAT? --to|--out|--output|--file|-o|-f=FILE
  export KINDS --format FORMAT --to FILE: export KINDS? AS? FORMAT FILE
  export events --format CALENDAR_FORMAT: export AS? CALENDAR_FORMAT, agenda AS CALENDAR_FORMAT,
    export --format|--output|-o|-f=CALENDAR_FORMAT
  export KINDS --format FORMAT: export KINDS? AS? FORMAT, export FORMAT KINDS, KINDS AS? FORMAT,
    export KINDS? --format|--output|-o|-f=FORMAT
  export events --format csv: export events? --csv|--xlsx|--excel
  export events --format ics: export events? --ics|--ical
  export KINDS: export all? KINDS, export all, export KINDS? --all
  events list --all -o FORMAT --start-date DAYS --end-date DAYS: export {events? DAYS FORMAT},
    export events? DAYS AS FORMAT
  events list --all -o json --start-date DAYS --end-date DAYS: export {events? DAYS}
  KIND list --all -o FORMAT: export KIND? AS? FORMAT CHANGES, export KIND? --output|--format|-o|-f=FORMAT CHANGES
  KIND list --all -o ics: export KIND? --ics|--ical CHANGES
  KIND list --all -o json: export KIND? CHANGES
  import FILES --kind KIND: import {FILES KIND}, import|new KIND from|aus file? FILES
  import FILES: import from|aus? file? FILES, new from|aus file? FILES, import -f|-i|--file|--input=FILES
  validate FILES: validate KIND? FILES, validate -f|-i|--file|--input=FILES
  seed FILES: seed -f|-i|--file|--input=FILES
  feed category TEXT: feed --category|--categories=TEXT
  feed tag TEXT: feed --tag|--tags=TEXT
  feed venue TEXT: feed --venue|--venues=TEXT
  feed organizer TEXT: feed --organizer|--organizers=TEXT
  serve --port N: serve start|run|up|serve|server? on|at|port|auf|an? N
  serve --data DATA: serve start|run|up|serve|server? DATA
  serve: serve start|run|up|serve|server
  categories tree: list|ls categories --tree, categories --tree
  browse: list|ls events? --web|--browser|--open
  browse: web, ui, gui, tui, dashboard, view-web
  mcp: ai, chat, assistant, agent
  explain event: schema, fields, columns, api-resources, api-versions, resources
  explain FIELD_NAME: doc FIELD_NAME
  help WORD: doc WORD
  help: docs, documentation, readme, wiki, faq, about, info, usage, ?, flags, commands, menu, home, shell, repl,
    console, interactive, exit, quit
  help dates: dates, date, time, timezones
  help environment: env, environment
  completion bash: completions, autocomplete, install-completion, show-completion, bash
  completion zsh: zsh
  completion fish: fish
  week: calw
  month: calm
  next week: week --next
  next month: month --next
  agenda --tz ZONE: list|ls events? --timezone|--time-zone|--zone|--tz=ZONE
  today: list|cal events? --today, agenda --today
  tomorrow: list|cal events? --tomorrow, agenda --tomorrow
  weekend: list|cal events? --weekend, agenda --weekend
  week: list|cal events? --week, cal -w, agenda --week
  N: list|cal events? --year=N, cal -y=N, month --year=N
  2026: list|cal events? --year, cal -y
  month N: cal -m|--month=N
  month: cal -m|--month|-j
  list: cal -l|--list
  list --all: cal -a
  import FILES: cal -f=FILES
  import: cal -f
  add TEXT: cal -e|--add=TEXT
  add: cal -e|--add
  help: cal --help|--usage
  agenda DAYS_AHEAD: list|cal events? --days|--tage=DAYS_AHEAD, agenda --days|--tage|--next=DAYS_AHEAD
  events list --limit N: upcoming|future N, list|cal events? --next=N
  agenda +7d: list|cal events? --days|--tage|--next, agenda --days|--next
  events list --ends-before now: past, past events
  events list --starts-after now --limit 1: next, events next, next event
  events list --starts-after now --limit N: next N
  events list: upcoming, future, next events
  events list --all --any-date: all, everything, events all, all events, get all, show all
  events list --all --any-date -o count: count events?, stats, statistics, total, report
  events list --all -o csv: csv, excel, xlsx, spreadsheet
  events list --all -o json: json, ndjson, yaml
  export events --to events.ics: ics, ical, icalendar, outlook, google
  events list --status trash --any-date: trash, bin, deleted, recycle, show trash, list trash, events trash
  events list --status draft --any-date: drafts, list drafts, show drafts, events drafts
  events update --where status=draft --status publish: drafts publish, publish drafts
  events list --featured: featured, highlights, featured events
  OTHER list: list KIND OTHER
  OTHER get ONE_ID: list KIND OTHER ONE_ID
  KIND list --no-has-events: unused KIND, empty KIND, KIND unused, KIND empty
  KIND list --watch: watch KIND, KIND watch
  KIND get IDS: list|get KIND --id|--ids=IDS
  KIND get PAGE: get|show|browse? PAGE
  month MONTH_PAGE: get|show|browse? MONTH_PAGE
  KIND delete TARGET: list KIND -d|-D|--delete|--rm=TARGET, delete KIND --id|--ids=TARGET
  KIND update IDS: update KIND --id|--ids=IDS
  copy --from URL --to calendar.db: clone|fetch|pull|download|copy|export URL
  agenda DAYS: search events DAYS
  KIND list --search TEXT: search KIND TEXT
  agenda --watch: watch, refresh, reload, live, follow, tail
  agenda DAYS: tag DAYS
  events update IDS --add-TERM NAMED --create-missing: new|assign|put TERM NAMED to|zu EVENT? IDS,
    TERM NAMED to|zu EVENT? IDS
  events update ONE_ID --add-TERM WORD --create-missing: TERM ONE_ID WORD
  events update ONE_ID --add-TERM LABELS --create-missing: new|assign|set|put TERM EVENT? ONE_ID LABELS
  events update IDS --remove-TERM NAMED: delete TERM NAMED from|von|aus EVENT? IDS
  events update ONE_ID --remove-TERM LABELS: delete TERM ONE_ID LABELS`)

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
  events list --start-date DAYS --end-date DAYS FILTER -o count: count ASK? {events? DAYS FILTER}
  events list FILTER --any-date -o count: count ASK? {events? FILTER}
  OTHER list --all -o count: count OTHER
  KIND list: ASK? KIND
  events list: list|ls ASK?
  events list --OTHER ONE_ID: OTHER ONE_ID events
  events list --OTHER NAMED: OTHER NAMED events
  events list --no-OTHER: events without|ohne|no|missing OTHER
  KIND delete ONE_ID: KIND ONE_ID --delete|--rm
  KIND update ONE_ID: KIND ONE_ID CHANGES
  KIND get ONE_ID: ASK? KIND ONE_ID
  KIND update ONE_ID FIELDS: KIND ONE_ID FIELDS
  KIND get ONE_ID --fields FIELD_NAME: ASK? KIND ONE_ID FIELD_NAME, KIND FIELD_NAME ONE_ID
  agenda DAYS: ASK? events? ASK? DAYS, ASK? DAYS events
  agenda DAYS FILTER: ASK? {events? DAYS FILTER}
  events list --start-date DAYS --end-date DAYS: ASK? events? ASK? DAYS, ASK? DAYS events
  events list --start-date DAYS --end-date DAYS FILTER: ASK? {events? DAYS FILTER}
  venues get NAME: where|wo ASK? NAME
  events get NAME: where|wo|when|wann|who|wer ASK? NAME
  KIND get NAME: who|wer ASK? NAME
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
  sql: search|query? SQL
  rank: SOME? --by|--group-by=KIND
  link: ASK? new|put|assign|attach|give|delete SOME? TERM SOME? to|from|in|into|an|zu|von|aus SOME,
    put SOME in|into|to TERM SOME?, new MANY SOME TERM SOME?, new|attach TERM SOME? MANY SOME,
    TERM SOME attach, TERM delete SOME from|von SOME, delete PLACE from|von SOME, update OTHER of|for|von SOME
  of_event: update OTHER ONE_ID SOME, OTHER update ONE_ID SOME, update SOME? OTHER SOME? events SOME?,
    OTHER of|for|von SOME update
  import: new A KIND? from|aus SOME, KIND new from|aus SOME
  language: ASK? update|config ASK? language SOME?, ASK? update|config ASK? lang|timezone|tz SOME?
  purge: delete SOME? trash`)
