// Lists the records that a command is about to change or delete, and asks for confirmation.
import { CalError } from '../../base/errors.ts'
import type { Text } from '../../base/text/language.ts'
import type { Plural } from '../../spec/model.ts'
import { resources } from '../../spec/resources.ts'
import { getRecord } from '../../client/api/records.ts'
import { hasSlugRoute } from '../../client/api/target.ts'
import type { Session } from '../core/session.ts'
import type { NamedTarget } from '../arguments/targets.ts'
import { labelOf, whenOf } from '../output/write-messages.ts'

const listed_max = 10

/**
 * Resolves without a question for a single record, unless it would be deleted permanently on a terminal: decision 27.
 *
 * Errors: `not_confirmed` if the user doesn't agree or there is no terminal.
 */
export async function confirmMany(
  targets: readonly NamedTarget[],
  { plural, action }: { readonly plural: Plural; readonly action: 'update' | 'delete' },
  session: Session,
): Promise<void> {
  const isPermanent = action === 'delete' && !hasSlugRoute(plural)
  if (targets.length < 2 && !(isPermanent && session.settings.interactive)) return
  if (session.settings.interactive && !session.skips_confirmation) await listFirst(targets, plural, session)
  await session.confirm(questionOf(targets.length, plural, isPermanent ? 'delete for good' : action))
}

function questionOf(count: number, plural: Plural, action: 'update' | 'delete' | 'delete for good'): Text {
  const { title, titles } = resources[plural]
  const what =
    count === 1
      ? { en: `this ${title.en}`, de: title.de }
      : { en: `${count} ${titles.en}`, de: `${count} ${titles.de}` }
  if (action === 'update') return { en: `Change ${what.en}?`, de: `${what.de} ändern?` }
  return action === 'delete'
    ? { en: `Delete ${what.en}?`, de: `${what.de} löschen?` }
    : { en: `Delete ${what.en} for good?`, de: `${what.de} endgültig löschen?` }
}

async function listFirst(targets: readonly NamedTarget[], plural: Plural, session: Session): Promise<void> {
  const { exchange } = await session.open()
  for (const { typed, target } of targets.slice(0, listed_max)) {
    const label = await getRecord(exchange, plural, target).then(
      (record) => `${labelOf(record, session.language)}${whenOf(record)}`,
      (error) => {
        if (targets.length > 1 && error instanceof CalError) return `${typed} (${error.text[session.language]})`
        throw error
      },
    )
    await session.note({ en: `  ${label}`, de: `  ${label}` })
  }
  const rest = targets.length - listed_max
  if (rest > 0) await session.note({ en: `  … and ${rest} more`, de: `  … und noch ${rest}` })
}
