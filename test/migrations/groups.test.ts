/** Groups that get another name, and fields that move into, out of or between them: the values go along, wherever they stand. */
import { expect } from 'chai'
import { describeChange } from '../../lib/migrations/words.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const group = (name: string, fields: object[], renamedFrom?: string) => ({
  name,
  type: 'group',
  ...(renamedFrom !== undefined && { renamedFrom }),
  fields,
})
const text = (name: string, renamedFrom?: string) => ({ name, ...(renamedFrom !== undefined && { renamedFrom }) })

for (const database of DATABASES)
  describe(`migrations: groups with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const read = async (options = {}): Promise<any> => site.cms.findById('posts', 1, { depth: 0, ...options })
    const found = async (where: object, options = {}) => (await site.cms.find('posts', { where, ...options } as object)).totalDocs
    const plan = async () => (await site.plan()).map(describeChange)

    it('that are renamed take along what is parked in them, there and back, also with a group around them @long', async () => {
      const city = { name: 'city' }
      const word = { name: 'word', localized: true }
      const geo = (name: string, fields: object[], renamedFrom?: string) => group(name, fields, renamedFrom)
      const schema = (name: string, fields: object[], renamedFrom?: string, title = 'title') =>
        posts([text(title), group(name, fields, renamedFrom)], more)
      const inner = [{ name: 'lat' }, { name: 'lon' }]
      const localization = { localization: { locales: ['en', 'th'] } }
      await site.migrate(schema('address', [city, word, geo('geo', inner)]), localization)
      const address = { city: 'A', word: 'en', geo: { lat: '1', lon: '2' } }
      await site.cms.create('posts', { address, status: 'published' })
      await site.cms.update('posts', 1, { address: { word: 'draft' }, status: 'draft' })
      const less = [city, geo('geo', inner.slice(0, 1))]
      await site.migrate(schema('address', less), localization)
      const renamed = await site.migrate(schema('place', less, 'address'), localization)
      expect(renamed).to.include.members([
        "rename the parked column 'address$word__th' of 'posts' to 'place$word__th'",
        "rename the parked column 'address$geo$lon' of 'posts' to 'place$geo$lon'",
      ])
      const parked = async () => (await site.migrator.parked()).map(({ words }) => words)
      expect(await parked()).to.have.members(['posts.place$word__en', 'posts.place$word__th', 'posts.place$geo$lon'])
      await site.migrator.undo(false)
      expect(await parked()).to.have.members(['posts.address$word__en', 'posts.address$word__th', 'posts.address$geo$lon'])
      await site.migrate(schema('place', less, 'address'), localization)
      // The word may go, and a schema from before finds them where they were.
      await site.migrate(schema('address', less), localization)
      expect(await parked()).to.have.members(['posts.address$word__en', 'posts.address$word__th', 'posts.address$geo$lon'])
      // Renamed and named again at once; the inner group gets another name as well.
      await site.migrate(schema('place', [city, word, geo('spot', inner, 'geo')], 'address'), localization)
      expect((await read()).place).to.deep.equal({ city: 'A', word: 'en', spot: { lat: '1', lon: '2' } })
      expect((await read({ draft: true })).place.word).to.equal('draft')
      expect(await parked()).to.deep.equal([])
      // What leaves in the same step goes along, too.
      await site.migrate(schema('home', [city, geo('spot', inner)], 'place'), localization)
      expect(await parked()).to.deep.equal(['posts.home$word__en', 'posts.home$word__th'])
      await site.migrate(schema('home', [city, word, geo('spot', inner)]), localization)
      expect((await read()).home.word).to.equal('en')
    })

    for (const [where, stays, there] of [
      ['another field stays', [text('c')], []],
      ['the other group was there before', [], [text('k')]],
    ] as const)
      it(`keep what is parked in them where one field moves to another group and ${where}`, async () => {
        const [a, b] = [text('a'), text('b')]
        const schema = (from: readonly object[], to: readonly object[]) =>
          posts([
            text('title'),
            ...[group('from', [...from, ...stays]), group('to', [...to, ...there])].filter(({ fields }) => fields.length > 0),
          ])
        await site.migrate(schema([a, b], []))
        await site.cms.create('posts', { from: { a: 'A', b: 'B' } })
        await site.migrate(schema([a], []))
        await site.migrate(schema([], [text('a', 'from.a')]))
        expect((await site.migrator.parked()).map(({ words }) => words)).to.deep.equal(['posts.from$b'])
        await site.migrate(schema([b], [a]))
        const { from, to } = await read()
        expect([from.b, to.a]).to.deep.equal(['B', 'A'])
      })

    it('that are renamed take every field along: live, in drafts and versions, with references, filters and indexes @long', async () => {
      const schema = (name: string, renamedFrom?: string) =>
        posts(
          [
            group(
              name,
              [
                { name: 'city', unique: true },
                { name: 'word', localized: true },
                { name: 'next', type: 'relationship', to: 'posts', hasMany: true },
                group('geo', [{ name: 'lat', type: 'number' }]),
                { name: 'links', type: 'array', fields: [{ name: 'to', type: 'relationship', to: 'posts' }, { name: 'k' }] },
              ],
              renamedFrom,
            ),
          ],
          more,
        )
      const localization = { localization: { locales: ['en', 'th'] } }
      const values = { city: 'A', word: 'en', next: [1], geo: { lat: 1.5 }, links: [{ id: 'l', to: 1, k: 'K' }] }
      await site.migrate(schema('address'), localization)
      await site.cms.create('posts', { status: 'published' })
      await site.cms.update('posts', 1, { address: values, status: 'published' })
      await site.cms.update('posts', 1, { address: { word: 'th' } }, { locale: 'th' })
      await site.cms.update('posts', 1, { address: { city: 'draft', next: [] }, status: 'draft' })
      await site.open(schema('place', 'address'), localization)
      expect(await plan()).to.include.members([
        "rename the column 'address$city' of 'posts' to 'place$city'",
        "rename the column 'address$word__th' of 'posts' to 'place$word__th'",
        "rename the column 'address$geo$lat' of 'posts' to 'place$geo$lat'",
      ])
      expect((await plan()).filter((step) => /^(add|park)/.test(step))).to.deep.equal([])
      // There and back again; the word may go once it was applied.
      for (const [name, collections] of [
        ['place', schema('place', 'address')],
        ['place', schema('place')],
        ['address', schema('address')],
        ['place', schema('place', 'address')],
      ] as const) {
        await site.migrate([...collections], localization)
        expect((await read())[name]).to.deep.equal(values)
        expect((await read({ locale: 'th' }))[name].word).to.equal('th')
        expect((await read({ draft: true }))[name]).to.deep.equal({ ...values, city: 'draft', next: [] })
        expect(((await site.cms.findVersion('posts', 1, 2)).data as any)[name]).to.deep.equal(values)
        for (const path of ['next', 'links.to']) expect(await found({ [`${name}.${path}`]: { equals: 1 } }), path).to.equal(1)
        expect(await found({ [`${name}.geo.lat`]: { equals: 1.5 } })).to.equal(1)
        expect((await site.cms.references('posts', 1)).total).to.equal(1)
        const refused = await site.cms.create('posts', { [name]: { city: 'A' } }).catch((error) => error)
        expect(refused.errors[0]).to.include({ field: `${name}.city` })
        expect((await site.migrator.applied()).parked).to.deep.equal([])
      }
    })

    it('that were renamed without the word bring what was parked once it is there', async () => {
      await site.migrate(posts([group('seo', [text('title')])]))
      await site.cms.create('posts', { seo: { title: 'old' } })
      await site.migrate(posts([group('meta', [text('title')])]))
      expect((await read()).meta.title).to.equal(null)
      const named = posts([group('meta', [text('title')], 'seo')])
      await site.open(named)
      expect(await plan()).to.deep.equal(["where the column 'meta$title' of 'posts' is empty, show the values parked in 'seo$title'"])
      await site.migrate(named)
      expect((await read()).meta.title).to.equal('old')
    })

    it('are renamed together with their fields and the groups around them', async () => {
      await site.migrate(posts([group('outer', [group('seo', [text('title'), text('name')])])]))
      await site.cms.create('posts', { outer: { seo: { title: 'T', name: 'N' } } })
      await site.migrate(posts([group('shell', [group('meta', [text('title', 'name'), text('words', 'title')], 'seo')], 'outer')]))
      expect((await read()).shell.meta).to.deep.equal({ title: 'N', words: 'T' })
    })

    it('do not swap their fields once more when the words of a swap still stand there', async () => {
      const swapped = [text('a', 'b'), text('b', 'a')]
      await site.migrate(posts([group('one', [text('a'), text('b')])]))
      await site.cms.create('posts', { one: { a: 'A', b: 'B' } })
      await site.migrate(posts([group('one', swapped)]))
      await site.migrate(posts([group('two', swapped, 'one')]))
      expect((await read()).two).to.deep.equal({ a: 'B', b: 'A' })
      expect(await site.migrate(posts([group('two', swapped, 'one')]))).to.deep.equal([])
    })

    it('give and take fields by their path, with all they hold, and a rollback brings them back @long', async () => {
      const tags = { name: 'tags', type: 'relationship', to: 'posts', hasMany: true }
      const before = posts([text('metaTitle'), group('address', [text('city'), tags]), group('other', [text('kept')])], more)
      const after = posts(
        [
          group('seo', [text('title', '.metaTitle')]),
          text('city', 'address.city'),
          group('other', [text('kept'), { ...tags, renamedFrom: 'address.tags' }]),
        ],
        more,
      )
      await site.migrate(before)
      const address = { city: 'A', tags: [1] }
      await site.cms.create('posts', { status: 'published' })
      await site.cms.update('posts', 1, { metaTitle: 'M', address, other: { kept: 'K' }, status: 'published' })
      await site.cms.update('posts', 1, { metaTitle: 'draft', address: { city: 'draft' }, status: 'draft' })
      for (const _ of [1, 2]) {
        await site.migrate(after)
        const doc = await read()
        expect([doc.seo, doc.city, doc.other]).to.deep.equal([{ title: 'M' }, 'A', { kept: 'K', tags: [1] }])
        const draft = await read({ draft: true })
        expect([draft.seo, draft.city, draft.other]).to.deep.equal([{ title: 'draft' }, 'draft', { kept: 'K', tags: [1] }])
        expect((await site.cms.findVersion('posts', 1, 2)).data).to.deep.include({ seo: { title: 'M' }, city: 'A' })
        expect(await found({ 'other.tags': { equals: 1 } })).to.equal(1)
        await site.migrate(before)
        expect(await read()).to.deep.include({ metaTitle: 'M', address, other: { kept: 'K' } })
        expect((await site.migrator.applied()).parked).to.deep.equal([])
      }
    })

    it('that become rows, and rows that become groups, keep both through saves, and come back', async () => {
      const box = (type: string) => ({ name: 'box', type, fields: [text('x')] })
      const schema = (type: string) => posts([box(type), { name: 'rows', type: 'array', fields: [box(type)] }])
      const several = [
        { id: '1', x: '1' },
        { id: '2', x: '2' },
      ]
      await site.migrate(schema('array'))
      await site.cms.create('posts', { box: several, rows: [{ id: 'r', box: several }] })
      expect(await site.migrate(schema('group'))).to.include.members([
        "park the column 'box' of 'posts': its values stay, but nothing reads them",
        "convert the field 'rows.box' of 'posts' from rows to a group; the old values stay in '$old1$box'",
      ])
      await site.cms.update('posts', 1, { box: { x: 'g' }, rows: [{ id: 'r', box: { x: '1' } }] })
      await site.migrate(schema('array'))
      expect((await read()).box).to.deep.equal(several)
      await site.migrator.restore('posts.rows.box', false)
      expect((await read()).rows[0].box).to.deep.equal(several)
      await site.migrate(schema('group'))
      expect((await read()).box).to.deep.equal({ x: 'g' })
    })

    it('refuse names that lead nowhere, instead of starting empty', async () => {
      const refusal = (...fields: object[]) =>
        site.open(posts(fields)).then(
          () => '',
          (error) => error.message,
        )
      expect(await refusal(group('address', [text('city', 'city')]))).to.include(
        "'renamedFrom' names 'city', which is its present name\n  if it used to be outside of its group, give the full path, such as '.city'",
      )
      expect(await refusal({ name: 'rows', type: 'array', fields: [text('city', 'address.city')] })).to.include(
        "posts.rows.city: renamedFrom can't be a path inside rows and blocks; name a field next to it",
      )
      const inner = group('place', [text('city')])
      const block = { slug: 'stop', fields: [inner, text('town', 'layout.stop.place.city')] }
      expect(await refusal({ name: 'layout', type: 'blocks', blocks: [block] })).to.include(
        "posts.layout.stop.town: renamedFrom can't be a path inside rows and blocks; name a field next to it",
      )
      expect(await refusal(text('city', 'rows.place.city'), { name: 'rows', type: 'array', fields: [inner] })).to.include(
        "posts.city: renamedFrom 'rows.place.city' leads into the rows of 'rows', and values can't be moved out of rows; remove 'renamedFrom'",
      )
    })

    it('park what leaves them without a word; the plan counts it, and the path brings it after the fact', async () => {
      await site.migrate(posts([group('address', [text('city')])]))
      await site.cms.create('posts', { address: { city: 'A' } })
      await site.open(posts([text('city')]))
      const steps = await site.migrator.steps(await site.plan())
      expect(steps.map(({ words, affected }) => [words, affected?.documents])).to.deep.equal([
        ["add the column 'city' to 'posts'", undefined],
        ["park the column 'address$city' of 'posts': its values stay, but nothing reads them", 1],
      ])
      await site.migrate(posts([text('city')]))
      await site.migrate(posts([text('city', 'address.city')]))
      expect((await read()).city).to.equal('A')
    })
  })
