import { expect, it } from 'vitest'
import { icsOf } from '../../../../src/bulk/export/ics-write.ts'
import { streamOf } from '../../../../src/cli/types/outcome.ts'

it('no untrusted value can inject a line into an iCalendar file', async () => {
  const nasty = 'a\r\nATTACH:http://evil\rATTACH:b\u0000\u001b'
  const record = {
    id: 1,
    slug: nasty,
    title: nasty,
    description: nasty,
    website: nasty,
    status: nasty,
    timezone: nasty,
    start_date: '2027-03-01 10:00:00',
    end_date: '2027-03-01 11:00:00',
    venue: [{ venue: nasty }],
    organizer: [{ organizer: nasty, email: nasty }],
    categories: [{ name: nasty }],
  }
  let text = ''
  for await (const part of icsOf([{ kind: 'events', records: streamOf([record]) }], {
    onLoss: () => {},
  }))
    text += part
  expect(text).not.toMatch(/^ATTACH/m)
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not come through.
  expect(text.replaceAll('\r\n', '\n')).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f]/)
  expect(text).toContain('\r\nURL:aATTACH:http://evilATTACH:b\r\n')
  expect(text).toContain('\r\nSUMMARY:a\\nATTACH:http://evilATTACH:b\r\n')
})
