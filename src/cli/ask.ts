// The question before something is done that cannot be undone by itself.
import { Failure } from '../base/failure.ts'
import type { Text } from '../base/language.ts'
import { harmless } from '../base/text.ts'
import type { Session } from './session.ts'

/** Returns when the user says yes. Fails with `not_confirmed` on no, and where nobody can be asked. */
export async function ask(question: Text, { world, settings, language }: Session): Promise<void> {
  if (!settings.interactive) {
    throw new Failure('not_confirmed', { en: `not confirmed: ${question.en}`, de: `nicht bestätigt: ${question.de}` }, {
      hint: { en: 'add --yes to do it without a question', de: 'mit --yes geschieht es ohne Rückfrage' },
    })
  }
  const { confirm } = await import('@inquirer/prompts')
  const context = { input: world.stdin.stream, output: world.stderr.stream, signal: world.signal }
  const agreed = await confirm({ message: harmless(question[language]), default: false }, context)
  if (!agreed) throw new Failure('not_confirmed', { en: 'not confirmed, nothing was changed', de: 'nicht bestätigt, nichts wurde geändert' })
}
