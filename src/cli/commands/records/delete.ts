// `cal KIND delete`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'
import { writing_options, yes_option } from '../../arguments/options.ts'
import { targets, text, where_option } from '../shared-flags.ts'

export function deleteCommand({ plural, titles }: Resource): Command {
  return {
    path: ['delete'],
    aliases: ['rm', 'remove'],
    effect: 'writes',
    summary: text(`delete one or more ${titles.en}`, `${titles.de} löschen`),
    operands: [{ ...targets, optional: true }],
    parameters: operationNamed(`${plural}.delete`).parameters,
    parameter_group: 'common',
    options: {
      where: { ...where_option.where, excludes: ['porcelain', 'password'] },
      ...writing_options,
      ...yes_option,
    },
    examples: [
      {
        line: `${plural} list --search test -o ids | cal ${plural} delete - --yes`,
        meaning: text('delete the results of a list', 'die Ergebnisse einer Liste löschen'),
      },
      {
        line: `${plural} delete --where search=test --dry-run`,
        meaning: text(
          'preview deleting all records that match a filter',
          'vorab anzeigen, was ein Filter löschen würde',
        ),
      },
    ],
    showsPlan: ({ where }) => where !== undefined,
    load: async () => (await import('./delete.run.ts')).deleteOf(plural),
  }
}
