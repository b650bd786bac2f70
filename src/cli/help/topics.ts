// Help topics: formats, exit codes, environment variables, files.
import { keysOf } from '../../base/collections.ts'
import { type ErrorCode, exit_codes } from '../../base/errors.ts'
import { closest } from '../../base/text/closest.ts'
import { eachLanguage, lines, t, type Text, warningText } from '../../base/text/language.ts'
import { project_files, setting_names, settingRow } from '../types/settings-table.ts'
import { type TopicName, format_names, topic_names } from '../types/outcome.ts'

const example = "'{{id}} {{title}}'"

export const topics = {
  filters: {
    title: t('Filters and default limits'),
    body: () =>
      lines(
        t(
          'Every documented filter has a flag: starts_after is --starts-after. Separate several values with commas, or repeat the flag:',
        ),
        '  cal events list --venue "Blue Cellar" --categories music,jazz',
        t('Use a name, a slug or an id. If a name is ambiguous, cal lists the ids.'),
        t('Digits are an id; slug:2027 is a slug. "Music > Jazz" is the category Jazz below Music.'),
        t('Flags such as --featured can be on (--featured), off (--no-featured) or unset.'),
        '',
        t('By default, a list omits some records. cal says so on standard error:'),
        t('  - Results after the first 10: use --all or --limit N.'),
        t('  - Events before yesterday or more than 24 months ahead: use --any-date.'),
        t('  - Categories and tags without events: use --no-hide-empty.'),
        t('  - Unpublished events: sign in with cal login, and use --status.'),
        '',
        t('Send an undocumented query parameter with --param NAME=VALUE.'),
      ),
  },
  dates: {
    title: t('Dates, times and time zones'),
    body: () =>
      lines(
        t('Dates can be written as:'),
        t('  2026-12-24, 2026-12-24 18:00, 24 Dec 8pm'),
        t('  Dec 24 2026, 24.12.2026, 24.12., 12/24/2026, 24. Dezember 20 Uhr'),
        t('  today, tomorrow 18:00, friday 20h, next mon 9am, last monday, tonight 8pm, now'),
        t('  +2w, -3d, +1mo, +1y, +90m, +2h, in 2 weeks, in 2 hours, 3 days ago'),
        t('Periods, for the views and for --start-date and --end-date of lists:'),
        t('  next week, this weekend, december, next 3 days, W49, 2026-W49, 2027'),
        t('Ranges, for the views and cal add:'),
        t('  fri..sun, 24-26 Dec, from 24 Dec to 26 Dec, vom 24. bis 26.12.'),
        t(
          'A weekday means the next such day, including today unless its time is over; next friday excludes today. A day or month without a year is the next one. German words work too: morgen 18 Uhr.',
        ),
        t('Ambiguous dates (3/4/2027), days that do not exist (31 Feb) and partly recognized text are rejected.'),
        t('Record files (-f), --data and --set accept ISO dates, today, tomorrow, weekdays and +2w.'),
        '',
        t(
          'End:      --duration 90m, 1h30m or 2d replaces --end-date. A time alone as the end is the first such time after the start.',
        ),
        t('Updates:  a time alone keeps the date of the event. --shift moves start and end, a day keeps the times:'),
        '  cal events update choir-rehearsal --shift +1h',
        '  cal events update choir-rehearsal --shift friday',
        t(
          'Filters:  a date means the whole day; with a time, as in --starts-after "2026-11-29 18:00", the exact moment.',
        ),
        t(
          'Zone:     dates are read in --timezone (in the views --tz), else in the time zone of the calendar, or in yours if that is unknown. A date with an offset (2026-03-01T18:00+02:00) is converted to the time zone of the event.',
        ),
        t('Views:    cal agenda, week and month show each event in its own time zone; --tz ZONE shows all in one.'),
      ),
  },
  output: {
    title: t('Output formats'),
    body: () =>
      lines(
        t('Data is written to standard output; notes, prompts and errors to standard error.'),
        '',
        t(
          '-o FORMAT        {format_names}; --json is short for -o json. The format does not depend on whether the output is a terminal.',
          { format_names: format_names.join(', ') },
        ),
        t('--fields NAMES   fields to show, in every format: id,title,venue.city'),
        t('--sort FIELD     sort by a field; -FIELD for descending order'),
        t("--jq EXPR        filter the JSON output: '.[].title'"),
        t('--template TEXT  one line per record: {example}', { example }),
        t('--no-header      omit the header line of tables, CSV and TSV'),
        t('--csv-safe       escape CSV and TSV cells that a spreadsheet would evaluate'),
        t('--porcelain      print only the ids of records that were written'),
        t('--color WHEN     auto, always or never; NO_COLOR and FORCE_COLOR work too'),
        t('--no-pager       do not use the pager that CAL_PAGER or PAGER names'),
        '',
        t('With -o json, errors are JSON too:'),
        '  {"error":{"code","message","hint","status","remote_code","fields","exit"}}',
      ),
  },
  import: {
    title: t('Bulk operations'),
    body: () =>
      lines(
        t(
          'cal import creates and updates records from CSV, TSV, Excel, OpenDocument, JSON, NDJSON, YAML and iCalendar. It reads files, folders, https URLs and standard input (-):',
        ),
        t('  cal import events.csv --dry-run           preview the changes'),
        t('  cal import events.csv --create-missing    also create venues, categories, …'),
        t('  cal import --resume                       resume an interrupted run'),
        t('Existing records are recognized (see --match), so a second run changes nothing.'),
        '',
        t('cal history list shows every run; cal history undo reverts one, except for records that were edited since.'),
        t('cal export writes files that cal import reads. cal validate checks files without sending anything.'),
        t(
          'cal diff compares a calendar with a calendar file (cal explain apply), cal apply makes it match, and cal seed generates test data.',
        ),
        '',
        t(
          'To create a single record from a file, use cal events create -f FILE. Precedence: the flag of a field, then --set, --data, and the file.',
        ),
      ),
  },
  'exit-codes': {
    title: t('Exit codes'),
    body: () => {
      const rows = (language: keyof Text) =>
        exitCodeRows()
          .map(({ code, description }) => `  ${String(code).padStart(3)}  ${description[language]}`)
          .join('\n')
      return t('{rows}\ncal serve -- COMMAND exits with the code of COMMAND.', { rows })
    },
  },
  environment: {
    title: t('Environment variables and configuration files'),
    body: () => {
      const rows = (language: keyof Text) =>
        environmentRows()
          .map(({ name, description }) => `  ${name.padEnd(22)}  ${description[language]}`)
          .join('\n')
      const files = project_files.join(', ').replace('package.json', 'package.json (cal)')
      return lines(
        eachLanguage(rows),
        '',
        t(
          'Precedence: flag, environment variable, project file, user file, default. cal config list shows where each value is set.',
        ),
        t('Project file: the first of {files} in this folder or a parent folder. Its content is never run as code.', {
          files,
        }),
        t('User file: see cal config path. Profiles: see cal profile list.'),
      )
    },
  },
  security: {
    title: t('Credentials and safety'),
    body: () =>
      lines(
        t(
          'Passwords and tokens are never passed as flags. cal login prompts for them or reads them with --stdin; scripts use CAL_TOKEN or CAL_TOKEN_FILE.',
        ),
        t('cal login saves credentials in the system keyring, or in a file that only you can read.'),
        t(
          'Credentials are sent only to the origin they were saved for, not to other addresses in a project file and not after a redirect.',
        ),
        t('Credentials are not sent over unencrypted HTTP to other machines unless you specify --insecure-http.'),
        t(
          'The output of --debug and --show-request contains no credentials. Control characters in text from a service are escaped.',
        ),
        '',
        t(
          'cal asks for confirmation before it deletes records or changes several; without a terminal, --yes is required. --dry-run previews every write.',
        ),
        t('Writing to a protected profile (protected: true) requires typing its name.'),
      ),
  },
} as const satisfies Readonly<Record<TopicName, { readonly title: Text; readonly body: () => Text }>>

/** The page of a topic; undefined if there is no such topic. */
export function topicPage(name: string): Text | undefined {
  const topic = topic_names.find((known) => known === name || known.replace('-', ' ') === name)
  if (topic === undefined) return undefined
  const { title } = topics[topic]
  const body = topics[topic].body()
  return lines(title, '', body, '')
}

const meanings: Readonly<Record<ErrorCode, Text>> = {
  bug: t('a bug in the program'),
  usage: t('invalid flag, value or file; or input is missing and cannot be prompted for'),
  not_allowed: t('not signed in, or not permitted'),
  not_found: t('not found, or deleted'),
  refused: t('data rejected by the server'),
  some_failed: t('some records failed'),
  unreachable: t('service unreachable: host name, connection, TLS or timeout'),
  server_failed: t('server error or rate limit, after retries'),
  not_confirmed: t('not confirmed'),
  differences: t('differences found (--exit-code)'),
  configuration: t('invalid configuration or profile'),
  timed_out: t('time limit of cal wait reached'),
  disk: t('disk full or failing'),
  interrupted: t('interrupted'),
  terminated: t('terminated'),
}

/** Every exit code of the program, in ascending order. */
export function exitCodeRows(): readonly { readonly code: number; readonly description: Text }[] {
  const failures = keysOf(exit_codes).map((name) => ({ code: exit_codes[name], description: meanings[name] }))
  const done = t('success, even if nothing was found')
  return [{ code: 0, description: done }, ...failures]
}

/** Every environment variable that cal reads, settings first. */
export function environmentRows(): readonly { readonly name: string; readonly description: Text }[] {
  return [
    ...setting_names.map((name) => ({ name: settingRow(name).variable, description: settingRow(name).description })),
    ...Object.entries(other_variables).map(([name, description]) => ({ name, description })),
  ]
}

/** A warning for each variable that looks like a misspelled one of cal: `CAL_API_ROT`. */
export function misspelledVariables(env: Readonly<Record<string, string | undefined>>): readonly Text[] {
  const known = environmentRows().map(({ name }) => name)
  return Object.keys(env)
    .filter((name) => name.startsWith('CAL_') && !known.includes(name))
    .flatMap((name) => {
      const near = closest(
        name.slice(4),
        known.flatMap((one) => (one.startsWith('CAL_') ? [one.slice(4)] : [])),
      )
      if (near === undefined || /^(PASSWORD|TEST)_/.test(name.slice(4))) return []
      return [warningText('unknown environment variable {name}; did you mean CAL_{near}?', { name, near })]
    })
}

const other_variables: Readonly<Record<string, Text>> = {
  CAL_USER: t('user name'),
  CAL_TOKEN: t('bearer token; with CAL_USER, an application password'),
  CAL_TOKEN_FILE: t('file that contains the token'),
  CAL_CONFIG: t('path of the user configuration file'),
  CAL_NO_INPUT: t('do not prompt for input; CI has the same effect'),
  CAL_DEBUG: t('print requests and responses'),
  BROWSER: t('program that cal browse starts'),
  'NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE': t('turn colors off or on'),
  'HTTPS_PROXY, NO_PROXY': t('proxy, and hosts that bypass it'),
}

/** The configuration and state files of the program. */
export const own_files: Readonly<Record<string, Text>> = {
  '~/.config/cal/config.yaml': t('user configuration and profiles'),
  '~/.config/cal/credentials.json': t('credentials, if there is no system keyring'),
  '.calrc, cal.config.yaml, …': t('project configuration, in this folder or a parent folder'),
  '~/.local/state/cal/': t('history of runs, needed for undo and resume'),
  '~/.cache/cal/': t('cache for shell completion'),
}
