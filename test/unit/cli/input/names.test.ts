// Names in place of ids: unknown ones are errors, lists can be edited, and no spelling creates a second term.
import { beforeEach, describe, expect, it } from 'vitest'
import { type Workspace, newWorkspace } from '../../../support/workspace.ts'

let here: Workspace
let ids: Readonly<Record<string, number>>

const event = `events create --title Night --start-date '2027-01-02 20:00' --duration 2h`

async function idOf(line: string): Promise<number> {
  return Number((await here.cal(`${line} --porcelain`)).stdout)
}

async function names(kind: string): Promise<readonly string[]> {
  const records = (await here.json(
    `${kind} list --all ${kind === 'categories' || kind === 'tags' ? '--no-hide-empty' : ''}`,
  )) as Record<string, string>[]
  return records.map(({ name, venue, organizer }) => String(name ?? venue ?? organizer)).sort()
}

async function linked(id = ids.event): Promise<unknown> {
  const { categories, tags, organizer, venue } = (await here.json(`events get ${id}`)) as Record<
    string,
    { name?: string; organizer?: string; venue?: string }[]
  >
  const all = (list: unknown, key: string) =>
    [list]
      .flat()
      .map((item) => (item as Record<string, unknown>)[key])
      .sort()
  return {
    categories: all(categories, 'name'),
    tags: all(tags, 'name'),
    organizer: all(organizer, 'organizer'),
    venue: all(venue, 'venue'),
  }
}

beforeEach(async () => {
  here = newWorkspace()
  ids = {
    jazz: await idOf('categories create --name Jazz'),
    family: await idOf(`categories create --name 'Kinder & Familie'`),
    free: await idOf('tags create --name free'),
    year: await idOf('tags create --name 2027'),
    choir: await idOf(`organizers create --name 'Ärzte-Chor'`),
    hall: await idOf(`venues create --name 'City Hall'`),
    event: await idOf(`${event} --categories Jazz --tags free --organizer 'Ärzte-Chor' --venue 'City Hall'`),
  }
})

describe('an unknown name', () => {
  it('in a file changes nothing', async () => {
    here.write('new.yaml', 'title: A\nstart_date: 2027-01-01\nend_date: 2027-01-01\ncategories: [Jazz, Rok]\n')
    expect((await here.cal('events create -f new.yaml --lang de')).stderr).toBe(
      'Fehler: Kategorie „Rok“ existiert nicht\nHinweis: cal categories list --all --no-hide-empty zeigt alle; mit --create-missing wird der Eintrag angelegt\n',
    )
    expect(await names('categories')).toEqual(['Jazz', 'Kinder & Familie'])
  })

  it('is created once with --create-missing, for several records', async () => {
    here.write(
      'new.yaml',
      '- { title: A, start_date: 2027-01-01, end_date: 2027-01-01, tags: [New, 2030], venue: Barn }\n- { title: B, start_date: 2027-01-01, end_date: 2027-01-01, tags: [new], organizer: Band }\n',
    )
    const { code, stderr } = await here.cal('events create -f new.yaml --create-missing')
    const lines = stderr.split('\n').map((line) => line.replace(/^(Created \w+) \d+ /, '$1 '))
    expect([code, lines.slice(0, 4).toSorted(), ...lines.slice(4)]).toEqual([
      0,
      ['Created organizer "Band"', 'Created tag "2030"', 'Created tag "New"', 'Created venue "Barn"'],
      ...[
        'Created event "A" · Fri 1 Jan 2027, 00:00 (UTC) · Barn',
        'Created event "B" · Fri 1 Jan 2027, 00:00 (UTC)',
        '2 events, 1 venue, 1 organizer, 2 tags created',
        expect.stringMatching(/^to undo: cal history undo \S+$/),
        '',
      ],
    ])
    expect([await names('tags'), await names('venues'), await names('organizers')]).toEqual([
      ['2027', '2030', 'New', 'free'],
      ['Barn', 'City Hall'],
      ['Band', 'Ärzte-Chor'],
    ])
  })

  it('is not created by a dry run', async () => {
    expect((await here.cal(`events update ${ids.event} --add-tags New --create-missing -n`)).stdout).toMatch(
      /"tags":\[4,"New"\]/,
    )
    expect(await names('tags')).toEqual(['2027', 'free'])
  })
})

describe('a known name', () => {
  it.each(["'Kinder & Familie'", "'Kinder &amp; Familie'", "'KINDER & FAMILIE'", 'kinder-familie'])(
    'is found as %s',
    async (typed) => {
      expect(await here.cal(`events update ${ids.event} --categories ${typed}`)).toMatchObject({ code: 0 })
      expect(await linked()).toMatchObject({ categories: ['Kinder & Familie'] })
      expect((await here.cal(`events list --any-date --categories ${typed} -o count`)).stdout).toBe('1\n')
      expect(await names('categories')).toEqual(['Jazz', 'Kinder & Familie'])
    },
  )

  it('may consist of digits, be decomposed, or differ in case', async () => {
    expect(
      await here.cal(`events update ${ids.event} --tags 2027 --organizer '${'ÄRZTE-CHOR'.normalize('NFD')}'`),
    ).toMatchObject({ code: 0 })
    expect(await linked()).toMatchObject({ tags: ['2027'], organizer: ['Ärzte-Chor'] })
  })

  it('may contain a comma: the whole name takes precedence over its parts', async () => {
    await here.cal(`organizers create --name 'Smith, John'`)
    for (const more of ['', ' --create-missing'])
      expect(await here.cal(`events update ${ids.event} --organizer 'Smith, John'${more}`)).toMatchObject({ code: 0 })
    expect([await linked(), await names('organizers')]).toMatchObject([
      { organizer: ['Smith, John'] },
      ['Smith, John', 'Ärzte-Chor'],
    ])
  })

  it('is accepted by --where, also with an ampersand', async () => {
    await here.cal(`events update ${ids.event} --categories 'Kinder & Familie'`)
    expect(
      (await here.cal(`events update --where 'categories=Kinder & Familie&venue=City Hall' --title Later --yes`)).code,
    ).toBe(0)
    expect(await here.json(`events get ${ids.event}`)).toMatchObject({ title: 'Later' })
    expect(await here.cal(`events delete --where 'categories=Kindr & Familie' --yes`)).toMatchObject({ code: 4 })
  })

  it('of a venue given as data does not overwrite the existing venue', async () => {
    expect(
      await here.cal(`events update ${ids.event} --data '{"venue":{"venue":"city hall","city":"Rom"}}'`),
    ).toMatchObject({ code: 5, stderr: expect.stringContaining('already exists') })
  })
})

describe('adding to and removing from a list', () => {
  it('adds and removes entries', async () => {
    expect(
      await here.cal(
        `events update ${ids.event} --add-categories 'Kinder & Familie' --add-tags 2027 --remove-tags free --remove-organizers 'Ärzte-Chor' --remove-venue ${ids.hall}`,
      ),
    ).toMatchObject({ code: 0 })
    expect(await linked()).toEqual({
      categories: ['Jazz', 'Kinder & Familie'],
      tags: ['2027'],
      organizer: [],
      venue: [],
    })
  })

  it('changes several targets, and the records that --where selects', async () => {
    const other = await idOf(`${event} --categories 'Kinder & Familie'`)
    expect(await here.cal(`events update ${ids.event} ${other} --add-tags New --create-missing --yes`)).toMatchObject({
      code: 0,
    })
    expect([await linked(), await linked(other)]).toMatchObject([
      { tags: ['New', 'free'], categories: ['Jazz'] },
      { tags: ['New'], categories: ['Kinder & Familie'] },
    ])
    expect(
      await here.cal(
        'events update --where search=Night --remove-tags New --add-categories Jazz,Blues --create-missing --yes',
      ),
    ).toMatchObject({ code: 0 })
    expect([await linked(), await linked(other)]).toMatchObject([
      { tags: ['free'], categories: ['Blues', 'Jazz'] },
      { tags: [], categories: ['Blues', 'Jazz', 'Kinder & Familie'] },
    ])
  })

  it('sends nothing if the list is already as requested', async () => {
    const { modified } = (await here.json(`events get ${ids.event}`)) as { modified: string }
    expect(await here.cal(`events update ${ids.event} --add-tags FREE --remove-tags 2027`)).toEqual({
      code: 0,
      stdout: '',
      stderr: `Unchanged: event ${ids.event} "Night"\n`,
    })
    expect(await here.json(`events get ${ids.event}`)).toMatchObject({ modified })
  })

  it('cannot be combined with setting the list', async () => {
    expect(await here.cal(`events update ${ids.event} --tags 2027 --add-tags free`)).toEqual({
      code: 2,
      stdout: '',
      stderr: 'error: --tags and --add-tags cannot be used together\n',
    })
  })
})
