// A session for commands that poll.
import type { Session } from '../core/session.ts'

/** Without retries, because the next poll follows, and without repeated notes. */
export function pollingSession(session: Session): Session {
  const noted = new Set<string>()
  return {
    ...session,
    open: async () => {
      const api = await session.open()
      return { ...api, exchange: api.direct }
    },
    note: async (text) => {
      if (noted.has(text.en)) return
      noted.add(text.en)
      await session.note(text)
    },
  }
}
