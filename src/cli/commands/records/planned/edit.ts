// `cal KIND edit`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../../spec/model.ts'
import { writing_options, yes_option } from '../../../arguments/options.ts'
import type { Command } from '../../../core/command.ts'
import { example_ids, targets, text } from '../../shared-flags.ts'

export function editCommand({ plural, titles }: Resource): Command {
  return {
    path: ['edit'],
    effect: 'writes',
    summary: text(`edit one or more ${titles.en} in an editor`, `${titles.de} im Editor bearbeiten`),
    details: text(
      'Opens the fields as YAML in $VISUAL or $EDITOR, shows what you changed, and asks before it is sent. Only ' +
        'changed fields are sent; a file with a mistake is opened again.',
      'Öffnet die Felder als YAML in $VISUAL oder $EDITOR, zeigt die Änderungen und fragt, bevor sie gesendet ' +
        'werden. Nur geänderte Felder werden gesendet; eine Datei mit einem Fehler wird erneut geöffnet.',
    ),
    operands: [{ ...targets, optional: true }],
    options: { ...writing_options, ...yes_option },
    showsPlan: true,
    examples: [
      {
        line: `${plural} edit ${example_ids[plural].join(' ')}`,
        meaning: text('two records in one file', 'zwei Einträge in einer Datei'),
      },
    ],
    load: async () => (await import('./edit.run.ts')).editOf(plural),
  }
}
