// `cal open [TARGET]`: the web page of a record or of the calendar.
import { isLocalCalendar } from '../../../client/address/calendar-identity.ts'
import { rootOf } from '../../../client/address/api-root.ts'
import type { Plural } from '../../../spec/model.ts'
import { resourceNamed } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import { openBrowser } from '../../prompts/open-browser.ts'
import { getOf } from '../records/get.run.ts'

export const open: CommandAction = async (input, session) => {
  const [first, ...rest] = input.operands
  if (first !== undefined) {
    const kind: Plural | undefined = rest.length > 0 ? resourceNamed(first)?.plural : undefined
    const operands = kind === undefined ? input.operands : rest
    return getOf(kind ?? 'events')({ ...input, operands, options: { ...input.options, web: true } }, session)
  }
  const { api_root } = await session.open()
  await openBrowser(isLocalCalendar(api_root) ? undefined : calendarPage(api_root), session)
  return { kind: 'done' }
}

/**
 * The page that lists the events of a site. Its path is a setting of the site; WordPress finds it by the type of its
 * posts.
 */
export function calendarPage(api_root: string): string {
  const root = rootOf(api_root)
  const path = root.pathname.replace(/\/(wp-json(\/.*)?|index\.php)?$/, '')
  return `${root.origin}${path}/?post_type=tribe_events`
}
