// `cal KIND get`: the arguments, flags and examples it has for each kind of record.
import type { Plural, Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'
import { example_ids, targets, text, web } from '../shared-flags.ts'

export function getCommand({ plural, titles }: Resource): Command {
  return {
    path: ['get'],
    aliases: ['show'],
    effect: 'reads',
    summary: text(`show one or more ${titles.en}`, `${titles.de} anzeigen`),
    ...(plural === 'events' ? { details: protected_event } : {}),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.get`).parameters,
    parameter_group: 'common',
    options: web,
    examples: [
      { line: `${plural} get ${example_slugs[plural]}`, meaning: text('by slug', 'nach Slug') },
      {
        line: `${plural} get ${example_ids[plural].join(' ')} -o json`,
        meaning: text('two by id, as JSON', 'zwei nach ID, als JSON'),
      },
    ],
    load: async () => (await import('./get.run.ts')).getOf(plural),
  }
}

/** Slugs of the records that `cal demo` creates. */
export const example_slugs: Readonly<Record<Plural, string>> = {
  events: 'choir-rehearsal',
  venues: 'blue-cellar',
  organizers: 'lindenau-choir',
  categories: 'music',
  tags: 'family',
}

/** The password protects a single text, not an account, so it is the only secret that a flag takes. */
const protected_event = text(
  'Read the password of a protected event with --password @FILE, or @- for standard input, to keep it out of the shell history.',
  'Das Passwort eines geschützten Termins mit --password @DATEI oder @- (Standardeingabe) angeben, damit es nicht im Shell-Verlauf steht.',
)
