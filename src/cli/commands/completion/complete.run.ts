// `cal __complete KIND PREFIX`: what completion scripts ask while somebody types.
import type { CommandAction } from '../../core/command.ts'
import { liveCandidates } from '../../completion/live.ts'

/** Whoever presses a key wants no error on the screen. */
export const complete: CommandAction = async ({ operands: [kind = '', prefix = ''] }, session) => {
  const silent = { ...session, note: async () => {} }
  const words = await liveCandidates(kind, prefix, silent).catch(() => [])
  return {
    kind: 'words',
    words: words
      .filter((word) => word.startsWith(prefix))
      .map((word) => `${word}\n`)
      .join(''),
  }
}
