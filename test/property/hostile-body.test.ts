// Bodies of the maximum size with shapes designed to be slow. Each gets a quick response that names the
// exceeded limit.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { limits } from '../../src/server/http/connections.ts'
import { type OpenedCalendar, openCalendar } from '../../src/server/service/service.ts'
import { inLittleTime } from '../support/cpu-time.ts'
import { plain_options } from '../support/open-calendar.ts'

const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=X'
/** Repeated up to the limit, with a suffix. */
const filled = (part: string, end = '', start = '') =>
  `${start}${part.repeat(Math.floor((limits.body_bytes_max - start.length - end.length) / part.length))}${end}`
const filledBy = (part: (i: number) => string, separator: string) => {
  const parts: string[] = []
  for (let length = 0, i = 0; length < limits.body_bytes_max - 100; i += 1) {
    const text = part(i)
    parts.push(text)
    length += text.length + separator.length
  }
  return parts.join(separator)
}
const disposition = '\r\n--X\r\nContent-Disposition: form-data; '

const bodies: Readonly<Record<string, readonly [type: string, body: () => string]>> = {
  'JSON keys': ['application/json', () => `{${filledBy((i) => `"k${i}":1`, ',')}}`],
  'JSON values in a list': ['application/json', () => filled('1,', '1]}', '{"categories":[')],
  'JSON records in a list': ['application/json', () => filled('{"a":{}},', '1]}', '{"venue":[')],
  'JSON lists that never end': ['application/json', () => filled('[')],
  'form values': [form, () => filledBy((i) => `k${i}=1`, '&')],
  'form values of one name': [form, () => filled('a[]=1&')],
  'form values of no name': [form, () => filled('&')],
  'brackets in a form': [form, () => filled('[a]', '=1', 'a')],
  'brackets that never close in a form': [form, () => filled('[', '=1', 'a')],
  'a name of a form': [form, () => filled('a', '=1')],
  'percent signs in a form': [form, () => filled('%', '', 'title=')],
  parts: [multipart, () => filled(`${disposition}name=a\r\n\r\n1`)],
  'parts that are empty': [multipart, () => filled('\r\n--X')],
  'a name of a part': [multipart, () => filled('a', '"\r\n\r\n1\r\n--X--', `${disposition}name="`)],
  'brackets in the name of a part': [multipart, () => filled('[a]', '"\r\n\r\n1\r\n--X--', `${disposition}name="a`)],
  'semicolons in a part': [multipart, () => filled(';', '\r\n\r\n1\r\n--X--', disposition)],
  'semicolons and blanks in a part': [multipart, () => filled('; ', '\r\n\r\n1\r\n--X--', disposition)],
  'names that never end in a part': [multipart, () => filled(';name="', '\r\n\r\n1\r\n--X--', disposition)],
  'blanks in a part': [multipart, () => filled(' ', '\r\n\r\n1\r\n--X--', `${disposition};`)],
  'the name of a file': [multipart, () => filled('a', '"; filename=b\r\n\r\n1\r\n--X--', `${disposition}name="`)],
}

let calendar: OpenedCalendar
beforeAll(async () => {
  calendar = await openCalendar({ ...plain_options, file: ':memory:' })
})
afterAll(() => calendar.close())

it.each(Object.keys(bodies))('4 MB of %s get a short response in little time', { timeout: 300_000 }, async (name) => {
  const [type, make] = bodies[name] ?? ['', () => '']
  const body = Buffer.from(make())
  const answer = await inLittleTime(() =>
    calendar.exchange({ method: 'POST', path: '/events', query: '', headers: { 'content-type': type }, body }),
  )
  expect([answer.status, answer.body.length < 2_000]).toEqual([400, true])
})
