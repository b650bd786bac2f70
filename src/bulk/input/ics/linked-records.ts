// The venue, the organizer and the categories that a VEVENT names.
import type ICAL from 'ical.js'
import type { Values } from '../../../spec/read.ts'

export function textOf(component: ICAL.Component, name: string): string | undefined {
  const value = component.getFirstPropertyValue(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}

/** The name of the venue; exports of `cal` add it as a parameter if the text also has the address. */
export function locationOf(component: ICAL.Component): string | Values | undefined {
  const name = component.getFirstProperty('location')?.getFirstParameter('x-cal-name') || textOf(component, 'location')
  return name === undefined || !isSign(name) ? name : { venue: name }
}

/** iCalendar has no ids: such a text must not be read as one. */
function isSign(name: string): boolean {
  return /^(?:(?:id|slug):)?\d+$/.test(name)
}

export function organizerOf(component: ICAL.Component): readonly Values[] | undefined {
  const found = component.getAllProperties('organizer').flatMap((property) => {
    const address = String(property.getFirstValue() ?? '').replace(/^mailto:/i, '')
    const email = address.includes('@') ? address : undefined
    const name = property.getFirstParameter('cn') || email
    return name
      ? [{ organizer: decoded(name.replace(/^"(.*)"$/s, '$1')), ...(email === undefined ? {} : { email }) }]
      : []
  })
  return found.length ? found : undefined
}

/** The feeds of deployed services write `Town%20Choir`. */
function decoded(name: string): string {
  if (!/^(?:[\w.~-]|%[\dA-F]{2})*$/i.test(name)) return name
  try {
    return decodeURIComponent(name)
  } catch (error) {
    if (error instanceof URIError) return name
    throw error
  }
}

export function categoriesOf(component: ICAL.Component): readonly (string | Values)[] | undefined {
  const found = component
    .getAllProperties('categories')
    .flatMap((property) => property.getValues().map(String))
    .map((name) => name.trim())
    .filter((name) => name !== '')
  return found.length ? [...new Set(found)].map((name) => (isSign(name) ? { name } : name)) : undefined
}
