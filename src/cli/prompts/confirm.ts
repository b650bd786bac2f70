// Confirmation prompts before changes that cannot easily be undone.
import type { Json } from '../../base/json.ts'
import { CalError } from '../../base/errors.ts'
import { t, type Text } from '../../base/text/language.ts'
import type { Session } from '../types/session.ts'

/**
 * Resolves if the user answers yes, which Enter means only with `initial`.
 * Errors: `not_confirmed` if not, or if prompts aren't allowed.
 */
export async function confirm(question: Text, session: Session, initial: boolean): Promise<void> {
  if (!session.settings.interactive) {
    throw new CalError('not_confirmed', t('not confirmed: {question}', { question }), {
      hint: t('to confirm in a script, add --yes'),
    })
  }
  const { askYes } = await import('./questions.ts')
  if (!(await askYes(question, session, initial)))
    throw new CalError('not_confirmed', t('not confirmed; nothing was changed'))
}

/** If the profile is protected, requires its name before a write, by `--confirm` or a prompt. */
export async function askProfile(given: Json | undefined, session: Session): Promise<void> {
  const {
    settings: { protected_by: profile_name, interactive },
  } = session
  if (profile_name === undefined || given === profile_name) return
  const text = t('profile {profile_name} is protected', { profile_name })
  const hint = t('to write to it, add --confirm {profile_name}', { profile_name })
  if (!interactive || given !== undefined) throw new CalError('not_confirmed', text, { hint })
  const { askText } = await import('./questions.ts')
  const typed = await askText(t('{text}. Name of the profile:', { text }), session)
  if (typed !== profile_name) throw new CalError('not_confirmed', text, { hint })
}

/** Replaces the error that prompts throw on Ctrl-C, which is not a bug. */
export function promptError(error: unknown): unknown {
  const isLeft = error instanceof Error && (error.name === 'ExitPromptError' || error.name === 'AbortPromptError')
  return isLeft ? new CalError('interrupted', t('interrupted')) : error
}
