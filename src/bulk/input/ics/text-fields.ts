// Everything of an event in a calendar file but its times, as fields of the interface, and what of it cannot be taken
// as it is.
import type ICAL from 'ical.js'
import type { Text } from '../../../base/text/language.ts'
import type { Values } from '../../../spec/read.ts'
import type { IcsCalendar } from './components.ts'

/** `STATUS:CANCELLED` is a draft: nothing is lost, and nobody is invited (D-221). */
export function fieldsOf(component: ICAL.Component, calendar: IcsCalendar): Values {
  const text = (name: string) => textOf(component, name)
  return said({
    title: text('summary'),
    description: text('description'),
    website: isOwnPage(component) || isRelative(component) ? undefined : text('url'),
    status:
      text('x-cal-status') ??
      (isCancelled(component, calendar)
        ? 'draft'
        : /^(private|confidential)$/i.test(text('class') ?? '')
          ? 'private'
          : undefined),
    venue: text('location'),
    organizer: organizerOf(component),
    categories: categoriesOf(component),
  })
}

export interface FieldWarning {
  readonly cause: string
  readonly text: Text
}

export function fieldWarnings(component: ICAL.Component, calendar: IcsCalendar): readonly FieldWarning[] {
  const title = textOf(component, 'summary') ?? ''
  const url = textOf(component, 'url')
  return [
    ...(isCancelled(component, calendar) && textOf(component, 'x-cal-status') === undefined
      ? [
          {
            cause: 'cancelled',
            text: {
              en: `"${title}" is cancelled: it becomes a draft`,
              de: `„${title}“ ist abgesagt und wird ein Entwurf`,
            },
          },
        ]
      : []),
    ...(isRelative(component) && !isOwnPage(component)
      ? [
          {
            cause: 'relative_url',
            text: { en: `left out: the relative URL "${url}"`, de: `ausgelassen: die relative URL „${url}“` },
          },
        ]
      : []),
  ]
}

function isCancelled(component: ICAL.Component, { method }: IcsCalendar): boolean {
  return method === 'CANCEL' || textOf(component, 'status')?.toUpperCase() === 'CANCELLED'
}

/** An address without a scheme leads nowhere from another site. */
function isRelative(component: ICAL.Component): boolean {
  const url = textOf(component, 'url')
  return url !== undefined && !URL.canParse(url)
}

/** The page of the event itself, as an export of `cal` marks it. */
function isOwnPage(component: ICAL.Component): boolean {
  return component.getFirstProperty('url')?.getParameter('x-cal-own') !== undefined
}

function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

function organizerOf(component: ICAL.Component): readonly Values[] | undefined {
  const found = component.getAllProperties('organizer').flatMap((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    const email = address.includes('@') ? address : undefined
    const name = property.getFirstParameter('cn') || email
    return name ? [said({ organizer: name.replace(/^"|"$/g, ''), email })] : []
  })
  return found.length ? found : undefined
}

function categoriesOf(component: ICAL.Component): readonly string[] | undefined {
  const found = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return found.length ? [...new Set(found)] : undefined
}

function said(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined))
}
