import { describe, expect, it } from 'vitest'
import {
  eventSelectionOf,
  eventWindowOf,
  placeSelectionOf,
  searchOf,
  type SelectionContext,
  type SentBounds,
} from '../../../../../src/server/domain/lists/selection.ts'
import type { DateBound } from '../../../../../src/spec/lists.ts'
import type { ServiceSettings } from '../../../../../src/server/domain/settings.ts'
import { sentDate, withSentDates } from '../../../../support/sent-dates.ts'
import { writeContext } from '../../../../support/write-context.ts'

const settings: ServiceSettings = writeContext().settings
/** 16:00 in New York on 20 November 2026. */
const visitor: SelectionContext = { settings, now: Date.UTC(2026, 10, 20, 21), caller: undefined }
type Texts = { readonly [B in DateBound]?: string } & Pick<SentBounds, 'strict_dates' | 'include'>

const windowOf = (sent: Texts, context: SelectionContext) => eventWindowOf(withSentDates(sent, context), context)

describe('the window of a list', () => {
  it.each([
    ['America/New_York', '2026-11-19 00:00:00', '2028-11-20 23:59:59'],
    ['UTC', '2026-11-19 00:00:00', '2028-11-20 23:59:59'],
    ['Europe/Berlin', '2026-11-20 00:00:00', '2028-11-20 23:59:59'],
    ['Asia/Tokyo', '2026-11-20 00:00:00', '2028-11-20 23:59:59'],
  ])('in %s is from %s to %s where nothing is said', (timezone, start_date, end_date) => {
    expect(windowOf({}, { ...visitor, settings: { ...settings, timezone } })).toEqual({ start_date, end_date })
  })

  it('includes whole days', () => {
    expect(windowOf({ start_date: '2027-01-02 18:00', end_date: '2027-01-03' }, visitor)).toEqual({
      start_date: '2027-01-02 00:00:00',
      end_date: '2027-01-03 23:59:59',
    })
  })

  it('has no defaults if a relative bound is given', () => {
    expect(windowOf({ starts_after: '2026-03-01' }, visitor)).toEqual({ starts_after: '2026-03-01 23:59:59' })
    expect(windowOf({ ends_before: '2026-03-01', start_date: '2026-02-01' }, visitor)).toEqual({
      start_date: '2026-02-01 00:00:00',
      ends_before: '2026-03-01 23:59:59',
    })
  })

  it('reads times without a zone as UTC with strict_dates', () => {
    expect(windowOf({ start_date: '2027-06-01 19:00', strict_dates: true }, visitor)).toEqual({
      start_date: '2027-06-01 15:00:00',
      end_date: '2028-11-20 16:00:00',
    })
  })

  it.each([
    ['2027-01-02T19:00:00-05:00', '2027-01-03 23:59:59'],
    ['2027-01-02T03:00:00Z', '2027-01-02 23:59:59'],
    ['2027-01-02 19:00 America/Los_Angeles', '2027-01-03 23:59:59'],
    ['1/2/2027 22:00 EST', '2027-01-03 23:59:59'],
    ['none', '2026-11-21 23:59:59'],
    ['today', '2026-11-21 23:59:59'],
  ])('takes %s in quirks mode by the day it is on in UTC', (starts_after, wall) => {
    const quirks: SelectionContext = {
      ...visitor,
      settings: { ...settings, mode: 'quirks' },
      now: Date.UTC(2026, 10, 21, 2),
    }
    expect(windowOf({ starts_after }, quirks)).toEqual({ starts_after: wall })
  })

  it.each([
    ['2027-06-01T19:00:00-05:00', '2027-06-01 20:00:00'],
    ['2027-06-01 19:00 Europe/Berlin', '2027-06-01 13:00:00'],
    ['2027-06-01 19:00', '2027-06-01 15:00:00'],
  ])('keeps the zone of %s when dates are strict, in quirks mode too', (starts_after, wall) => {
    expect(
      windowOf({ starts_after, strict_dates: true }, { ...visitor, settings: { ...settings, mode: 'quirks' } }),
    ).toEqual({ starts_after: wall })
  })

  it('uses the day of an instant in the zone of the site', () => {
    expect(windowOf({ starts_before: '2027-01-02T03:00:00Z' }, visitor)).toEqual({
      starts_before: '2027-01-01 23:59:59',
    })
  })
})

describe('a selection of events', () => {
  it('has one condition for each parameter', () => {
    const values = {
      starts_after: sentDate('2026-03-01', visitor),
      categories: [3, 30],
      tags: [4],
      venue: [5, 6],
      organizer: [7],
      featured: false,
      search: 'jazz -loud',
    }
    expect(eventSelectionOf(values, visitor)).toEqual({
      clock: 'local',
      window: { starts_after: '2026-03-01 23:59:59' },
      statuses: ['publish'],
      search_protected: false,
      hidden: false,
      search: { words: ['jazz'], without: ['loud'] },
      categories: [3, 30],
      tags: [4],
      venue: [5, 6],
      organizer: [7],
      featured: false,
    })
  })

  it('uses the configured distance for geoloc', () => {
    const premium = { ...visitor, settings: { ...settings, premium: { geofence_km: 5 } } }
    expect(eventSelectionOf({ geoloc_lat: 47.5, geoloc_lng: 9.7 }, premium).near).toEqual({
      lat: 47.5,
      lng: 9.7,
      km: 5,
    })
  })
})

describe('a selection of venues', () => {
  it('counts upcoming events from now on', () => {
    expect(placeSelectionOf({ only_with_upcoming: true }, visitor).upcoming).toEqual({
      from_utc: '2026-11-20 21:00:00',
      statuses: ['publish'],
    })
    expect(placeSelectionOf({ only_with_upcoming: false }, visitor).upcoming).toBeUndefined()
  })

  it.each([
    ['main street', ['main', 'street'], ['main', 'street']],
    ['Main-Street 5', ['Main-Street', '5'], ['Main-Street', '5']],
    ['main_street', ['main', 'street'], ['main', 'street']],
    ["o'neill & co.", ['o', 'neill', 'co'], ['o', 'neill', 'co']],
    ['0 10 00', ['10', '00'], ['10', '00']],
    ['ödön', ['ödön'], ['d', 'n']],
    ['Zürich', ['Zürich'], ['Z', 'rich']],
    ['東京 tower', ['東京', 'tower'], ['tower']],
    ['हिन्दी', ['हिन्दी'], []],
    ['%', [], []],
    ['é', ['é'], []],
    ['-', ['-'], ['-']],
    ['"main street"', ['main', 'street'], ['main', 'street']],
  ])('is searched for the fragments of %j', (search, standard, quirks) => {
    expect(placeSelectionOf({ search }, visitor).search).toEqual({ words: standard, without: [] })
    expect(
      placeSelectionOf({ search }, { ...visitor, settings: { ...visitor.settings, mode: 'quirks' } }).search,
    ).toEqual({ words: quirks, without: [] })
  })
})

describe('a site in UTC', () => {
  it.each(['UTC', 'GMT', 'UTC+0', 'UTC-0', 'UTC+00:00', '+00:00', 'Etc/UTC', 'Etc/GMT', 'Zulu', 'Universal', 'GMT0'])(
    'called %s cuts by UTC',
    (timezone) => {
      expect(eventSelectionOf({}, { ...visitor, settings: { ...visitor.settings, timezone } }).clock).toBe('utc')
    },
  )

  it.each(['Europe/London', 'Africa/Abidjan', 'UTC+1', 'Etc/GMT+1'])('does not have the zone %s', (timezone) => {
    expect(eventSelectionOf({}, { ...visitor, settings: { ...visitor.settings, timezone } }).clock).toBe('local')
  })
})

describe('a search', () => {
  it.each([
    ['rock night', ['rock', 'night'], []],
    ['"rock night" loud', ['rock night', 'loud'], []],
    ['rock -loud -"late night"', ['rock'], ['loud', 'late night']],
    ['-', ['-'], []],
    ['   ', [], []],
  ])('for %j needs %j without %j', (text, words, without) =>
    expect(searchOf(text, settings)).toEqual({ words, without }),
  )

  it.each([
    ['rock,jazz', ['rock', 'jazz'], []],
    ['the rock a night', ['rock', 'night'], []],
    ['"the rock" -loud', ['the rock'], ['loud']],
    ['The', ['The'], []],
    ['1 2 3 4 5 6 7 8 9 10', ['1 2 3 4 5 6 7 8 9 10'], []],
    ['-', [], ['']],
    ['"', ['"'], []],
    ['" "', [' '], []],
    ['"rock', ['rock'], []],
    ["'90s rock'n'roll", ['90s', "rock'n'roll"], []],
    ['back\\slash 0', ['backslash'], []],
  ])('for %j in quirks mode needs %j without %j', (text, words, without) =>
    expect(searchOf(text, { mode: 'quirks' })).toEqual({ words, without }),
  )

  it('for backslashes alone in quirks mode is none', () => {
    expect(searchOf('\\', { mode: 'quirks' })).toBeUndefined()
  })
})
