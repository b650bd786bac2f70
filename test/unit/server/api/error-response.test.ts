// Refusals as they travel.
import { describe, expect, it } from 'vitest'
import { ApiError } from '../../../../src/server/domain/api-error.ts'
import { openCalendar } from '../../../../src/server/service/open.ts'
import { errorReply } from '../../../../src/server/api/error-response.ts'

const place = { base: 'http://127.0.0.1:8787', root: 'wp-json', vendor: 'tribe' }

describe('who has to wait', () => {
  const refusal = new ApiError('rest_too_many_sign_ins', { values: { seconds: '7' }, data: { retry_after: 7 } })

  it('is told so in the header and in the data', () => {
    const { status, headers, body } = errorReply(refusal, 'de')
    expect([status, headers['retry-after'], JSON.parse(body)]).toEqual([
      429,
      '7',
      {
        code: 'rest_too_many_sign_ins',
        message: 'zu viele falsche Passwörter; das nächste wird in 7 s geprüft',
        data: { status: 429, retry_after: 7 },
      },
    ])
  })

  it('is told so at the door of a calendar, beside the usual headers', async () => {
    const calendar = await openCalendar({
      file: ':memory:',
      place,
      mode: 'standard',
      read_only: false,
      writer: 'inline',
      now: () => 0,
      authenticate: () => () => Promise.reject(refusal),
    })
    const { status, headers } = await calendar.exchange({ method: 'GET', path: '/events', query: '', headers: {} })
    await calendar.close()
    expect([status, headers['retry-after'], headers['x-robots-tag']]).toEqual([429, '7', 'noindex'])
  })

  it('is nobody else', () => {
    expect(errorReply(new ApiError('rest_forbidden'), 'en').headers).toEqual({
      'content-type': 'application/json; charset=UTF-8',
    })
  })
})
