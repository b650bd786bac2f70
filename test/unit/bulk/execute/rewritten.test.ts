// Texts that a service rewrites for display: a second run finds no changes, but edits on either side are detected.
import { describe, expect, it } from 'vitest'
import { type Service, serviceIn } from '../../../support/service-in.ts'

const texts: Readonly<Record<string, string>> = {
  'an image with both sizes': '<p>Look</p><img src="https://x.test/a.jpg" alt="A" width="300" height="200" />',
  'an image without sizes': '<img src="https://x.test/b.jpg">',
  smileys: 'Come :-) and see :D',
  'a shortcode that shows nothing': '[gallery ids="1,2"]',
  'a shortcode with text': 'See [caption width="10"]<b>x</b> y[/caption] here',
  'block comments': '<!-- wp:paragraph -->\n<p>Hello</p>\n<!-- /wp:paragraph -->',
  'typographic quotes': 'It\'s 10" wide -- and "quoted"... 3x4 (tm)',
  paragraphs: 'one\ntwo\n\n<ul>\n<li>a</li>\n</ul>\n\nlast & <a href="https://x.test/?a=1&b=2">link</a>',
}

function eventsWith(description: string): string {
  return JSON.stringify({
    events: [
      {
        title: 'Choir (tm) 2x3',
        start_date: '2027-03-01 10:00',
        end_date: '2027-03-01 11:00',
        description,
        cost: 'ab 10 € / erm. 5 €',
      },
    ],
  })
}

async function imported(text: string): Promise<Service> {
  const service = await serviceIn('quirks')
  service.write('a.json', eventsWith(text))
  expect((await service.cal('import a.json --yes')).stderr).toContain('1 event created')
  service.writes()
  return service
}

describe.each(Object.entries(texts))('%s', (_, text) => {
  it('is unchanged in the second run', async () => {
    const { cal, writes } = await imported(text)
    expect((await cal('import a.json --on-existing update --yes', 1)).stderr).toBe('1 event unchanged\n')
    expect((await cal('import a.json', 2)).stderr).toBe('1 event unchanged\n')
    expect(writes()).toEqual([])
  })
})

it('a text changed in the file is sent, and unchanged in the next run', async () => {
  const { cal, write } = await imported('See [caption]<b>x</b> y[/caption] here')
  write('a.json', eventsWith('See [caption]<b>z</b> y[/caption] there'))
  expect((await cal('import a.json --on-existing update --yes', 1)).stderr).toContain('1 event updated')
  expect((await cal('import a.json --on-existing update --yes', 2)).stderr).toBe('1 event unchanged\n')
  write('a.json', eventsWith('See [caption]<b>x</b> y[/caption] here'))
  expect((await cal('import a.json --on-existing update --yes', 3)).stderr).toContain('1 event updated')
})

it('a text changed in the service is sent again', async () => {
  const { cal } = await imported('See [caption]<b>x</b> y[/caption] here')
  await cal('events update 4 --description Changed')
  expect((await cal('import a.json --on-existing update --yes', 1)).stderr).toContain('1 event updated')
})

it('a text that an undo restored is sent again', async () => {
  const { cal, write } = await imported('See [caption]<b>x</b> y[/caption] here')
  write('b.json', eventsWith('See [caption]<b>z</b> y[/caption] there'))
  await cal('import b.json --on-existing update --yes', 1)
  expect((await cal('history undo --yes', 2)).stderr).toContain('1 event updated')
  expect((await cal('import b.json --on-existing update --yes', 3)).stderr).toContain('1 event updated')
})

it('apply and diff find no changes after one run', async () => {
  const { cal, write, writes } = await serviceIn('quirks')
  const events = Object.values(texts).map(
    (description, n) =>
      `  - {key: e${n}, title: Event ${n}, start: 2027-03-0${n + 1} 10:00, duration: 1h, description: ${JSON.stringify(description)}}`,
  )
  write('a.yaml', `calendar: a\nevents:\n${events.join('\n')}\n`)
  expect((await cal('apply -f a.yaml --yes')).stderr).toContain('8 events created')
  writes()
  expect(await cal('diff -f a.yaml --exit-code', 1)).toMatchObject({ code: 0, stdout: '' })
  expect((await cal('apply -f a.yaml --yes', 1)).stderr).toBe('8 events unchanged\n')
  expect(writes()).toEqual([])
})
