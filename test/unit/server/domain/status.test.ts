import { describe, expect, it } from 'vitest'
import { never_published, type Publication, publicationOf, unpublished } from '../../../../src/server/domain/status.ts'
import type { PostKind, Role } from '../../../../src/server/domain/records.ts'
import type { ServiceSettings, WriteContext } from '../../../../src/server/domain/settings.ts'
import { withSentDates } from '../../../support/sent-dates.ts'
import { writeContext } from '../../../support/write-context.ts'

/** Now is 16:00 in New York. */
function writingBy(role: Role, mode: ServiceSettings['mode'] = 'standard'): WriteContext {
  return writeContext({ mode, caller: { id: 7, login: role, role } })
}

const editor = writingBy('editor')
interface Sent {
  readonly status?: string
  readonly date?: string
  readonly date_utc?: string
}

const changed = (kind: PostKind, before: Publication, sent: Sent, writing: WriteContext) =>
  publicationOf(kind, before, withSentDates(sent, writing), { ...writing, isNew: false })
const made = (sent: Sent, writing = editor) =>
  publicationOf('event', unpublished(writing), withSentDates(sent, writing), { ...writing, isNew: true })

describe('publication', () => {
  it('is now if no date is sent', () => {
    expect(made({})).toEqual({
      status: 'publish',
      date: '2026-11-20 16:00:00',
      date_utc: '2026-11-20 21:00:00',
      modified: '2026-11-20 16:00:00',
      modified_utc: '2026-11-20 21:00:00',
    })
  })

  it('is a local time of the site; an instant is converted', () => {
    expect(made({ date: '2026-02-03 09:30' })).toMatchObject({
      date: '2026-02-03 09:30:00',
      date_utc: '2026-02-03 14:30:00',
    })
    expect(made({ date: '2026-01-01T10:00:00+02:00' })).toMatchObject({
      date: '2026-01-01 03:00:00',
      date_utc: '2026-01-01 08:00:00',
    })
  })

  it('sent in UTC sets the local time as well, and both are stored as sent', () => {
    expect(made({ date_utc: '2026-01-10 10:00' })).toMatchObject({
      date: '2026-01-10 05:00:00',
      date_utc: '2026-01-10 10:00:00',
    })
    expect(made({ date: '2026-01-04 10:00', date_utc: '2026-01-06 10:00' })).toMatchObject({
      date: '2026-01-04 10:00:00',
      date_utc: '2026-01-06 10:00:00',
    })
  })

  it('in the future schedules the record, which is published when due', () => {
    expect(made({ date: '2028-01-01' }).status).toBe('future')
    expect(made({ status: 'future' }).status).toBe('publish')
    const waiting = made({ date: '2028-01-01' })
    expect(changed('event', waiting, {}, editor)).toMatchObject({
      status: 'future',
      date: '2028-01-01 00:00:00',
    })
  })

  it('of a draft has no date in UTC until it is published', () => {
    const draft = made({ status: 'draft', date: '2026-01-03 10:00' })
    expect(draft).toMatchObject({
      status: 'draft',
      date: '2026-01-03 10:00:00',
      date_utc: never_published,
      modified_utc: never_published,
    })
    expect(changed('event', draft, { status: 'publish' }, editor)).toMatchObject({
      status: 'publish',
      date_utc: '2026-01-03 15:00:00',
    })
  })

  it('is kept when the record becomes a draft again', () => {
    expect(changed('event', made({ date: '2026-01-03 10:00' }), { status: 'draft' }, editor)).toMatchObject({
      status: 'draft',
      date_utc: '2026-01-03 15:00:00',
    })
  })

  it.each([
    [undefined, 'draft'],
    ['publish', 'pending'],
    ['future', 'pending'],
    ['pending', 'pending'],
    ['private', 'private'],
    ['draft', 'draft'],
  ])('a contributor who asks for %s gets %s', (status, granted) => {
    expect(made(status === undefined ? {} : { status }, writingBy('contributor')).status).toBe(granted)
  })

  it('of a venue with one date leaves the other unchanged in quirks mode', () => {
    const quirks = writingBy('editor', 'quirks')
    const before = made({ date: '2026-01-03 10:00' })
    expect(changed('venue', before, { date: '2026-01-05 10:00' }, quirks)).toMatchObject({
      date: '2026-01-05 10:00:00',
      date_utc: '2026-01-03 15:00:00',
    })
    expect(changed('venue', before, { date: '2026-01-05 10:00' }, editor)).toMatchObject({
      date: '2026-01-05 10:00:00',
      date_utc: '2026-01-05 15:00:00',
    })
  })

  it('of a venue is not scheduled by a local time alone in quirks mode', () => {
    const quirks = writingBy('editor', 'quirks')
    const before = made({ date: '2026-01-03 10:00' }, quirks)
    expect(changed('venue', before, { date: '2028-01-05 10:00' }, quirks).status).toBe('publish')
    expect(changed('venue', before, { date_utc: '2028-01-05 10:00' }, quirks).status).toBe('future')
    expect(changed('venue', before, { date: '2028-01-05 10:00' }, editor).status).toBe('future')
  })

  it('sent as two times that disagree is due by the one in UTC', () => {
    const [past, future] = ['2026-01-04 10:00', '2028-01-04 10:00']
    expect(made({ date: past, date_utc: future }).status).toBe('future')
    expect(made({ date: future, date_utc: past }).status).toBe('publish')
  })

  it('of a draft of a venue becomes now with every update in quirks mode', () => {
    const quirks = writingBy('editor', 'quirks')
    const draft = made({ status: 'draft', date: '2026-01-03 10:00' }, quirks)
    const sent = { date: '2026-01-05 10:00', date_utc: '2026-01-05 15:00' }
    expect(changed('venue', draft, sent, quirks)).toMatchObject({
      date: '2026-11-20 16:00:00',
      date_utc: never_published,
      modified_utc: '2026-11-20 21:00:00',
    })
    expect(changed('event', draft, sent, quirks)).toMatchObject({ date: '2026-01-05 10:00:00' })
    expect(changed('venue', draft, sent, editor)).toMatchObject({ date: '2026-01-05 10:00:00' })
  })

  it('of a new record is its change, too, in quirks mode', () => {
    const quirks = writingBy('editor', 'quirks')
    const date = { date: '2026-01-03 10:00:00', date_utc: '2026-01-03 15:00:00' }
    expect(made({ date: date.date }, quirks)).toMatchObject({
      ...date,
      modified: date.date,
      modified_utc: date.date_utc,
    })
    expect(made({ date_utc: date.date_utc, status: 'draft' }, quirks)).toMatchObject({
      ...date,
      modified_utc: date.date_utc,
    })
    expect(made({ date_utc: date.date_utc, status: 'draft' })).toMatchObject({ ...date, date_utc: never_published })
  })
})
