// `cal __complete KIND PREFIX`: called by completion scripts.
import type { CommandAction } from '../../core/command.ts'
import { lookupCandidates } from '../../completion/lookup.ts'

/** Prints no errors: they would appear within the line that is being typed. */
export const complete: CommandAction = async ({ operands: [kind = '', prefix = ''] }, session) => {
  const silent = { ...session, note: async () => {} }
  const words = await (kind === 'runs'
    ? (await import('../history/run-list.ts')).runWords(silent)
    : lookupCandidates(kind, prefix, silent)
  ).catch(() => [])
  return {
    kind: 'text',
    text: words
      .filter((word) => word.startsWith(prefix))
      .map((word) => `${word}\n`)
      .join(''),
  }
}
