// The note on events with a blank venue or organizer.
import { expect, it } from 'vitest'
import { hiddenPlacesNote, hiddenPlacesOf } from '../../../../src/client/api/records.ts'

it('a note names the commands that show hidden places of an event', () => {
  const commands = hiddenPlacesOf({
    id: 5,
    venue: { id: 4, venue: [] },
    organizer: [
      { id: 7, organizer: 'Choir' },
      { id: 8, organizer: [] },
    ],
  })
  expect(hiddenPlacesNote(new Set(commands))).toEqual({
    en: 'venues or organizers of password-protected events are hidden; to see them as an editor: cal venues get 4 · cal organizers get 8',
    de: 'ein Passwort verbirgt Orte oder Veranstalter in Terminen; Bearbeiter sehen sie mit cal venues get 4 · cal organizers get 8',
  })
})

it('events with visible places or without places have no note', () => {
  expect(hiddenPlacesOf({ id: 5, venue: [], organizer: [] })).toEqual([])
  expect(hiddenPlacesOf({ id: 5, venue: { id: 4, venue: 'Hall' }, organizer: [] })).toEqual([])
  expect(hiddenPlacesNote(new Set())).toBeUndefined()
})

it('a note names at most five commands', () => {
  expect(hiddenPlacesNote(new Set(['a', 'b', 'c', 'd', 'e', 'f']))?.en).toMatch(/editor: a · b · c · d · e · …$/)
})
