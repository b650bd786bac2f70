// Checks for values that iCalendar does not allow: the library throws for some, and reads others as different dates.
import type { Json } from '../../../base/json.ts'
import type ICAL from 'ical.js'
import { isDay } from '../../../base/dates/days.ts'
import type { Text } from '../../../base/text/language.ts'
import { getOrInsert } from '../../../base/get-or-insert.ts'
import type { InputError } from '../entry.ts'
import { isRule, parseRule } from '../../recurrence/rule.ts'
import { rule_property } from './components.ts'

/** Properties with times, and the field that each becomes. */
const timed: Readonly<Record<string, string | undefined>> = {
  dtstart: 'start_date',
  dtend: 'end_date',
  'recurrence-id': undefined,
  exdate: undefined,
  rdate: undefined,
}

/** The errors in the times of an event, with each value as the file has it. */
export function invalidValuesOf(component: ICAL.Component, text: string): readonly InputError[] {
  const seen = new Map<string, number>()
  const written = new Map<string, readonly string[]>()
  return component.getAllProperties().flatMap((property) => {
    const [name = '', , type = '', ...values] = property.toJSON() as readonly [string, object, string, ...Json[]]
    const nth = seen.get(name) ?? 0
    seen.set(name, nth + 1)
    const asWritten = () => getOrInsert(written, name, () => writtenOf(text, name))[nth] ?? ''
    if (Object.hasOwn(timed, name) && !values.every((value) => isTime(type, value))) return [noDate(name, asWritten())]
    if (name === 'duration')
      return values.every((value) => duration.test(String(value))) ? [] : [noDuration(asWritten())]
    if (name === rule_property.rrule || name === rule_property.exrule)
      return ruleErrors(component, name === rule_property.rrule ? 'RRULE' : 'EXRULE', String(values[0] ?? ''))
    return name === 'recurrence-id' ? rangeErrors(property) : []
  })
}

/** The error for a text that is not an event. */
export function invalidTextOf(): InputError {
  return { text: { en: 'not an event of iCalendar', de: 'kein Termin nach iCalendar' } }
}

const clock = /^T([01]\d|2[0-3]):[0-5]\d:([0-5]\d|60)Z?$/
/** Each unit is limited to some centuries. */
const duration = /^[+-]?P(?=\w)(\d{1,4}W)?(\d{1,5}D)?(T(?=\d)(\d{1,6}H)?(\d{1,8}M)?(\d{1,9}S)?)?$/

function isTime(type: string, value: Json | undefined): boolean {
  const text = String(type === 'period' ? [value].flat()[0] : value)
  return isDay(text.slice(0, 10)) && (text.length === 10 || clock.test(text.slice(10)))
}

/** `THISANDPRIOR` was withdrawn from the standard; there are no others. */
function rangeErrors(property: ICAL.Property): readonly InputError[] {
  const range = property.getFirstParameter('range')
  if (!range || range.toUpperCase() === 'THISANDFUTURE') return []
  return [
    {
      value: range,
      text: {
        en: `RECURRENCE-ID: RANGE=${range} is not supported`,
        de: `RECURRENCE-ID: RANGE=${range} wird nicht unterstützt`,
      },
    },
  ]
}

function ruleErrors(component: ICAL.Component, line: string, text: string): readonly InputError[] {
  const rule = parseRule(text)
  if (!isRule(rule)) return [noRule(line, text, rule)]
  const isShort = ['HOURLY', 'MINUTELY', 'SECONDLY'].includes(rule.freq)
  const isAllDay = component.getFirstProperty('dtstart')?.type === 'date'
  return isShort && isAllDay
    ? [
        noRule(line, text, {
          en: `FREQ=${rule.freq} needs a DTSTART with a time`,
          de: `FREQ=${rule.freq} braucht ein DTSTART mit Uhrzeit`,
        }),
      ]
    : []
}

/** The values of all lines of a name in their order, without the breaks of folding. */
function writtenOf(text: string, name: string): readonly string[] {
  const lines = text.replace(/\r?\n[ \t]/g, '').matchAll(new RegExp(`^${name}[^:\\r\\n]*:(.*)$`, 'gim'))
  return [...lines].map(([, value = '']) => value.trim())
}

function noDate(name: string, value: string): InputError {
  const field = timed[name]
  const line = name.toUpperCase()
  return {
    ...(field === undefined ? {} : { field }),
    value,
    text: { en: `${line}: "${value}" is not a date`, de: `${line}: „${value}“ ist kein Datum` },
    hint: {
      en: `such as ${line}:20270301T180000 or ${line};VALUE=DATE:20270301`,
      de: `etwa ${line}:20270301T180000 oder ${line};VALUE=DATE:20270301`,
    },
  }
}

function noDuration(value: string): InputError {
  return {
    field: 'end_date',
    value,
    text: { en: `DURATION: "${value}" is not a length of time`, de: `DURATION: „${value}“ ist keine Dauer` },
    hint: { en: 'such as DURATION:PT1H30M or DURATION:P1D', de: 'etwa DURATION:PT1H30M oder DURATION:P1D' },
  }
}

function noRule(line: string, value: string, why: Text): InputError {
  return {
    value,
    text: { en: `${line} "${value}": ${why.en}`, de: `${line} „${value}“: ${why.de}` },
    hint: {
      en: 'such as RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231',
      de: 'etwa RRULE:FREQ=WEEKLY;BYDAY=TU;UNTIL=20271231',
    },
  }
}
