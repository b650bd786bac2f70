// A command is one declared object: parser, help, manual, completion and tests read the same rows.
import type { Shift } from '../../base/dates/shift.ts'
import type { Text } from '../../base/text/language.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Given, Values } from '../../spec/read.ts'
import type { Outcome } from './outcome.ts'
import type { Session } from './session.ts'

/**
 * A flag that is not a documented parameter, in the same kind of row. Its key is its name, spelled as a flag by the
 * same rule.
 */
export interface Option {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly meaning: Text
  /** One letter. */
  readonly short?: string
  /** The placeholder of the value in help: `FORMAT`. */
  readonly value?: string
  readonly default?: string | number | boolean
  readonly choices?: readonly string[]
  /** The value of the flag if none is given: `--quirks` means `--quirks=6.9.1`. */
  readonly alone?: string
  /** The value is a list of texts: `commas` splits at commas and may be repeated, `repeated` takes each as it is. */
  readonly many?: 'commas' | 'repeated'
  /** A boolean that has no `--no-` twin. `off` has only the twin: `--no-input` sets `input` to false. */
  readonly only?: 'on' | 'off'
  /** Accepted, but not shown in help. */
  readonly hidden?: true
  /** `common` if absent. */
  readonly group?: FlagGroup
  /** Few users need it: only `--help-all` lists it. */
  readonly rare?: true
}

/** The heading under which help lists a flag. */
export type FlagGroup = 'common' | 'fields' | 'filters' | 'input' | 'output' | 'network' | 'testing'

export type Options = Readonly<Record<string, Option>>

/** The value of a flag whose row is known only when the program runs. */
export type OptionValue = string | number | boolean | readonly string[]
export type OptionValues = Readonly<Record<string, OptionValue | undefined>>

/** The values of flags of our own, by their rows: `OptionsOf<typeof serve_options>`; only what was typed is there. */
export type OptionsOf<O extends Options> = string extends keyof O
  ? OptionValues
  : { readonly [N in keyof O]?: OptionValueOf<O[N]> }

type OptionValueOf<O extends Option> = O extends { readonly many: string }
  ? readonly OptionItemOf<O>[]
  : OptionItemOf<O>

type OptionItemOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : { readonly string: string; readonly integer: number; readonly number: number; readonly boolean: boolean }[O['type']]

/** A word after the command: `TARGET…`. */
export interface Operand {
  readonly name: string
  readonly meaning: Text
  readonly optional?: true
  readonly many?: true
  /** Completion offers these. */
  readonly choices?: readonly string[]
}

export interface Example {
  /** Without the program's name: `events list --all -o csv`. */
  readonly line: string
  readonly meaning: Text
}

export interface Command {
  /** `['events', 'list']`, `['serve']` */
  readonly path: readonly string[]
  /** Other words for the last one: `ls`. */
  readonly aliases?: readonly string[]
  readonly summary: Text
  /** More for its own help page: a paragraph or two. */
  readonly details?: Text
  readonly resource?: Plural
  readonly operands?: readonly Operand[]
  /** Documented parameters: each has its flag by the one rule. */
  readonly parameters?: Parameters
  /** By default `filters` of a command that reads, `fields` of one that writes. */
  readonly parameter_group?: FlagGroup
  /** What help adds to the meaning of a parameter: another flag that does the same. */
  readonly parameter_notes?: Readonly<Record<string, Text>>
  /** Additional flags for documented parameters: `{ name: 'venue' }`. */
  readonly synonyms?: Readonly<Record<string, string>>
  readonly options?: Options
  /** `local` opens no api root. */
  readonly effect: 'reads' | 'writes' | 'local'
  /** Says of a command that writes whether it only reads this time. */
  onlyReads?(operands: readonly string[]): boolean
  /** Says of a command that writes whether it needs a calendar that exists: it makes no new file then. */
  needsCalendar?(options: OptionValues): boolean
  readonly examples?: readonly Example[]
  readonly hidden?: true
  /** Shows a plan of its own on `--dry-run`; of every other command the requests are shown. */
  readonly showsPlan?: true | ((options: OptionValues) => boolean)
  /** What follows `--` is a command line of its own (`cal serve -- CMD`), found in `input.after`. */
  readonly wrapsCommand?: true
  /** Ends by itself on SIGINT and SIGTERM, within its own time; every other command is ended at once. */
  readonly handlesSignals?: true
  /** Imports what the command needs, and nothing before. */
  load(): Promise<CommandAction>
}

/** The parsed command line. */
export interface CommandInput<O extends OptionValues = OptionValues> {
  readonly operands: readonly string[]
  /** What stood after `--`, for commands that run another one. */
  readonly after: readonly string[]
  /** Documented parameters in their documented types; only those given. */
  readonly values: Values
  /** What a file held, the flags laid over each record; a single one where there is no file. */
  readonly records?: readonly Values[]
  /** What flags add to the lists of each record, or remove from them. */
  readonly edits?: Edits
  /** The same as it was typed. */
  readonly given: Given
  /** Own and global flags; only those given. */
  readonly options: O
}

/** The implementation of a command, by the rows of its own flags: `CommandAction<typeof apply_options>`. */
export type CommandAction<O extends Options = Options> = {
  // Parameters of methods are compared in both directions: an action with rows of its own is a CommandAction too.
  run(input: CommandInput<OptionsOf<O>>, session: Session): Promise<Outcome>
}['run']

/** Commands under one heading of the overview. */
export interface Section {
  readonly title: Text
  readonly commands: readonly Command[]
}

/** Changes that depend on what the record holds. */
export interface Edits {
  /** By field: ids, and names of records that are yet to be created. */
  readonly add: Values
  readonly remove: Values
  /** Moves the start and the end of an event. */
  readonly shift?: Shift
}

/** Thrown in place of a write under `--dry-run`: it ends the work on that record. */
export class DryRunStop extends Error {
  override name = 'DryRunStop'
}
