// `cal explain KIND[.FIELD]`: describes fields and filters from the specification, offline. `cal explain apply` prints
// an example of a calendar file with a comment on each line.
import { CalError } from '../../../base/errors.ts'
import { closest, didYouMean, nearestOf } from '../../../base/text/closest.ts'
import { type Language, pattern, sameText, t, type Text } from '../../../base/text/language.ts'
import { flagOf, resourceNamed, resources } from '../../../spec/resources.ts'
import type { Parameter, Parameters, Resource } from '../../../spec/model.ts'
import { type Format, type Outcome, type OutputPage, streamOf } from '../../types/outcome.ts'
import type { CommandAction } from '../../types/command.ts'
import { withProgramName } from '../../types/session.ts'
import { defaultText, required_text, valueText } from '../../help/parameter-words.ts'
import { fieldText } from '../../output/table/lines.ts'

type Use = 'field' | 'filter'

export const explain: CommandAction = async ({ operands }, { format, language, runtime: { program } }) => {
  if (operands[0] === 'apply') return calendarFiles(format, language)
  const [kind = '', name] = (operands[0] ?? '').split('.')
  const resource = kindNamed(kind)
  const parts = [...fieldParts(resource.fields, 'field'), ...fieldParts(resource.query, 'filter')]
  const chosen = name === undefined ? parts : parts.filter((part) => part.name === name.replaceAll('-', '_'))
  if (chosen.length === 0) throw unknownName(resource, name ?? '', parts)
  return {
    kind: 'view',
    records: streamOf(chosen.map((part) => rowOf(part, language))),
    columns: ['use', 'name', 'value', 'required', 'default', 'meaning', 'flag'],
    render: (page) =>
      withProgramName(
        program,
        name === undefined
          ? overview(resource, parts, page)
          : chosen.map((part) => card(resource, part, page)).join('\n'),
      ),
  }
}

/** An example file; with `-o json`, the JSON Schema for editors. */
async function calendarFiles(format: Format | undefined, language: Language): Promise<Outcome> {
  if (format === 'json')
    return {
      kind: 'value',
      value: (await import('../../../bulk/calendar-file/schema.ts')).calendarJsonSchema(language),
    }
  return { kind: 'text', text: calendarFile(language) }
}

/** A field or a filter of the specification. */
interface Part {
  readonly name: string
  readonly use: Use
  readonly parameter: Parameter
}

function fieldParts(parameters: Parameters, use: Use): readonly Part[] {
  return Object.entries(parameters).map(([name, parameter]) => ({ name, use, parameter }))
}

/** A field or a filter as a record; `value` is what to type. */
function rowOf({ name, use, parameter }: Part, language: Language) {
  const { type, required, default: standard, description } = parameter
  return {
    name,
    use,
    type,
    value: valueText(parameter)[language],
    required: required === true,
    ...(standard === undefined ? {} : { default: standard }),
    meaning: description[language],
    flag: flagOf(name),
  }
}

const heads: Readonly<Record<Use, Text>> = {
  field: t('Fields that can be sent'),
  filter: t('Filters of lists'),
}

function overview({ title, titles, singular }: Resource, parts: readonly Part[], page: OutputPage): string {
  const { language } = page
  const width = Math.max(...parts.map(({ name }) => name.length))
  const fields = parts.map(({ name, parameter }) => {
    const notes = [valueText(parameter)[language], ...(parameter.required ? [required_text[language]] : [])].join(', ')
    return { name: name.padEnd(width), text: `${parameter.description[language]} · ${notes}` }
  })
  const section = (use: Use) => {
    const own = fields.filter((_, i) => parts[i]?.use === use)
    return `${heads[use][language]}\n${fieldText(own, page, '  ')}`
  }
  const names = [title[language], titles[language]].filter((name) => name !== singular).join(', ')
  return `${singular} · ${names}\n\n${section('field')}\n${section('filter')}`
}

const uses: Readonly<Record<Use, Text>> = {
  field: t('field of create and update'),
  filter: t('filter of lists'),
}

function card({ singular, plural }: Resource, { name, use, parameter }: Part, page: OutputPage): string {
  const necessity = parameter.required ? t('yes') : t('no')
  const standard = defaultText(parameter)
  const lines: readonly (readonly [Text, Text])[] = [
    [t('meaning'), parameter.description],
    [t('use'), uses[use]],
    [t('value'), valueText(parameter)],
    ...(use === 'field' ? [[required_text, necessity] as const] : []),
    ...(standard === undefined ? [] : [[t('default'), standard] as const]),
    [t('flag'), sameText(`cal ${plural} ${use === 'field' ? 'create' : 'list'} ${flagOf(name)}`)],
  ]
  const fields = lines.map(([label, value]) => ({ name: label[page.language], text: value[page.language] }))
  return `${singular}.${name}\n${fieldText(fields, page, '  ')}`
}

function kindNamed(word: string): Resource {
  const resource = resourceNamed(word)
  if (resource) return resource
  const names = Object.values(resources).map(({ singular }) => singular)
  throw new CalError('usage', t('unknown kind "{word}"', { word }), {
    hint: nearestOf(word, names),
  })
}

function unknownName({ singular }: Resource, name: string, parts: readonly Part[]): CalError {
  const near = closest(
    name,
    parts.map((part) => part.name),
  )
  return new CalError('usage', t('{singular} has no field or filter "{name}"', { singular, name }), {
    hint: near === undefined ? t('list all: cal explain {singular}', { singular }) : didYouMean(`${singular}.${near}`),
  })
}

const rows: readonly (readonly [string, Text?])[] = [
  ['calendar: services', t('name of the file for --prune (default: its path)')],
  ['timezone: Europe/Berlin', t('default time zone of events')],
  ['language: en', t('language of months and weekdays: en or de')],
  ['defaults:', t('default fields of events; or by kind under event:, venue:, …')],
  ['  duration: 45m', t('ignored if the event has an end')],
  ['categories:', t('a tree')],
  ['  - Music: [Jazz, {name: Rock, slug: rock}]'],
  ['tags: [free]'],
  ['venues:', t('key is a name for references within the file')],
  ['  - {key: hall, venue: City Hall, city: Ulm}'],
  ['organizers:'],
  ['  - {key: choir, organizer: Choir}'],
  ['events:'],
  ['  - key: rehearsal', t('becomes the slug: rehearsal-2027-01-05 for each date')],
  ['    title: "Rehearsal {date:D MMMM}"', sameText('{date}, {time}, {year}, {month}, {day}, {week}, {n}')],
  ['    slug: rehearsal-{date}', t('or auto: from the title, and the date of a repeated event')],
  ['    start: 2027-01-05 18:00', t('or start_date; also +7d 18:00, fri 18:00')],
  ['    end: "20:00"', t('or end_date, or duration')],
  ['    repeat: FREQ=WEEKLY;BYDAY=TU;UNTIL=2027-03-31', t('a rule of RFC 5545 with UNTIL or COUNT, or apply --until')],
  ['    except: [2027-02-16]', t('dates left out')],
  ['    skip_months: [8]', t('months without dates, 1 to 12')],
  ['    also: [2027-04-02 19:00]', t('dates added')],
  ['    venue: hall', t('key, id, slug or name')],
  ['    categories: [Music > Jazz]'],
  ['  - key: talk'],
  ['    count: 50', pattern('number of events, numbered by {n}')],
  ['    title: "Talk {n:00}"'],
  ['    start: {between: [2027-01-01, 2027-03-31], at: ["18:00", "19:30"]}', t('random, determined by --seed')],
  ['    venue: {choose: [hall, City Library]}', t('one of these; with of: 2, two of them')],
  ['  - {title: Picnic, start: 2027-07-01, disabled: true}', t('this record is left out')],
]

const column = 34
const width_max = 80

/** YAML that can be applied unchanged if its venues exist. A comment that doesn't fit on its line is above it. */
export function calendarFile(language: keyof Text): string {
  return rows
    .map(([line, remark]) => {
      if (remark === undefined) return `${line}\n`
      const commented = `${line.padEnd(column)}  # ${remark[language]}`
      const indent = ' '.repeat(line.search(/[^ -]/))
      return commented.length <= width_max ? `${commented}\n` : `${indent}# ${remark[language]}\n${line}\n`
    })
    .join('')
}
