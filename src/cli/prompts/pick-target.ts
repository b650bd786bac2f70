// Offers a searchable list for a missing TARGET.
import type { JsonObject } from '../../base/json.ts'
import { eachLanguage } from '../../base/text/language.ts'
import { getPage, withAnyDate } from '../../client/api/pages.ts'
import type { Plural } from '../../spec/model.ts'
import { isTerm, resources } from '../../spec/resources.ts'
import type { Values } from '../../spec/read.ts'
import { labelOf, whenOf } from '../output/write-messages.ts'
import type { Session } from '../core/session.ts'
import { askSearch, type Choice } from './questions.ts'

const listed_max = 20

/** The id of the chosen record. Requires an interactive session. */
export async function pickTarget(plural: Plural, verb: string | undefined, session: Session): Promise<string> {
  const { exchange } = await session.open()
  const { title } = resources[plural]
  return askSearch(
    eachLanguage((language) => `${title[language]}:`),
    async (term) => {
      const query = queryOf(plural, term, verb === 'restore')
      const { records } = await getPage(exchange, { plural, query })
      return records.map((record) => choiceOf(record, session))
    },
    session,
  )
}

/** Without a search text, only upcoming events; in the trash, events of any date. */
function queryOf(plural: Plural, term: string, in_trash: boolean): Values {
  return {
    per_page: listed_max,
    ...(plural === 'events' && (term !== '' || in_trash) ? withAnyDate({}) : {}),
    ...(isTerm(plural) ? { hide_empty: false } : {}),
    ...(in_trash ? { status: 'trash' } : {}),
    ...(term === '' ? {} : { search: term }),
  }
}

function choiceOf(record: JsonObject, { language }: Session): Choice<string> {
  return { value: `id:${record.id}`, name: `${labelOf(record, language)}${whenOf(record)}` }
}
