// What a copy leaves out, said before its plan.
import type { Language, Text } from '../../../base/text/language.ts'
import type { Namesake } from '../../../bulk/copy/namesakes.ts'
import type { SourceCalendar } from '../../../bulk/copy/read-source.ts'
import { listsHideEvents } from '../../../bulk/matching/unlisted.ts'
import type { OpenApi } from '../../../client/open.ts'
import { counted } from '../../../spec/derive.ts'
import { resources } from '../../../spec/resources.ts'
import type { Session } from '../../core/session.ts'
import { shortText } from '../records/list-notice.ts'

const listed_max = 5

export async function noteSource(source: SourceCalendar, { exchange }: OpenApi, { note }: Session): Promise<void> {
  for (const [kind, { came, total }] of source.short) await note(shortText(kind, came, total))
  if (source.published_only.length > 0) await note(publishedText(source))
  if (source.protected.length > 0) await note(protectedText(source))
  for (const [field, count] of source.unlinked)
    await note({
      en: `warning: ${field} left unchanged in ${counted(count, resources.events, 'en')}: a linked record cannot be copied`,
      de: `Warnung: ${field} bleibt unverändert (${counted(count, resources.events, 'de')}): ein verknüpfter Eintrag lässt sich nicht kopieren`,
    })
  const { unlisted } = source
  if (unlisted !== undefined && (unlisted > 0 || (await listsHideEvents(exchange)))) await note(hiddenText(unlisted))
  if (source.images_left_out > 0)
    await note({
      en: `ignored: ${source.images_left_out} images without a URL`,
      de: `ausgelassene Bilder ohne Adresse: ${source.images_left_out}`,
    })
  if (source.unknown_fields.size > 0) {
    const fields = [...source.unknown_fields].map(([field, count]) => `${field} (${count})`).join(', ')
    await note({
      en: `not exported, because the interface does not support them: ${fields}`,
      de: `ausgelassen, da die Schnittstelle sie nicht kennt: ${fields}`,
    })
  }
}

export async function noteNamesakes(namesakes: readonly Namesake[], { note }: Session): Promise<void> {
  for (const namesake of namesakes.slice(0, listed_max)) await note(namesakeText(namesake))
  const more = namesakes.length - listed_max
  if (more > 0) await note({ en: `… and ${more} more of these`, de: `… und noch ${more}` })
}

/** Deployed services hold one place of a name. */
function namesakeText({ entry: { kind, source_id, values }, instead }: Namesake): Text {
  const { title, name } = resources[kind]
  return {
    en: `warning: not copied, because names are unique at the target: ${title.en} ${source_id} "${values[name]}"; its events are linked to ${instead.source_id}`,
    de: `Warnung: nicht kopiert, da das Ziel nur einen Eintrag dieses Namens enthalten kann: ${title.de} ${source_id} „${values[name]}“; die Termine werden mit ${instead.source_id} verknüpft`,
  }
}

function publishedText({ published_only }: SourceCalendar): Text {
  const list = (language: Language) => published_only.map((kind) => resources[kind].titles[language]).join(', ')
  return {
    en: `only published ${list('en')} are visible at the source; to copy drafts too, sign in there`,
    de: `an der Quelle sind nur veröffentlichte Einträge sichtbar (${list('de')}); um auch Entwürfe zu kopieren, dort anmelden`,
  }
}

function protectedText({ protected: records }: SourceCalendar): Text {
  const list = (language: Language) =>
    records
      .slice(0, listed_max)
      .map(
        ({ kind, id, name }) =>
          `${resources[kind].title[language]} ${id} ${{ en: `"${name}"`, de: `„${name}“` }[language]}`,
      )
      .join(', ')
  const more = records.length > listed_max ? ', …' : ''
  return {
    en: `warning: not copied, because they are protected by a password that cannot be read: ${list('en')}${more}`,
    de: `Warnung: nicht kopiert, da mit einem Passwort geschützt, das sich nicht lesen lässt: ${list('de')}${more}`,
  }
}

/** What a deployed service lists to nobody. */
function hiddenText(found: number): Text {
  return found === 0
    ? {
        en: 'events hidden from lists are not copied, because the source does not list them',
        de: 'in Übersichten ausgeblendete Termine werden nicht kopiert: die Quelle listet sie nicht auf',
      }
    : {
        en: `${counted(found, resources.events, 'en')} hidden from lists copied, known from earlier runs; others are not copied, because the source does not list them`,
        de: `in Übersichten ausgeblendet und aus früheren Läufen bekannt: ${counted(found, resources.events, 'de')}; etwaige weitere werden nicht kopiert: die Quelle listet sie nicht auf`,
      }
}
