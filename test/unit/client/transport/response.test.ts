import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { jsonOfBody, textOfBody } from '../../../../src/client/transport/response.ts'
import { errorOfAnswer } from '../../../../src/client/api/call.ts'
import { inLittleTime } from '../../../support/cpu-time.ts'

const text = '{"title":"Frühstück für 5 €"}'
const bytes_max = 1_000
const typed = (charset: string) => ({ 'content-type': `application/json; charset=${charset}` })

describe('the text of a body', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
    ['deflate, gzip', gzipSync(deflateSync(text))],
  ])('is decompressed from %s', async (encoding, bytes) => {
    expect(await textOfBody(bytes, { 'content-encoding': encoding }, bytes_max)).toBe(text)
  })

  it('is empty for an empty body, whatever its encoding', async () =>
    expect(await textOfBody(Buffer.alloc(0), { 'content-encoding': 'gzip' }, bytes_max)).toBe(''))

  it.each([
    ['gzip', 'is not valid gzip data'],
    ['zstd', 'unknown content encoding: zstd'],
  ])('an error names %s if it cannot be decompressed', async (encoding, words) => {
    await expect(textOfBody(Buffer.from(text), { 'content-encoding': encoding }, bytes_max)).rejects.toMatchObject({
      code: 'server_failed',
      text: { en: expect.stringContaining(words) },
    })
  })

  it('is limited in size after decompression', async () => {
    const bomb = gzipSync(Buffer.alloc(1024 * 1024))
    await expect(textOfBody(bomb, { 'content-encoding': 'gzip' }, bytes_max)).rejects.toMatchObject({
      code: 'server_failed',
      text: { en: expect.stringContaining('larger than') },
    })
  })

  it.each([
    ['iso-8859-1', Buffer.from('Frühstück', 'latin1'), 'Frühstück'],
    ['"iso-8859-15"', Buffer.from([0xa4]), '€'],
    ['utf-16le', Buffer.from('Frühstück', 'utf16le'), 'Frühstück'],
    ['UTF-8', Buffer.from('Frühstück'), 'Frühstück'],
    ['iso-8859-1', Buffer.from('Frühstück'), 'Frühstück'],
    ['nonsense', Buffer.from('Frühstück'), 'Frühstück'],
    ['nonsense', Buffer.from([0x41, 0xff]), 'A\ufffd'],
  ])('is read as %s', async (charset, bytes, expected) =>
    expect(await textOfBody(bytes, typed(charset), bytes_max)).toBe(expected),
  )
})

describe('the JSON of a body', () => {
  it('is found after a byte order mark', () => expect(jsonOfBody('\ufeff{"id":1}')).toEqual({ id: 1 }))

  it.each([
    '\nWarning: Undefined array key "x" in /srv/[a]/b.php on line 12\n{"id":1}',
    '<br />\n<b>Deprecated</b>:  f(): Passing null {"a"} to [0] in <b>/srv/b.php</b> on line <b>3</b><br />\n{"id":1}',
    '\ufeffNotice: x in y on line 1\n\nNotice: x in y on line 1\n{"id":1}\n',
  ])('is found after PHP messages: %j', (body) => expect(jsonOfBody(body)).toEqual({ id: 1 }))

  it.each(['<html>{"id":1}</html>', 'Warning: nothing else', '', '{"id":'])('%j contains none', (body) =>
    expect(jsonOfBody(body)).toBeUndefined(),
  )

  it('the search for its start is limited', async () => {
    expect(await inLittleTime(() => jsonOfBody(`Warning: x\n${'[{'.repeat(500_000)}`))).toBeUndefined()
  })

  it.each(['\ufeff', 'Warning: x in y on line 1\n'])('an error response after %j keeps its code', (before) => {
    const body = `${before}{"code":"rest_invalid_param","message":"Invalid","data":{"status":400,"params":{"title":"no"}}}`
    expect(errorOfAnswer({ status: 400, headers: {}, body })).toMatchObject({
      code: 'refused',
      remote: { code: 'rest_invalid_param', fields: { title: 'no' } },
    })
  })
})
