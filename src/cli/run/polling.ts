// A session for commands that read the same again and again.
import type { Session } from '../core/session.ts'

/** The pause between two reads takes the place of retries, and nothing is said twice. */
export function pollingSession(session: Session): Session {
  const said = new Set<string>()
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: api.direct }
    },
    note: async (text) => {
      if (said.has(text.en)) return
      said.add(text.en)
      await session.note(text)
    },
  }
}
