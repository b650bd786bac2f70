// A record whose key the service did not store, because it chose another one, is found by the next import.
import { describe, expect, it } from 'vitest'
import { modes, type Service, serviceIn } from '../../../support/service-in.ts'

const rows = (...lines: readonly string[]) => `title,slug,start_date,end_date\n${lines.join('\n')}\n`
const jazz = 'Jazz,jazz,2027-01-05 10:00,2027-01-05 11:00'

async function slugs({ json }: Pick<Service, 'json'>): Promise<readonly string[]> {
  const events = await json('events list --any-date --fields slug,title')
  return (events as readonly { readonly slug: string; readonly title: string }[])
    .map(({ slug, title }) => `${slug} ${title}`)
    .sort()
}

/** No list shows an event in the trash, and this one keeps its slug, so that the next event gets `jazz-2`. */
async function withTakenSlug(mode: (typeof modes)[number]): Promise<Service> {
  const service = await serviceIn(mode)
  await service.send('POST', '/events', {
    title: 'Old',
    slug: 'jazz',
    status: 'trash',
    start_date: '2025-05-01 10:00:00',
    end_date: '2025-05-01 11:00:00',
  })
  return service
}

describe.each(modes)('in %s mode', (mode) => {
  it('an event whose slug is taken is created once, and its slug is sent once', async () => {
    const service = await withTakenSlug(mode)
    service.write('a.csv', rows(jazz))
    expect((await service.cal('import a.csv', 2)).stderr).toContain('sent "jazz", but the service stored "jazz-2"')
    for (const flags of ['', '--on-existing update', '--match slug'])
      expect((await service.cal(`import a.csv --yes ${flags}`, 3)).stderr).toBe('1 event unchanged\n')
    expect(await slugs(service)).toEqual(['jazz-2 Jazz'])
  })
})
