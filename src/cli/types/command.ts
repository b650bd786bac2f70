// The declaration of a command: an object from which parser, help, manual pages, completion and tests are derived.
import type { MoveTo, Shift } from '../../base/dates/durations.ts'
import { eachLanguage, type Text } from '../../base/text/language.ts'
import type { Parameters, Plural } from '../../spec/model.ts'
import type { Given, Values } from '../../spec/read.ts'
import type { Outcome } from './outcome.ts'
import type { Session } from './session.ts'

/**
 * A flag that is not a documented parameter. Its key is its name, which is spelled like a parameter: `dry_run` →
 * `--dry-run`.
 */
export interface Option {
  readonly type: 'string' | 'integer' | 'number' | 'boolean'
  readonly description: Text
  /** One letter. */
  readonly short?: string
  /** The placeholder of the value in help: `FORMAT`. */
  readonly value?: string
  readonly default?: string | number | boolean
  readonly choices?: readonly string[]
  /** Checked with the types of the other flags. */
  readonly form?: ValueForm
  /** The value of the flag if it is given without one: `--quirks` means `--quirks=6.9.1`. */
  readonly preset?: string
  /** The value is a list of texts: `commas` splits at commas and may be repeated, `repeated` takes each as it is. */
  readonly many?: 'commas' | 'repeated'
  /** `on`: a boolean without a `--no-` form. `off` has only that form: `--no-input` sets `input` to false. */
  readonly only?: 'on' | 'off'
  /** It has an effect only with one of these flags; without them it is refused. */
  readonly needs?: readonly string[]
  /** It has no effect with these flags; with one of them it is refused. */
  readonly excludes?: readonly string[]
  /** Default: `common`. */
  readonly group?: FlagGroup
  /** Rarely needed: only `--help-all` lists it. */
  readonly rare?: true
}

/** The forms of values that their types do not determine, in `impossible-values.ts`. */
export type ValueForm = 'timezone' | 'duration' | 'seconds' | 'port' | 'id' | 'segment' | 'host' | 'origin' | 'address'

/** The heading under which help lists a flag. */
export type FlagGroup = 'common' | 'fields' | 'filters' | 'input' | 'output' | 'network' | 'testing'

export type Options = Readonly<Record<string, Option>>

/** The value of a flag whose declaration is known only at run time. */
export type OptionValue = string | number | boolean | readonly string[]
export type OptionValues = Readonly<Record<string, OptionValue | undefined>>

/** The values of declared flags: `OptionsOf<typeof serve_options>`; only those that were given. */
export type OptionsOf<O extends Options> = string extends keyof O
  ? OptionValues
  : { readonly [N in keyof O]?: OptionValueOf<O[N]> }

type OptionValueOf<O extends Option> = O extends { readonly many: string }
  ? readonly OptionItemOf<O>[]
  : OptionItemOf<O>

type OptionItemOf<O extends Option> = O extends { readonly choices: readonly (infer Choice)[] }
  ? Choice
  : { readonly string: string; readonly integer: number; readonly number: number; readonly boolean: boolean }[O['type']]

/** A positional argument: `TARGET…`. */
export interface Operand {
  readonly name: string
  readonly description: Text
  readonly optional?: true
  readonly many?: true
  /** Candidates for completion. */
  readonly choices?: readonly string[]
}

/** An argument: `operand('FILE', t('…'), { many: true })`. */
export function operand(name: string, description: Text, rest: Omit<Operand, 'name' | 'description'> = {}): Operand {
  return { name, description, ...rest }
}

/** The line is without the program's name: `events list --all -o csv`. */
export type Example = readonly [line: string | Text, description: Text]

/** `cal events list --all -o csv`; dates in words are in the language of the text. */
export function exampleLine(line: Example[0]): Text {
  return eachLanguage((language) => `cal ${typeof line === 'string' ? line : line[language]}`)
}

export interface Command {
  /** `['events', 'list']`, `['serve']` */
  readonly path: readonly string[]
  /** Other names of the last element of `path`: `ls`. */
  readonly aliases?: readonly string[]
  readonly summary: Text
  /** Additional paragraphs of its help page. */
  readonly details?: Text
  readonly resource?: Plural
  readonly operands?: readonly Operand[]
  /** Documented parameters; each becomes a flag. */
  readonly parameters?: Parameters
  /** By default `filters` of a command that reads, `fields` of one that writes. */
  readonly parameter_group?: FlagGroup
  /** Notes on parameters for help, such as another flag with the same effect. */
  readonly parameter_notes?: Readonly<Record<string, Text>>
  /** Documented parameters that only `--help-all` lists for this command. */
  readonly rare_parameters?: readonly string[]
  /** Additional flags for documented parameters: `{ name: 'venue' }`. */
  readonly synonyms?: Readonly<Record<string, string>>
  readonly options?: Options
  /** `local`: does not access a calendar. */
  readonly effect: 'reads' | 'writes' | 'local'
  /** Whether a writing command only reads with these arguments. */
  onlyReads?(input: TypedWords): boolean
  /** Whether a writing command requires an existing calendar; then it creates no file. */
  needsCalendar?(options: OptionValues): boolean
  readonly examples?: readonly Example[]
  readonly hidden?: true
  /**
   * `nothing`: prints no records; flags for their output are refused. `on request`: prints records only if an output
   * format is given, like every command that writes.
   */
  readonly prints?: 'nothing' | 'on request'
  /** Formats of `-o` that a command accepts although it prints no records. */
  readonly accepted_formats?: readonly string[]
  /** `--` is followed by a command line (`cal serve -- CMD`), passed as `input.after`. */
  readonly wrapsCommand?: true
  /** Handles SIGINT and SIGTERM itself; other commands end immediately, unless a run writes records. */
  readonly handlesSignals?: true
  /** Imports the implementation on demand. */
  load(): Promise<CommandAction>
}

export type TypedWords = Pick<CommandInput, 'operands' | 'options'>

/** The parsed command line. */
export interface CommandInput<O extends OptionValues = OptionValues> {
  readonly operands: readonly string[]
  /** The arguments after `--`, for commands that run another command. */
  readonly after: readonly string[]
  /** Documented parameters, parsed by their documented types; only those given. */
  readonly values: Values
  /** The records of a file with the flags applied to each; a single record without a file. */
  readonly records?: readonly Values[]
  /** The values were read from a sentence or from answers to prompts, and have been shown. */
  readonly shows_values?: true
  /** Changes that are computed from each record. */
  readonly edits?: Edits
  /** `values` before parsing. */
  readonly given: Given
  /** The command's own and global flags; only those given. */
  readonly options: O
}

/** The implementation of a command, typed by its own flags: `CommandAction<typeof apply_options>`. */
export type CommandAction<O extends Options = Options> = {
  // A method, because its parameters are bivariant: an action with flags of its own is assignable to CommandAction.
  run(input: CommandInput<OptionsOf<O>>, session: Session): Promise<Outcome>
}['run']

/** A group of commands in `cal --help`. */
export interface Section {
  readonly title: Text
  readonly commands: readonly Command[]
}

/** Changes that depend on the record. */
export interface Edits {
  /** By field: ids, and names of records that are yet to be created. */
  readonly add: Values
  readonly remove: Values
  /** Moves start and end of an event. */
  readonly shift?: Shift | MoveTo
}
