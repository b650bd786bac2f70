import { describe, expect, it } from 'vitest'
import { jsonOfBody } from '../../../../src/client/transport/body-json.ts'
import { errorOfAnswer } from '../../../../src/client/api/error-answer.ts'

describe('the JSON of a body', () => {
  it('stands behind a byte order mark', () => expect(jsonOfBody('\ufeff{"id":1}')).toEqual({ id: 1 }))

  it.each([
    '\nWarning: Undefined array key "x" in /srv/[a]/b.php on line 12\n{"id":1}',
    '<br />\n<b>Deprecated</b>:  f(): Passing null {"a"} to [0] in <b>/srv/b.php</b> on line <b>3</b><br />\n{"id":1}',
    '\ufeffNotice: x in y on line 1\n\nNotice: x in y on line 1\n{"id":1}\n',
  ])('stands behind warnings: %j', (body) => expect(jsonOfBody(body)).toEqual({ id: 1 }))

  it.each(['<html>{"id":1}</html>', 'Warning: nothing else', '', '{"id":'])('%j holds none', (body) =>
    expect(jsonOfBody(body)).toBeUndefined(),
  )

  it('a thousand beginnings are not all tried', () => {
    const start = process.cpuUsage()
    expect(jsonOfBody(`Warning: x\n${'[{'.repeat(500_000)}`)).toBeUndefined()
    // Every one of them read anew would be minutes.
    expect(process.cpuUsage(start).user / 1000).toBeLessThan(10_000)
  })

  it.each(['\ufeff', 'Warning: x in y on line 1\n'])('an error behind %j keeps its code', (before) => {
    const body = `${before}{"code":"rest_invalid_param","message":"Invalid","data":{"status":400,"params":{"title":"no"}}}`
    expect(errorOfAnswer({ status: 400, headers: {}, body })).toMatchObject({
      code: 'refused',
      remote: { code: 'rest_invalid_param', fields: { title: 'no' } },
    })
  })
})
