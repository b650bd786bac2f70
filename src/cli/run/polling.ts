// A session for commands that poll.
import type { Session } from '../core/session.ts'

/** Without retries, because the next poll follows, and without repeated notes. */
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
