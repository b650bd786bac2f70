// A category or tag is found by its name if the text is not a slug.
import { describe, expect, it } from 'vitest'
import { modes, serviceIn } from '../../../../support/service-in.ts'

describe.each(modes)('in %s mode', (mode) => {
  it.each(['Food & Drink', 'food &amp; drink', ' Food &#038; Drink ', 'FOOD & DRINK'])(
    'get, update and delete find %j',
    async (name) => {
      const { cal, json } = await serviceIn(mode)
      await cal("categories create --name 'Food & Drink'")
      expect(await json(`categories get '${name}'`)).toMatchObject({ slug: 'food-drink' })
      expect(await cal(`categories update '${name}' --description cooks`)).toMatchObject({ code: 0 })
      expect(await json('categories list --no-hide-empty')).toMatchObject([
        { slug: 'food-drink', description: 'cooks' },
      ])
      expect(await cal(`categories delete '${name}' --yes`)).toMatchObject({ code: 0 })
      expect(await json('categories list --no-hide-empty')).toEqual([])
    },
  )

  it('does not find a term by a part of its name, or by an unknown name', async () => {
    const { cal } = await serviceIn(mode)
    await cal('tags create --name R&B --slug rhythm')
    await cal('tags create --name Jazz --slug other')
    expect(await cal('tags get R&B')).toMatchObject({ code: 0 })
    for (const name of ['R&', '&', 'B&R', 'jazz']) expect(await cal(`tags get ${name}`)).toMatchObject({ code: 4 })
  })
})
