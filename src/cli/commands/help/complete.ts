// `cal __complete KIND PREFIX`: what completion scripts ask while somebody types.
import type { Verb } from '../../core/command.ts'
import { liveWords } from '../../completion/live.ts'

/** Whoever presses a key wants no error on the screen. */
export const complete: Verb = async ({ operands: [kind = '', prefix = ''] }, session) => {
  const silent = { ...session, note: async () => {} }
  const words = await liveWords(kind, prefix, silent).catch(() => [])
  return { kind: 'words', words: words.filter((word) => word.startsWith(prefix)).map((word) => `${word}\n`).join('') }
}
