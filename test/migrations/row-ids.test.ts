/** Rows that a conversion makes have ids, the same wherever the same row stands, so that the first save finds what is kept in each. */
import { expect } from 'chai'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

const more = { drafts: true, versions: true }
const locales = { localization: { locales: ['en', 'th'] } }
const rows = (name: string, ...fields: object[]) => ({ name, type: 'array', fields })
const idsIn = (list: any[]) => list.map(({ id }) => id)

for (const database of DATABASES)
  describe(`migrations: ids of rows with ${database.name}`, () => {
    let site: Evolving
    beforeEach(() => {
      site = new Evolving(database)
    })
    afterEach(() => site.end())

    const read = async (options = {}): Promise<any> => site.cms.findById('posts', 1, options)
    const system = { showHidden: true }

    /** `in` inside rows, as a group or as rows. */
    const holding = (type: string, isLocalized: boolean) =>
      posts([rows('rows', { name: 'k' }, { name: 'in', type, fields: [{ name: 'x', ...(isLocalized && { localized: true }) }] })], more)

    it('are made of groups, and keep the words of each language', async () => {
      await site.migrate(holding('group', false), locales)
      const doc = { rows: ['a', 'b'].map((k) => ({ k, in: { x: k } })), status: 'published' }
      await site.cms.create('posts', doc)
      const [first, second] = (await read()).rows
      await site.cms.update('posts', 1, { rows: [second, { ...first, in: { x: 'draft' } }], status: 'draft' })
      await site.migrate(holding('array', true), locales)
      const [live, draft, version] = [await read(), await read({ draft: true }), (await site.cms.findVersion('posts', 1, 1)).data as any]
      const ids = live.rows.flatMap((row: any) => idsIn(row.in))
      expect(new Set(ids.filter(Boolean)).size).to.equal(2)
      expect(draft.rows.flatMap((row: any) => idsIn(row.in))).to.deep.equal([ids[1], ids[0]])
      expect(version.rows.flatMap((row: any) => idsIn(row.in))).to.deep.equal(ids)

      const thai = await read({ locale: 'th', fallbackLocale: false })
      for (const row of thai.rows) row.in[0].x = `thai ${row.k}`
      await site.cms.update('posts', 1, { rows: thai.rows, status: 'published' }, { locale: 'th' })
      const words = async () => (await read({ locale: 'all' })).rows.map((row: any) => row.in.map(({ x }: any) => x))
      expect(await words()).to.deep.equal([[{ en: 'draft', th: 'thai a' }], [{ en: 'b', th: 'thai b' }]])
      await site.migrate(holding('group', false), locales)
      expect((await read()).rows.map((row: any) => row.in.x)).to.deep.equal(['draft', 'b'])
    })

    it('are made of json, at every level, or taken from it; hidden values stay with their rows', async () => {
      const secret = { name: 'secret', hidden: true }
      const links = rows('links', { name: 'label' }, secret, rows('tags', { name: 'word' }, secret))
      await site.migrate(posts([{ name: 'links', type: 'json' }], more))
      const link = (label: string, id?: unknown) => ({ id, label, secret: label, tags: [{ word: label, secret: label }] })
      const json = [link('A'), link('B', 7), link('C', 'own'), link('D', 'own'), link('E', 'no id!')]
      await site.cms.create('posts', { links: json, status: 'published' })
      await site.cms.update('posts', 1, { links: [...json, link('F')], status: 'draft' })
      await site.migrate(posts([links], more))
      const ids = idsIn((await read()).links)
      expect(ids.slice(1, 3)).to.deep.equal(['7', 'own'])
      expect(new Set(ids).size).to.equal(5)
      expect(ids.every((id) => /^[\w-]+$/.test(id))).to.equal(true)
      const draft = await read({ draft: true })
      expect(idsIn(draft.links).slice(0, 5)).to.deep.equal(ids)

      const sent = (await read()).links.reverse().map((row: any) => ({ ...row, label: `${row.label}2` }))
      await site.cms.update('posts', 1, { links: sent, status: 'published' })
      const after = (await read(system)).links
      expect(idsIn(after)).to.deep.equal([...ids].reverse())
      expect(after.map((row: any) => [row.label, row.secret, row.tags[0].secret])).to.deep.equal(
        ['E', 'D', 'C', 'B', 'A'].map((label) => [`${label}2`, label, label]),
      )
    })

    it('go from rows to a group and back, with what the fields inside became', async () => {
      const schema = (type: string, kind: string, name: string, renamedFrom?: string) =>
        posts([rows('rows', { name: 'in', type, fields: [{ name, type: kind, ...(renamedFrom && { renamedFrom }) }, { name: 'y' }] })])
      await site.migrate(schema('array', 'text', 'x'))
      await site.cms.create('posts', { rows: [{ in: [{ id: 'own', x: '7', y: 'Y' }] }, { in: [{ x: 'about 12' }] }] })
      await site.migrate(schema('group', 'number', 'n', 'x'))
      expect((await read()).rows.map((row: any) => row.in)).to.deep.equal([
        { n: 7, y: 'Y' },
        { n: null, y: null },
      ])
      const sent = (await read()).rows
      sent[0].in.n = 8
      await site.cms.update('posts', 1, { rows: sent })
      await site.migrator.undo(false)
      await site.open(schema('array', 'text', 'x'))
      const [first, second] = (await read()).rows
      expect(first.in).to.deep.equal([{ id: 'own', x: '8', y: 'Y' }])
      expect(second.in[0]).to.deep.include({ x: 'about 12', y: null })
    })

    it('are not missed where nothing was written since: undo finds drafts that were sent back as they were read', async () => {
      await site.migrate(holding('array', false), locales)
      await site.cms.create('posts', { rows: [{ k: 'k', in: [{ id: 'own', x: 'one' }] }], status: 'published' })
      await site.migrate(holding('group', true), locales)
      const draft = await read({ draft: true, locale: 'all' })
      await site.cms.update('posts', 1, { rows: [{ ...draft.rows[0], k: 'K' }], status: 'draft' }, { locale: 'all' })
      await site.migrator.undo(false)
      await site.open(holding('array', false), locales)
      expect((await read({ draft: true })).rows[0]).to.deep.include({ k: 'K', in: [{ id: 'own', x: 'one' }] })
      await site.cms.update('posts', 1, { status: 'published' })
      expect((await read()).rows[0].in).to.deep.equal([{ id: 'own', x: 'one' }])

      await site.migrate(holding('group', true), locales)
      await site.cms.update('posts', 1, { rows: [{ ...(await read()).rows[0], in: { x: 'two' } }], status: 'published' })
      await site.migrator.undo(false)
      await site.open(holding('array', false), locales)
      expect((await read()).rows[0].in).to.deep.equal([{ id: 'own', x: 'two' }])
    })
  })
