// `cal KIND get`: the arguments, flags and examples it has for each kind of record.
import type { Resource } from '../../../spec/model.ts'
import { operationNamed } from '../../../spec/operations.ts'
import type { Command } from '../../core/command.ts'
import { targets, text, web } from '../shared-flags.ts'

export function getCommand({ plural, title }: Resource): Command {
  return {
    path: ['get'],
    aliases: ['show'],
    effect: 'reads',
    summary: text(`show one ${title.en} or several`, `${title.de} zeigen, auch mehrere`),
    ...(plural === 'events' ? { details: protected_event } : {}),
    operands: [targets],
    parameters: operationNamed(`${plural}.get`).parameters,
    parameter_group: 'common',
    options: web,
    examples: [{ line: `${plural} get 12 -o json`, meaning: text('by id, as JSON', 'nach ID, als JSON') }],
    load: async () => (await import('./get.run.ts')).getOf(plural),
  }
}

/** Its password opens one text and no account: the one secret that a flag takes. */
const protected_event = text(
  'The password of a protected event stays out of the list of processes and the shell’s history by --password @FILE, or @- from standard input.',
  'Das Passwort eines geschützten Termins bleibt mit --password @DATEI aus Prozessliste und Shell-Verlauf, mit @- kommt es von der Standardeingabe.',
)
