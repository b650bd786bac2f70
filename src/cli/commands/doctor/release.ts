// Which release of the deployed services answers, as far as answers tell, and what follows from it.
import type { Exchange } from '../../../base/exchange.ts'
import { CalError } from '../../../base/errors.ts'
import type { Text } from '../../../base/text/language.ts'
import { call } from '../../../client/api/call.ts'
import { withAnyDate, getPage } from '../../../client/api/pages.ts'
import type { Plural } from '../../../spec/model.ts'
import type { Finding } from './finding.ts'

const check = { en: 'release', de: 'Version' }

/** Source: releases. Nothing is written: an id that no record has, and a list of one event, tell releases apart. */
export async function releaseFinding(exchange: Exchange): Promise<Finding> {
  const [event, venue] = await Promise.all([statusOfNothing(exchange, 'events'), statusOfNothing(exchange, 'venues')])
  if (event === 404 && venue === 404)
    return finding(
      { en: 'cal in standard mode', de: 'cal im Standardmodus' },
      { en: 'updates keep what is not sent', de: 'Änderungen lassen stehen, was nicht gesendet wird' },
    )
  if (event === 404 && venue === 400) return finding({ en: '6.17.2 or later', de: '6.17.2 oder neuer' }, newest)
  if (event !== 400 || venue !== 400) return finding({ en: 'unknown', de: 'unbekannt' }, undefined)
  const {
    records: [first],
  } = await getPage(exchange, { plural: 'events', query: { ...withAnyDate({}), per_page: 1 } })
  if (!first)
    return finding(
      { en: 'before 6.17.2; there is no event that would tell more', de: 'vor 6.17.2; kein Termin verrät mehr' },
      older,
    )
  return 'custom_fields' in first
    ? finding({ en: '6.10.1 to 6.17.1', de: '6.10.1 bis 6.17.1' }, between)
    : finding({ en: 'before 6.10.1, such as 6.9.1', de: 'vor 6.10.1, etwa 6.9.1' }, older)
}

function finding({ en, de }: Text, follows: Text | undefined): Finding {
  return { check, ok: true, found: follows ? { en: `${en}: ${follows.en}`, de: `${de}: ${follows.de}` } : { en, de } }
}

const older: Text = {
  en: 'updates reset what is not sent, so cal sends it along; contributors may change records of others',
  de: 'Änderungen setzen zurück, was nicht gesendet wird, daher sendet cal es mit; Mitarbeiter dürfen fremde Einträge ändern',
}
const between: Text = {
  en: 'updates reset what is not sent, so cal sends it along; venues and organizers may be protected by a password (from 6.15.3)',
  de: 'Änderungen setzen zurück, was nicht gesendet wird, daher sendet cal es mit; Orte und Veranstalter können passwortgeschützt sein (ab 6.15.3)',
}
const newest: Text = {
  en: 'updates reset what is not sent, so cal sends it along; rights are checked for each record; trashed events are in the list of the trash only; venues and organizers may be protected by a password',
  de: 'Änderungen setzen zurück, was nicht gesendet wird, daher sendet cal es mit; Rechte gelten je Eintrag; gelöschte Termine stehen nur in der Liste des Papierkorbs; Orte und Veranstalter können passwortgeschützt sein',
}

/** How an id is refused that no record has. */
async function statusOfNothing(exchange: Exchange, plural: Plural): Promise<number | undefined> {
  try {
    await call(exchange, `${plural}.get`, { id: 0 })
    return undefined
  } catch (error) {
    if (!(error instanceof CalError) || error.remote === undefined) throw error
    return error.remote.status
  }
}
