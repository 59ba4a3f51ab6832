/** Hooks get groups as objects of their fields, also where a call sets a group to `null` or a file is replaced. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { drawn } from '../harness/depth.ts'
import { DATABASES, end, startCms, temporaryFile } from '../harness/start.ts'

const PDF = { filename: 'a.pdf', content: Buffer.from('%PDF-1.4\n%%EOF') }

for (const database of drawn(DATABASES, 'groups in hooks'))
  describe(`operations: groups in hooks with ${database.name}`, () => {
    let cms: Handle
    let given: [hook: string, data: any][] = []
    const noted = (hook: string) => (about: any) => void given.push([hook, structuredClone(about.data)])
    const hooks = { beforeValidate: noted('beforeValidate'), beforeChange: noted('beforeChange') }
    before(async () => {
      const inner = {
        name: 'inner',
        type: 'group' as const,
        fields: [{ name: 'tags', type: 'select' as const, options: ['a'], hasMany: true as const }],
      }
      const seo = {
        name: 'seo',
        type: 'group' as const,
        fields: [{ name: 'title' }, { name: 'views', type: 'number' as const, hidden: true, defaultValue: 3 }, inner],
      }
      cms = await startCms(database, {
        upload: { dir: temporaryFile('-files') },
        collections: [
          { slug: 'media', hooks, fields: [] },
          { slug: 'posts', hooks, fields: [seo, { name: 'rows', type: 'array', fields: [seo] }] },
        ],
      } as object)
    })
    beforeEach(() => {
      given = []
    })
    after(() => end(cms))

    it('are empty where a call empties them', async () => {
      const { id } = await cms.create('posts', { seo: { title: 'x', inner: { tags: ['a'] } }, rows: [] })
      given = []
      const empty = { title: null, inner: { tags: [] } }
      await cms.update('posts', id, { seo: null, rows: [{ id: 'r1', seo: null }] })
      expect(given.map(([hook, { seo, rows }]) => [hook, seo, rows[0].seo])).to.deep.equal([
        ['beforeValidate', empty, { views: 3, ...empty }],
        ['beforeChange', empty, { views: 3, ...empty }],
      ])
      expect(await cms.findById('posts', id, { showHidden: true })).to.deep.include({ seo: { views: 3, ...empty } })
    })

    it('are empty in the hooks of a replaced file', async () => {
      const { id } = await cms.upload(PDF)
      given = []
      await cms.replaceFile(id, PDF)
      const empty = { focalPoint: { x: null, y: null }, crop: { x: null, y: null, width: null, height: null } }
      for (const [, data] of given) expect(data).to.deep.include(empty)
      expect(given).to.have.length(2)
    })
  })
