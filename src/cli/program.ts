// One run of the program: finds the command, parses its arguments, runs it, and prints the outcome or the error.
import { CalError, exit_codes } from '../base/errors.ts'
import { fileError } from '../base/files/file-errors.ts'
import { type Language, sameText } from '../base/text/language.ts'
import type { MissingLocalCalendar } from '../client/open.ts'
import { scanLine, type ScannedLine, UnknownWordError } from './arguments/command-line.ts'
import { global_options, type GlobalOptions } from './arguments/options.ts'
import { parseArguments, type ParsedInput } from './arguments/parse-arguments.ts'
import { commandTyped } from './commands/commands-for.ts'
import { checkSetting } from './config/files.ts'
import { type Configuration, configurationOf, ignoredTexts, validConfiguration } from './config/configuration.ts'
import { type Format, format_names } from './types/outcome.ts'
import { isSettingVariable } from './types/settings-table.ts'
import type { Command } from './types/command.ts'
import { OutputClosedError, type OutputStream, type Runtime, type Session, type TryLine } from './types/session.ts'
import { chosenFields } from './output/fields.ts'
import { pagerOf, throughPager } from './output/terminal.ts'
import { isText, writeError } from './output/print-error.ts'
import { printOutcome } from './output/print-outcome.ts'
import { askProfile, promptError } from './prompts/confirm.ts'
import { sessionOf } from './session/session.ts'
import { languageOfRun, runSettingsOf, settingsWithoutCredentials } from './session/settings.ts'
import { withStatusLine } from './session/status-line.ts'

/** Runs the command line. Resolves with the exit code; never throws. */
export async function run(runtime: Runtime): Promise<number> {
  const line = scanLine(runtime.argv)
  let language = languageOfRun(line.lang, runtime.env)
  let format: Format | undefined
  let isConfigured = false
  try {
    return await runLine(line, runtime, (error_format, language_of_run) => {
      format = error_format
      language = language_of_run
      isConfigured = true
    })
  } catch (error) {
    if (error instanceof OutputClosedError) return 0
    // The configuration, which may be unreadable too, was not read yet.
    if (!isConfigured) {
      const { values } = await validConfiguration({}, runtime)
      format = line.format ?? formatNamed(values.output?.value)
      language = languageOfRun(line.lang, runtime.env, values.lang?.value)
    }
    const known = fileError(error) ?? promptError(error)
    const answers = known instanceof UnknownWordError || (known instanceof CalError && known.hint?.line !== undefined)
    const tryLine = isText(format) ? trialIn(runtime) : undefined
    const shown = answers
      ? await (await import('./commands/answers/answer.ts')).answerError(known, runtime, tryLine)
      : known
    return await writeError(shown, { language, format, debug: line.debug }, runtime)
  } finally {
    runtime.status.clear()
  }
}

/** The time in which a hint is looked up in the calendar. */
const hint_ms_max = 3000

/** For hints: runs lines that change nothing, and returns what they print. */
function trialIn(runtime: Runtime): TryLine {
  const { env, ticks, every } = runtime
  // Of a calendar that is slow to answer, less is known.
  const limit = AbortSignal.timeout(hint_ms_max)
  return async (argv) => {
    // Other runs load no streams of Node.
    const { PassThrough, Readable } = await import('node:stream')
    const into = (texts: string[]): OutputStream => ({
      isTerminal: false,
      columns: 80,
      stream: new PassThrough(),
      write: async (text) => {
        texts.push(text)
      },
    })
    const out: string[] = []
    const streams = withStatusLine({ stdout: into(out), stderr: into([]), env, ticks, every })
    const stdin = { isTerminal: false, stream: Readable.from([]) }
    try {
      await runLine(
        scanLine(argv),
        { ...runtime, ...streams, stdin, argv, only_reads: true, signal: AbortSignal.any([runtime.signal, limit]) },
        () => {},
      )
      return { stdout: out.join('') }
    } catch (error) {
      const known = limit.aborted ? new CalError('timed_out', sameText('')) : (fileError(error) ?? error)
      if (!(known instanceof CalError)) throw error
      return { stdout: out.join(''), error: known }
    }
  }
}

function formatNamed(text: string | number | undefined): Format | undefined {
  return format_names.find((name) => name === text)
}

/** `onConfiguration` is called once the configuration has been read. */
async function runLine(
  line: ScannedLine,
  runtime: Runtime,
  onConfiguration: (error_format: Format | undefined, language: Language) => void,
): Promise<number> {
  const { commands, command, path, rest, hasAlias = false } = await commandTyped(line, runtime)
  const input = await parseArguments(command ?? group, rest)
  if (input.options.version === true) {
    const { program, version } = runtime
    await runtime.stdout.write(
      line.format === 'json' ? `${JSON.stringify({ program, version })}\n` : `${program} ${version}\n`,
    )
    return 0
  }
  const forHelp = !command || input.options.help === true || input.options.help_all === true
  const configuration = await (forHelp || command.effect === 'local' ? validConfiguration : configurationOf)(
    settingOptions(command, input.options),
    runtime,
  )
  const language = languageOfRun(input.options.lang, runtime.env, configuration.values.lang?.value)
  const error_format = errorFormatOf(input.options, configuration)
  onConfiguration(error_format, language)
  if (forHelp) {
    const { helpFor } = await import('./commands/help/help.run.ts')
    const words = await helpFor(commands, path, {
      runtime,
      language,
      aliases: configuration.user.aliases,
      isComplete: input.options.help_all === true,
    })
    const { pager } = settingsWithoutCredentials(input.options, runtime, configuration)
    await throughPager(input.options.pager === false ? undefined : pagerOf(pager, runtime), runtime, (sink) =>
      sink.write(words),
    )
    return 0
  }
  const settings = await (command.effect === 'local' ? settingsWithoutCredentials : runSettingsOf)(
    input.options,
    runtime,
    configuration,
  )
  const origin = configuration.values.api_root?.origin
  const session = sessionOf(runtime, {
    language,
    settings,
    options: input.options,
    format: formatOf(command, input.options, { configuration, env: runtime.env }),
    error_format,
    if_missing: missingCalendarOf(command, input),
    project_file: origin?.kind === 'project' ? origin.where : undefined,
    withHint: async (error) => (await import('./output/error-hints.ts')).withHint(error, command, input, settings),
  })
  if (Object.keys(runtime.env).some((name) => name.startsWith('CAL_') && !isSettingVariable(name)))
    for (const text of (await import('./help/topics.ts')).misspelledVariables(runtime.env)) await session.note(text)
  for (const text of ignoredTexts(configuration)) await session.note(text)
  return runCommand(command, { ...input, hasAlias }, session)
}

/** The settings among the flags. A flag of the command itself isn't one, such as `--timeout` of `cal wait`. */
function settingOptions(command: Command | undefined, options: GlobalOptions): GlobalOptions {
  const own = command?.options ?? {}
  const isOwn = (name: string) => Object.hasOwn(own, name) && Object.hasOwn(global_options, name)
  return Object.fromEntries(Object.entries(options).filter(([name]) => !isOwn(name)))
}

/** Only a command that writes creates a missing calendar; `--dry-run` works without one: decision 3. */
function missingCalendarOf(command: Command, input: ParsedInput): MissingLocalCalendar {
  const { options } = input
  if (command.effect !== 'writes' || command.onlyReads?.(input) || command.needsCalendar?.(options)) return 'refuse'
  return options.dry_run === true ? 'memory' : 'make'
}

type TypedInput = ParsedInput & { readonly hasAlias: boolean }

async function runCommand(command: Command, given: TypedInput, session: Session): Promise<number> {
  const isQuiet = given.options.quiet === true && given.options.progress === undefined
  const typed = isQuiet ? { ...given, options: { ...given.options, progress: 'none' } } : given
  const writes = command.effect === 'writes'
  const { progress = 'auto' } = typed.options
  if (progress !== 'auto' && progress !== 'bar') session.runtime.status.off()
  const work = async () => {
    // What is typed after an alias replaces the alias's own output flags.
    if (Object.keys(typed.options).length > 0 && !typed.hasAlias)
      (await import('./arguments/ineffective-flags.ts')).refuseIneffectiveOutput(command, typed, session.format)
    const input = await resolveTyped(command, await withTarget(command, typed, session), session)
    if (writes && !command.onlyReads?.(input) && input.options.dry_run !== true)
      await askProfile(input.options.confirm, session)
    const chosen = writes && input.options.allow_unknown !== true ? chosenFields(input.options) : []
    if (command.resource && chosen.length > 0)
      (await import('./output/unknown-fields.ts')).refuseMisspelled(chosen, command.resource)
    const action = await command.load()
    const outcome = await action(input, session)
    await printOutcome(outcome, typed.options, session, { kind: command.resource, refuses: !writes }).catch((error) => {
      if (!(error instanceof OutputClosedError)) throw error
    })
    return typeof outcome.exit === 'number' ? outcome.exit : outcome.exit === undefined ? 0 : exit_codes[outcome.exit]
  }
  try {
    if (typed.options.watch !== undefined) return await watchCommand(command, typed, session)
    // Listens from now on: the command may not ask for the signal before its first output.
    const interrupted = session.interrupted()
    interrupted.catch(() => {})
    return await (command.handlesSignals ? work() : Promise.race([work(), interrupted]))
  } catch (error) {
    throw (await import('./output/error-hints.ts')).withHint(error, command, typed, session.settings)
  } finally {
    await session.close()
  }
}

async function resolveTyped(command: Command, given: ParsedInput, session: Session): Promise<ParsedInput> {
  if (command.effect === 'local') return given
  const { resolveInput, withTexts } = await import('./input/resolve-input.ts')
  return resolveInput(command, await withTexts(command, given, session), session)
}

/** With `--watch`, dates and names are resolved for each read. */
async function watchCommand(command: Command, typed: ParsedInput, session: Session): Promise<number> {
  const { watch } = await import('./session/watch.ts')
  const action = await command.load()
  const watching = {
    read: async (polled: Session) => action(await resolveTyped(command, typed, polled), polled),
    options: { ...typed.options, watch: Number(typed.options.watch) },
    rule: { kind: command.resource, refuses: true },
  }
  return watch(watching, session)
}

/** On a terminal, a missing TARGET is chosen from a list; elsewhere it is an error. */
async function withTarget(command: Command, typed: ParsedInput, session: Session): Promise<ParsedInput> {
  const { resource, operands: [operand] = [] } = command
  const { operands, options } = typed
  const isMissing = operand?.name === 'TARGET' && operands.length === 0
  if (!isMissing || resource === undefined || !session.settings.interactive) return typed
  if (options.where !== undefined || options.file !== undefined) return typed
  const { pickTarget } = await import('./prompts/questions.ts')
  return { ...typed, operands: [await pickTarget(resource, command.path.at(-1), session)] }
}

/** From `--json`, `-o`, `CAL_OUTPUT` or the configuration. */
function errorFormatOf({ json, output }: GlobalOptions, { values }: Configuration): Format | undefined {
  return json === true ? 'json' : formatNamed(output ?? values.output?.value)
}

/** The format of the output: that of errors, and JSON for `--jq` and `--template`. */
function formatOf(
  { path }: Command,
  options: GlobalOptions,
  { configuration, env }: { readonly configuration: Configuration; readonly env: Runtime['env'] },
): Format | undefined {
  // `cal config` works with an invalid configuration, so that it can be repaired; for other commands it is an error.
  if (path[0] !== 'config' && options.output === undefined && env.CAL_OUTPUT)
    checkSetting('output', env.CAL_OUTPUT, 'CAL_OUTPUT')
  const implied = options.jq !== undefined || options.template !== undefined
  return implied ? 'json' : errorFormatOf(options, configuration)
}

/** Parses the flags if no command is given: `cal --help`, `cal events`. */
const group: Command = {
  path: [],
  summary: sameText(''),
  effect: 'local',
  load: () => Promise.reject(new Error('a group has no verb')),
}
