import { describe, expect, it } from 'vitest'
import { jsonOfBody, textOfBody } from '../../../../src/client/transport/response.ts'
import { errorOfAnswer } from '../../../../src/client/api/call.ts'

const text = '{"title":"Frühstück für 5 €"}'
const typed = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` })

describe('the text of a body', () => {
  it('is an error if it is compressed, which no request asks for', () => {
    expect(() => textOfBody(Buffer.from(text), { 'content-encoding': 'gzip' })).toThrow(
      'unknown content encoding: gzip',
    )
    expect(textOfBody(Buffer.alloc(0), { 'content-encoding': 'gzip' })).toBe('')
  })

  it.each([
    ['iso-8859-1', Buffer.from('Frühstück', 'latin1'), 'Frühstück'],
    ['"iso-8859-15"', Buffer.from([0xa4]), '€'],
    ['utf-16le', Buffer.from('Frühstück', 'utf16le'), 'Frühstück'],
    ['UTF-8', Buffer.from('Frühstück'), 'Frühstück'],
    ['iso-8859-1', Buffer.from('Frühstück'), 'Frühstück'],
    ['nonsense', Buffer.from('Frühstück'), 'Frühstück'],
    ['nonsense', Buffer.from([0x41, 0xff]), 'A\ufffd'],
  ])('is read as %s', (charset, bytes, expected) => expect(textOfBody(bytes, typed(charset))).toBe(expected))
})

describe('the JSON of a body', () => {
  it('is found after a byte order mark', () => expect(jsonOfBody('\ufeff{"id":1}')).toEqual({ id: 1 }))

  it.each(['<html>{"id":1}</html>', 'Warning: nothing else', '', '{"id":'])('%j contains none', (body) =>
    expect(jsonOfBody(body)).toBeUndefined(),
  )

  it('an error response after a byte order mark keeps its code', () => {
    const body = `\ufeff{"code":"rest_invalid_param","message":"Invalid","data":{"status":400,"params":{"title":"no"}}}`
    expect(errorOfAnswer({ status: 400, headers: {}, body })).toMatchObject({
      code: 'refused',
      remote: { code: 'rest_invalid_param', fields: { title: 'no' } },
    })
  })
})
