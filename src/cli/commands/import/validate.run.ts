// `cal validate FILE…`: everything that can be known without a server, all errors at once, grouped by kind.
import type { JsonObject } from '../../../base/json.ts'
import { escapeControlsInLine } from '../../../base/text/untrusted-text.ts'
import { wholeDaysText } from '../../../bulk/input/assumptions.ts'
import { locationText } from '../../../bulk/input/entry.ts'
import type { ParsedItem } from '../../../bulk/matching/parsed-input.ts'
import { type InputScan, scanInput } from '../../../bulk/matching/input-scan.ts'
import { counted } from '../../../spec/derive.ts'
import { plurals_by_need, resources } from '../../../spec/resources.ts'
import type { CommandAction } from '../../core/command.ts'
import type { Session } from '../../core/session.ts'
import { givenInputs } from '../../bulk-run/inputs.ts'
import type { reading_options } from '../bulk-flags.ts'

/** More are counted, not kept. */
const kept_max = 1_000

export const validate: CommandAction<typeof reading_options> = async ({ operands, options }, session) => {
  const given = await givenInputs(operands, options, session)
  try {
    const wrong: ParsedItem[] = []
    const survey = await scanInput(given.inputs, (item) => {
      if (wrong.length < kept_max) wrong.push(item)
    })
    for (const assumed of [wholeDaysText(survey.assumed_all_day), survey.cost_assumptions.text()])
      if (assumed) await session.note(assumed)
    await session.note(survey.records === 0 ? nothingIn(operands) : summaryOf(survey))
    return {
      kind: 'view',
      columns: ['place', 'kind', 'field', 'value', 'message'],
      picture: () => pictureOf(wrong, survey, session),
      records: recordsOf(wrong, session),
      ...(survey.invalid > 0 ? { ends: 'usage' as const } : {}),
    }
  } finally {
    given.close()
  }
}

/** No file is right or wrong that holds nothing; most often the wrong one was named. */
function nothingIn(operands: readonly string[]) {
  const names = operands.join(', ')
  return {
    en: `warning: no records in ${names}: nothing was checked`,
    de: `Warnung: keine Einträge in ${names}: nichts wurde geprüft`,
  }
}

function summaryOf({ counts, records, invalid }: InputScan) {
  const kinds = plurals_by_need.filter((kind) => counts.has(kind))
  const list = (language: 'en' | 'de') =>
    kinds.map((kind) => counted(counts.get(kind) ?? 0, resources[kind], language)).join(', ')
  if (invalid === 0) return { en: `${list('en')}: all right`, de: `${list('de')}: alles in Ordnung` }
  return {
    en: `${invalid} of ${records} records ${invalid === 1 ? 'is' : 'are'} wrong`,
    de: `${invalid} von ${records} Einträgen ${invalid === 1 ? 'ist' : 'sind'} fehlerhaft`,
  }
}

function pictureOf(wrong: readonly ParsedItem[], { invalid }: InputScan, { language }: Session): string {
  const groups = [...plurals_by_need, undefined].map((kind) => wrong.filter(({ item }) => item.kind === kind))
  const lines = groups.flatMap((items, i) => {
    const kind = plurals_by_need[i]
    if (items.length === 0) return []
    const title = kind
      ? resources[kind].titles[language]
      : language === 'de'
        ? 'Einträge unklarer Art'
        : 'records of no clear kind'
    return [
      `${title}:`,
      ...items.flatMap(({ item, errors }) =>
        errors.flatMap(({ text, hint }) => [
          `  ${escapeControlsInLine(`${locationText(item.location)}: ${text[language]}`)}`,
          ...(hint ? [`    ${escapeControlsInLine(hint[language])}`] : []),
        ]),
      ),
    ]
  })
  if (invalid > wrong.length)
    lines.push(language === 'de' ? `… und ${invalid - wrong.length} weitere` : `… and ${invalid - wrong.length} more`)
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
