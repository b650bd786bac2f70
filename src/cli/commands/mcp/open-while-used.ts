// Opens the calendar for the tool calls.
import { isLocalCalendar } from '../../../client/address/calendar-identity.ts'
import type { OpenApi } from '../../../client/open.ts'
import type { Session } from '../../core/session.ts'
import { openApi } from '../../run/session.ts'

/** Calls `work` with a function that opens the calendar; what it opened is valid until `work` has ended. */
export type CalendarUse = <T>(work: (open: () => Promise<OpenApi>) => Promise<T>) => Promise<T>

/** Services stay open until the program ends; database files are open only during calls. */
export function calendarUseOf(session: Session): CalendarUse {
  const { settings } = session
  const { api_root = '' } = settings
  if (!isLocalCalendar(api_root) || api_root === 'file::memory:') return (work) => work(() => session.open())
  return openWhileUsed(() => openApi(session, settings, 'refuse'))
}

/**
 * Opens the calendar for the first of concurrent calls and closes it after the last one, because an open database file
 * prevents other programs from writing to it (decision 3).
 */
export function openWhileUsed(open: () => Promise<OpenApi>): CalendarUse {
  let users = 0
  let api: Promise<OpenApi> | undefined
  let closed: Promise<void> = Promise.resolve()
  return async (work) => {
    users++
    try {
      return await work(() => {
        api ??= closed.then(open)
        return api
      })
    } finally {
      users--
      if (users === 0 && api) {
        const ending = api
        api = undefined
        // If opening failed, there is nothing to close; the call reports the error.
        closed = ending.then(
          ({ close }) => close(),
          () => undefined,
        )
      }
      await closed
    }
  }
}
