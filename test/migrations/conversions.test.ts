/** Values that take another form, at the top and inside rows: converted where it can be said, and kept as they were. */
import { expect } from 'chai'
import { riskOf } from '../../lib/migrations/changes.ts'
import { counted } from '../../lib/migrations/steps.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const tags = { slug: 'tags', fields: [{ name: 'name' }] }
const people = { slug: 'people', fields: [{ name: 'name' }] }

for (const database of DATABASES)
  describe(`migrations: conversions with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const read = async (options = {}): Promise<any> => site.cms.findById('posts', 1, { depth: 0, ...options })
    const plan = async () => (await site.plan()).map((change) => `${riskOf(change)}: ${describeChange(change)}`)

    it('of texts to booleans and dates make values only of what clearly is one: the rest is counted, named, kept and restorable @long', async () => {
      const schema = (yes: string, at: string) => {
        const fields = [
          { name: 'yes', type: yes },
          { name: 'at', type: at },
        ]
        return posts([...fields, { name: 'rows', type: 'array', fields }], more)
      }
      const texts = [
        ['yes', '2024-05-01'],
        ['maybe', 'yesterday'],
        [' TRUE ', '2024-05-01T10:00:00+02:00'],
        ['0', ''],
        ['No', '2024-02-30'],
      ]
      await site.migrate(schema('text', 'text'))
      for (const [yes, at] of texts) await site.cms.create('posts', { yes, at, rows: [{ yes, at }], status: 'published' })
      await site.cms.update('posts', 1, { yes: 'perhaps', at: 'soon', rows: [{ yes: 'perhaps', at: '2024-05-02' }], status: 'draft' })
      await site.open(schema('boolean', 'date'))
      const steps = await site.migrator.steps(await site.plan())
      expect(steps.map(({ words, affected }) => [words.split(';')[0], affected?.left])).to.deep.equal([
        ["convert the column 'yes' of 'posts' from text to boolean", { documents: 2, ids: [1, 2], versions: 2 }],
        ["convert the column 'at' of 'posts' from text to date", { documents: 3, ids: [1, 2, 5], versions: 3 }],
        ["convert the field 'rows.yes' of 'posts' from text to boolean", { documents: 2, ids: [1, 2], versions: 2 }],
        ["convert the field 'rows.at' of 'posts' from text to date", { documents: 2, ids: [2, 5], versions: 2 }],
      ])
      expect(counted(steps[1]!.affected!)).to.equal(
        "4 documents, 5 versions; some values can't be converted: 3 documents (1, 2, 5), 3 versions",
      )
      await site.migrate(schema('boolean', 'date'))
      const converted = async () =>
        (await site.cms.find('posts', { sort: 'id' })).docs.map(({ yes, at, rows }: any) => {
          expect([rows[0].yes, rows[0].at], 'the same inside rows').to.deep.equal([yes, at])
          return [yes, at]
        })
      expect(await converted()).to.deep.equal([
        [true, '2024-05-01T00:00:00.000Z'],
        [null, null],
        [true, '2024-05-01T08:00:00.000Z'],
        [false, null],
        [false, null],
      ])
      const draft = await read({ draft: true })
      expect([draft.yes, draft.at, draft.rows[0].at]).to.deep.equal([null, null, '2024-05-02T00:00:00.000Z'])
      expect((await site.cms.find('posts', { where: { at: { equals: '2024-05-01T11:00:00+03:00' } } })).totalDocs).to.equal(1)

      await site.migrate(schema('text', 'text'))
      for (const name of ['yes', 'at', 'rows.yes', 'rows.at']) await site.migrator.restore(`posts.${name}`, false)
      expect(await converted()).to.deep.equal(texts.map(([yes, at]) => [yes, at || null]))
      expect((await read({ draft: true })).at).to.equal('soon')
    })

    it('count what rows lose whose fields, elements or blocks have no place in the new type @long', async () => {
      const h = [{ name: 'h' }]
      const rows = [{ name: 'f', type: 'array', fields: h }]
      const blocks = (...slugs: string[]) => [
        { name: 'f', type: 'blocks', blocks: slugs.map((slug) => ({ slug, fields: slug === 'vid' ? [{ name: 'url' }] : h })) },
      ]
      const group = (...fields: object[]) => [{ name: 'f', type: 'group', fields: [...h, ...fields] }]
      const cases: [object[], object[], unknown[]][] = [
        [
          blocks('row', 'vid'),
          rows,
          [[{ blockType: 'row', h: 'one' }], [{ blockType: 'vid', url: 'U' }], [{ blockType: 'vid', url: '' }], []],
        ],
        [
          [{ name: 'f', type: 'json' }],
          rows,
          [[{ id: 'a', h: 'one' }], [{ h: 'one', extra: 'E' }], [{ h: 'one', extra: null }], { h: 'x' }],
        ],
        [[{ name: 'f', type: 'json' }], rows, [[{ h: 'one' }, { h: 'two' }], [{ h: 'one' }, 'odd'], [], null]],
        [rows, blocks('row'), [[], [{ h: 'one' }], null, []]],
      ]
      const nested = (fields: object[]) => posts([{ name: 'outer', type: 'array', fields }], more)
      const inRows: typeof cases = [[group({ name: 'k' }), rows, [{ h: 'one' }, { h: 'one', k: 'K' }, { h: 'two', k: '' }, {}]]]
      for (const [before, after, values] of [...cases, ...inRows]) {
        const isNested = inRows.some(([one]) => one === before)
        const schema = (fields: object[]) => (isNested ? nested(fields) : posts(fields, more))
        await site.end()
        site = new Evolving(database)
        await site.migrate(schema(before))
        for (const f of values) await site.cms.create('posts', isNested ? { outer: [{ f }] } : { f })
        await site.open(schema(after))
        const steps = await site.migrator.steps(await site.plan())
        expect(steps.flatMap(({ affected }) => affected?.left ?? [])).to.deep.equal([{ documents: 1, ids: [2], versions: 1 }])
      }
    })

    it('leave old values that go live with their draft', async () => {
      const schema = (price: string, one: object, other: object) => [
        { slug: 'posts', fields: [{ name: 'price', type: price }, one, other], ...more },
        tags,
      ]
      const [a, b] = [{ type: 'text' }, { type: 'relationship', to: 'tags' }]
      await site.migrate(schema('text', { name: 'a', ...a }, { name: 'b', ...b }))
      for (const name of ['x', 'y']) await site.cms.create('tags', { name })
      await site.cms.create('posts', { price: '007', a: '1', b: 1, status: 'published' })
      await site.cms.update('posts', 1, { price: 'about 12', a: '2', b: 2, status: 'draft' })
      const now = schema('number', { name: 'a', renamedFrom: 'b', type: 'number' }, { name: 'b', renamedFrom: 'a', ...a })
      await site.migrate(now)
      const first = (await site.cms.findVersions('posts', 1)).docs.at(-1)!
      const old = async () => {
        const raw = await site.raw('posts', 1)
        return [raw['$old1$price'], raw['$old1$a'], raw['$pending']]
      }
      expect((await old()).slice(0, 2)).to.deep.equal(['007', 1])
      await site.cms.update('posts', 1, { status: 'published' })
      expect(await old(), 'published').to.deep.equal(['about 12', 2, null])
      await site.cms.restoreVersion('posts', 1, first.id)
      await site.cms.update('posts', 1, { status: 'published' })
      expect((await old()).slice(0, 2), 'restored').to.deep.equal(['007', 1])
    })

    it('take no notice of texts that an earlier version applied, whose outlines say nothing of dates', async () => {
      const schema = posts([
        { name: 'at', type: 'date' },
        { name: 'rows', type: 'array', fields: [{ name: 'at', type: 'date' }] },
      ])
      await site.migrate(schema)
      const { store } = site.cms.engine
      const { table, native } = store.dialect
      await store.exclusively(async (connection) => {
        const [row] = await connection.all(`select value from ${table('$model')} where key = 'model'`)
        const model = JSON.parse(row!['value'], (key, value) => (key === 'moment' ? undefined : value))
        await connection.all(native(`update ${table('$model')} set value = ? where key = 'model'`), [JSON.stringify(model)])
      })
      await site.open(schema, { production: true }, true)
      expect(await site.migrate(schema)).to.deep.equal([])
    })

    it('inside rows keep the old value next to the new one, also in pending drafts and versions', async () => {
      const schema = (type: string) => posts([{ name: 'rows', type: 'array', fields: [{ name: 'n', type }] }], more)
      await site.migrate(schema('text'))
      await site.cms.create('posts', { rows: [{ n: '007' }, { n: 'about 12' }], status: 'published' })
      await site.cms.update('posts', 1, { rows: [{ n: '8' }], status: 'draft' })
      await site.open(schema('number'))
      expect(await plan()).to.deep.equal([
        "careful: convert the field 'rows.n' of 'posts' from text to number; the old values stay in '$old1$n'",
      ])
      await site.migrate(schema('number'))
      expect((await read()).rows.map(({ n }: any) => n)).to.deep.equal([7, null])
      expect((await read({ draft: true })).rows.map(({ n }: any) => n)).to.deep.equal([8])
      const raw = await site.raw('posts', 1)
      expect(raw['rows'].map((row: any) => row.$old1$n)).to.deep.equal(['007', 'about 12'])
      expect(raw['$shape']).to.equal('')
      expect(raw['$pending'].rows[0]).to.deep.include({ n: 8, $old1$n: '8' })
      expect((await site.raw('$versions', 1))['data'].rows[0]).to.deep.include({ n: 7, $old1$n: '007' })
      expect((await site.migrator.applied()).parked[0]).to.deep.include({ column: 'rows', inside: '.$old1$n', of: 'n' })
    })

    it('of a field that takes another’s name keep what made way and what was converted, each under its own name', async () => {
      const fields = (...list: object[]) => posts([...list, { name: 'rows', type: 'array', fields: list }])
      await site.migrate(fields({ name: 'price' }, { name: 'cost' }))
      await site.cms.create('posts', { price: '007', cost: 'dear', rows: [{ price: '007', cost: 'dear' }] })
      await site.migrate(fields({ name: 'cost', type: 'number', renamedFrom: 'price' }))
      const raw = await site.raw('posts', 1)
      for (const place of [raw, raw['rows'][0]]) expect(place).to.include({ cost: 7, $old1$cost: 'dear', $old2$cost: '007' })
    })

    it('go from one to several and back, with what points where', async () => {
      const schema = (hasMany: boolean) => [
        ...posts(
          [
            { name: 'tag', type: 'relationship', to: 'tags', hasMany },
            { name: 'rows', type: 'array', fields: [{ name: 'tag', type: 'relationship', to: 'tags', hasMany }] },
          ],
          more,
        ),
        tags,
      ]
      const found = async () =>
        Promise.all(['tag', 'rows.tag'].map(async (path) => (await site.cms.find('posts', { where: { [path]: { equals: 1 } } })).totalDocs))
      await site.migrate(schema(false))
      for (const name of ['a', 'b']) await site.cms.create('tags', { name })
      await site.cms.create('posts', { tag: 1, rows: [{ tag: 1 }], status: 'published' })
      await site.cms.update('posts', 1, { tag: 2, rows: [{ tag: 2 }], status: 'draft' })
      for (const several of [true, false]) {
        await site.migrate(schema(several))
        const doc = await read()
        expect([doc.tag, doc.rows[0].tag]).to.deep.equal(several ? [[1], [1]] : [1, 1])
        expect(await found(), `several: ${several}`).to.deep.equal([1, 1])
        const draft = await read({ draft: true })
        expect([draft.tag, draft.rows[0].tag]).to.deep.equal(several ? [[2], [2]] : [2, 2])
        expect((await site.cms.references('tags', 2)).total).to.equal(1)
      }
    })

    it('point a relation elsewhere: the ids are kept, and shown as nobody else’s', async () => {
      const schema = (to: string) => [
        ...posts([
          { name: 'who', type: 'relationship', to },
          { name: 'all', type: 'relationship', to, hasMany: true },
          { name: 'rows', type: 'array', fields: [{ name: 'one', type: 'relationship', to }] },
        ]),
        tags,
        people,
      ]
      await site.migrate(schema('tags'))
      await site.cms.create('tags', { name: 'tag' })
      await site.cms.create('people', { name: 'person' })
      await site.cms.create('posts', { who: 1, all: [1], rows: [{ one: 1 }] })
      await site.open(schema('people'))
      expect(await plan()).to.include.members([
        "careful: point the column 'who' of 'posts' to 'people' instead of 'tags': it starts empty, since the same ids belong to other documents there; the old ids stay in '$old1$who'",
        "careful: point the field 'rows.one' of 'posts' to 'people' instead of 'tags': it starts empty, since the same ids belong to other documents there; the old ids stay in '$old1$one'",
      ])
      await site.migrate(schema('people'))
      expect(await read()).to.deep.include({ who: null, all: [] })
      expect((await read()).rows[0].one).to.equal(null)
      expect((await site.cms.references('people', 1)).total).to.equal(0)
      expect(await site.raw('posts', 1)).to.deep.include({ $old1$who: 1, $old1$all: [1] })
    })

    it('take no notice of a relation whose collection was renamed', async () => {
      const schema = (slug: string) => [
        ...posts([{ name: 'rows', type: 'array', fields: [{ name: 'one', type: 'relationship', to: slug }] }]),
        { ...tags, slug, ...(slug !== 'tags' && { renamedFrom: 'tags' }) },
      ]
      await site.migrate(schema('tags'))
      await site.open(schema('topics'))
      expect(await plan()).to.satisfy((steps: string[]) => steps.every((step) => !/point|convert/.test(step)))
      await site.migrate(schema('topics'))
    })

    it('take no notice of options that leave a select; who holds them is named once', async () => {
      const sizes = (name: string, options: string[], renamedFrom?: string) => {
        const size = { name, type: 'select', options, ...(renamedFrom && { renamedFrom }) }
        const blocks = [{ slug: 'shirt', fields: [{ ...size, hasMany: true }] }]
        return posts([size, { name: 'group', type: 'group', fields: [size] }, { name: 'layout', type: 'blocks', blocks }], more)
      }
      await site.migrate(sizes('size', ['s', 'm', 'l']))
      const holding = (size: string) => ({ size, group: { size: 'm' }, layout: [{ blockType: 'shirt', size: ['s', size] }] })
      for (const size of ['s', 'l']) await site.cms.create('posts', { ...holding(size), status: 'published' })
      await site.cms.update('posts', 1, { ...holding('l'), status: 'draft' })
      await site.open(sizes('fit', ['s', 'm'], 'size'))
      const lost = async () => (await site.migrator.warnings(site.cms.engine.tables(), site.cms.engine.model)).map(({ words }) => words)
      const words = (field: string) =>
        `'l' was removed from the options of '${field}' of 'posts', but 2 documents still have it (1, 2) and keep it until someone selects another one`
      expect(await lost()).to.deep.equal([words('fit'), words('layout[shirt].fit')])
      await site.migrate(sizes('fit', ['s', 'm'], 'size'))
      expect(await lost()).to.deep.equal([])
      expect((await site.cms.findById('posts', 2))!['fit']).to.equal('l')
    })

    it('between rows, blocks and plain values keep what was there', async () => {
      const forms: object[] = [
        { name: 'body', type: 'array', fields: [{ name: 'x' }] },
        { name: 'body', type: 'blocks', blocks: [{ slug: 'a', fields: [{ name: 'x' }] }] },
        { name: 'body', type: 'select', hasMany: true, options: ['one', 'two'] },
        { name: 'body' },
      ]
      await site.migrate(posts([forms[0]!]))
      await site.cms.create('posts', { body: [{ x: '1' }] })
      for (const [at, form] of forms.entries()) {
        if (at === 0) continue
        await site.migrate(posts([form]))
        await read()
      }
      expect((await site.raw('posts', 1))['$old1$body'][0]).to.deep.include({ x: '1' })
    })

    it('make the indexes of a converted column again', async () => {
      await site.migrate(posts([{ name: 'n', unique: true }]))
      await site.cms.create('posts', { n: '1' })
      await site.migrate(posts([{ name: 'n', type: 'number', unique: true }]))
      const refused = await site.cms.create('posts', { n: 1 }).catch((error) => error)
      expect(refused).to.be.an('error')
      expect((await site.cms.find('posts')).totalDocs).to.equal(1)
    })

    it('to unique name the values that stand in the way, and change nothing', async () => {
      await site.migrate(posts([{ name: 'code' }]))
      for (const code of ['x', 'x', 'y', '', '']) await site.cms.create('posts', { code })
      const unique = posts([{ name: 'code', unique: true }, { name: 'late' }])
      await site.open(unique)
      expect((await plan()).join()).to.include("it fails until these values are changed: 'x' (documents 1, 2)")
      const refused = await site.migrate(unique).catch((error) => error)
      expect(refused.code).to.equal('MIGRATION')
      expect(refused.message).to.include(
        "'code' of 'posts' must be unique, but several documents have the same value: 'x' (documents 1, 2)",
      )
      expect((await plan()).join()).to.include("add the column 'late'")
      await site.migrate(posts([{ name: 'code' }]))
      await site.cms.update('posts', 2, { code: 'z' })
      await site.migrate(unique)
      expect((await site.cms.find('posts')).totalDocs).to.equal(5)
    })

    it('to unique name the values that stand in the way, together with whatever else changes them, and in the trash @long', async () => {
      const locales = { localization: { locales: ['en', 'th'] } }
      const schema = (code: object, ...others: object[]) => posts([code, { name: 'late' }, ...others], { trash: true, drafts: true })
      const cases: [name: string, before: object, now: object, values: unknown[], named: string | undefined][] = [
        ['renamed', { name: 'old' }, { name: 'code', renamedFrom: 'old' }, ['x', 'y', 'x'], "'x' (documents 1, 3)"],
        ['converted', { name: 'code' }, { name: 'code', type: 'number' }, ['1', '01', 'two', 'three'], "'1' (documents 1, 2)"],
        ['both', { name: 'old' }, { name: 'code', type: 'number', renamedFrom: 'old' }, ['1', '01'], "'1' (documents 1, 2)"],
        ['localized no more', { name: 'code', localized: true }, { name: 'code' }, ['x', 'x'], "'x' (documents 1, 2)"],
        ['json', { name: 'code', type: 'json' }, { name: 'code' }, [{ a: 1 }, { a: 1 }, 'x'], '\'{"a":1}\' (documents 1, 2)'],
        ['distinct', { name: 'code', type: 'number' }, { name: 'code' }, [1, 2], undefined],
        ['to nothing', { name: 'code' }, { name: 'code', type: 'date' }, ['soon', 'later'], undefined],
      ]
      for (const [name, before, now, values, named] of cases) {
        const own = new Evolving(database)
        const more = name.startsWith('localized') ? locales : {}
        await own.migrate(schema(before), more)
        const field = (before as { name: string }).name
        for (const value of values) await own.cms.create('posts', { [field]: value, status: 'published' })
        await own.open(schema({ ...now, unique: true }, { name: 'more' }), more)
        const words = (await own.plan()).map(describeChange).join('\n')
        if (named === undefined) expect(words, name).to.not.include('it fails until')
        else expect(words, name).to.include(`it fails until these values are changed: ${named}`).and.to.not.include('trash')
        const refused = await own.migrate(schema({ ...now, unique: true }), more).catch((error) => error)
        if (named === undefined) expect(refused, name).to.be.an('array')
        else expect(refused.message, name).to.include(named)
        await own.end()
      }
      await site.migrate(schema({ name: 'old' }))
      for (const old of ['x', 'x']) await site.cms.create('posts', { old, status: 'published' })
      await site.cms.delete('posts', 2)
      for (const now of [
        { name: 'old', unique: true },
        { name: 'code', renamedFrom: 'old', unique: true },
      ]) {
        await site.open(schema(now))
        const words =
          "'x' (documents 1, 2 in the trash); a document in the trash keeps its values: delete it there permanently, or recover it and change it"
        expect((await plan()).join('\n')).to.include(words)
        expect((await site.migrate(schema(now)).catch((error) => error)).message).to.include(words)
      }
    })
  })
