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
  const agreed = await confirm({ message: harmless(question[language]), default: false }, contextOf({ world }))
  if (!agreed) throw new Failure('not_confirmed', { en: 'not confirmed, nothing was changed', de: 'nicht bestätigt, nichts wurde geändert' })
}

/** Where prompts are drawn; leaving one ends the command. */
export function contextOf({ world }: Pick<Session, 'world'>) {
  return { input: world.stdin.stream, output: world.stderr.stream, signal: world.signal, clearPromptOnDone: false }
}

/** What leaving a prompt with Ctrl-C is: an interruption, no bug. */
export function leftPrompt(error: unknown): unknown {
  const left = error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')
  return left ? new Failure('interrupted', { en: 'interrupted', de: 'unterbrochen' }) : error
}
