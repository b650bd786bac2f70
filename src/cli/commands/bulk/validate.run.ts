// `cal validate FILE…`: checks files without a service, and prints all errors by kind.
import type { JsonObject } from '../../../base/json.ts'
import { t, warningText } from '../../../base/text/language.ts'
import { withShortQuotes } from '../../../base/text/quoted.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import { seededRandom } from '../../../base/seeded-random.ts'
import { recognizeStrictly } from '../../../bulk/calendar-file/document.ts'
import { expanderOf } from '../../../bulk/calendar-file/expand.ts'
import { locationText } from '../../../bulk/input/entry.ts'
import { assumptionsOf, type InputScan, scanInput } from '../../../bulk/matching/input-scan.ts'
import type { ParsedItem } from '../../../bulk/matching/input-table.ts'
import { newRecordErrors } from '../../../bulk/plan/plan.ts'
import { countedKinds, plurals_by_need, resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../types/command.ts'
import { hereOf, type Session } from '../../types/session.ts'
import { shownReading } from '../../bulk-run/plan-outcome.ts'
import { type InputOptions, givenInputs, noteUnusedWindow, windowOf } from '../../bulk-run/inputs.ts'
import { withBounds } from '../../input/dates.ts'
import { noteLater } from '../../session/session.ts'
import type { reading_options } from './bulk.ts'

/** Errors of further records are only counted. */
const kept_max = 1_000

export const validate: CommandAction<typeof reading_options> = async ({ operands, options: typed }, session) => {
  const here = hereOf(session)
  const options = await withBounds(typed, ['since', 'until'], { clock: () => here, note: session.note })
  const given = await givenInputs(operands, { ...options, expand: expandFor(options, session) }, session, here)
  try {
    const wrong: ParsedItem[] = []
    const note = (item: ParsedItem) => {
      if (wrong.length < kept_max) wrong.push(item)
    }
    const scan = await scanInput(shownReading(given.inputs, session), note, { keeps: false, check: newRecordErrors })
    await noteUnusedWindow(given.read ?? new Map(), options, session)
    for (const assumed of assumptionsOf({ scan, create_missing: true })) await session.note(assumed)
    const { records, invalid, counts } = scan
    await session.note(
      records === 0
        ? // Usually, the wrong file was given.
          warningText('no records in {names}; nothing was checked', { names: operands.join(', ') })
        : invalid === 0
          ? t('{list}: no errors', { list: countedKinds(counts) })
          : t('{invalid} of {records} records {invalid|has|have} errors', { invalid, records }),
    )
    return {
      kind: 'view',
      columns: ['place', 'kind', 'field', 'value', 'message'],
      render: () => errorsText(wrong, scan, session),
      records: recordsOf(wrong, session),
      ...(invalid > 0 ? { exit: 'usage' as const } : {}),
    }
  } finally {
    given.close()
  }
}

/** Calendar files are expanded as by `cal apply`, unless `--kind` or `--map` is given. */
function expandFor({ kind, map, format, since, until }: InputOptions, session: Session): InputOptions['expand'] {
  if (kind !== undefined || map !== undefined) return undefined
  const note = noteLater(session)
  return expanderOf((source) => recognizeStrictly(source, format), {
    here: hereOf(session),
    random: seededRandom(1),
    note,
    window: windowOf('since', since, until),
    onCalendar: (names) => note(t('checked as a calendar file, as cal apply reads it: {names}', { names })),
  })
}

function errorsText(wrong: readonly ParsedItem[], { invalid }: InputScan, { language }: Session): string {
  const groups = [...plurals_by_need, undefined].map((kind) => wrong.filter(({ item }) => item.kind === kind))
  const lines = groups.flatMap((items, i) => {
    const kind = plurals_by_need[i]
    if (items.length === 0) return []
    const title = kind ? resources[kind].titles[language] : t('records of unknown kind')[language]
    return [
      `${title}:`,
      ...items.flatMap(({ item, errors }) =>
        errors.flatMap(({ text, hint }) => [
          `  ${escapeControlsInLine(`${locationText(item.location)}: ${withShortQuotes(text[language])}`)}`,
          ...(hint ? [`    ${escapeControlsInLine(hint[language])}`] : []),
        ]),
      ),
    ]
  })
  if (invalid > wrong.length) lines.push(t('… and {count} more', { count: invalid - wrong.length })[language])
  return lines.map((line) => `${line}\n`).join('')
}

async function* recordsOf(wrong: readonly ParsedItem[], { language }: Session): AsyncIterable<JsonObject> {
  for (const { item, errors } of wrong) {
    for (const { text, hint, field, value } of errors) {
      yield {
        place: locationText(item.location),
        file: item.location.file,
        line: item.location.line,
        kind: item.kind ? resources[item.kind].singular : null,
        field: field ?? null,
        value: value ?? null,
        message: text[language],
        ...(hint ? { hint: hint[language] } : {}),
      }
    }
  }
}
