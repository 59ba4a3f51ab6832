/** `uniqueWithin`: documents without a value in the other field are among each other, whatever changes them; duplicates from before stop no start. */
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { DATABASES, DURABLE, end, SECRET, type Started, startCms } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'

const slug = { name: 'slug', type: 'slug', from: 'title' }
const pages = (within: object) => ({
  slug: 'pages',
  drafts: true,
  versions: true,
  trash: true,
  fields: [{ name: 'title' }, { name: 'parent', type: 'relationship', to: 'pages' }, { name: 'site' }, { ...slug, ...within }],
})
const clash = (call: Promise<unknown>) =>
  call.then(
    () => 'no clash',
    (error) => `${error.code} ${error.errors?.[0]?.field}`,
  )
const REFUSED = 'UNIQUE slug'

for (const database of DATABASES) {
  describe(`features: unique within an empty field, with ${database.name}`, () => {
    for (const within of ['parent', 'site']) {
      it(`refuses a second one without '${within}', in every kind of change`, async () => {
        const cms = await startCms(database, { collections: [pages({ uniqueWithin: within })] } as any)
        try {
          const make = (data: object) => cms.create('pages', data)
          const root = await make({ title: 'About', slug: 'about', status: 'published' })
          const inside = { [within]: within === 'parent' ? root.id : 'one' }
          const nested = await make({ title: 'About', slug: 'about', status: 'published', ...inside })
          const other = await make({ title: 'Other', slug: 'other', status: 'published' })
          expect(await clash(make({ title: 'x', slug: 'about' })), 'create').to.equal(REFUSED)
          expect(await clash(make({ title: 'x', slug: 'about', site: '' })), 'with an empty text').to.equal(REFUSED)
          expect(await clash(make({ title: 'x', slug: 'about', ...inside })), 'beside the one below').to.equal(REFUSED)
          expect(await clash(cms.update('pages', other.id, { slug: 'about' })), 'update').to.equal(REFUSED)
          expect(await clash(cms.update('pages', nested.id, { [within]: null })), 'move').to.equal(REFUSED)
          await cms.update('pages', other.id, { slug: 'about', status: 'draft' })
          expect(await clash(cms.update('pages', other.id, { status: 'published' })), 'publish').to.equal(REFUSED)
          await cms.discardDraft('pages', other.id)
          await cms.delete('pages', root.id)
          expect(await clash(make({ title: 'x', slug: 'about' })), 'one in the trash').to.equal(REFUSED)
          await cms.recover('pages', root.id)
          const { docs } = await cms.findVersions('pages', root.id)
          await cms.update('pages', root.id, { slug: 'start' })
          const taken = await make({ title: 'x', slug: 'about' })
          await cms.restoreVersion('pages', root.id, docs[0]!.id)
          const again = (await cms.update('pages', root.id, { status: 'published' }))!
          expect(again.slug, 'restored, and as the title makes it').to.equal('about-2')
          expect((await make({ title: 'About' })).slug, 'a made one is counted among those beside it').to.equal('about-3')
          expect((await make({ title: 'Other', ...inside })).slug).to.equal('other')
          expect(taken.slug).to.equal('about')
        } finally {
          await end(cms)
        }
      })
    }

    it('names duplicates from before, starts with them, and makes the index once they are gone @long', async () => {
      const where = DURABLE[database.name]!()
      const logged: Started['logged'] = []
      const open = (collection: object, more: object = {}): Promise<Handle> =>
        createCms({
          secret: SECRET,
          db: adapterFor(where),
          collections: [collection],
          log: {
            info: (line: string) => void logged.push({ level: 'info', line }),
            warn: (line: string) => void logged.push({ level: 'warn', line }),
            error: (line: string) => void logged.push({ level: 'error', line }),
          },
          ...more,
        } as any)
      const warned = () => logged.splice(0).flatMap(({ level, line }) => (level === 'warn' ? [line] : []))
      const text = { type: 'text', from: undefined }
      let cms = await open(pages(text))
      const ids = []
      for (let n = 0; n < 3; n++) ids.push((await cms.create('pages', { slug: 'about' })).id)
      await cms.stop()
      const named = `'about' (documents ${ids.join(', ')})`

      cms = await open(pages({ ...text, uniqueWithin: 'parent' }))
      expect(warned().join()).to.include(named)
      await cms.stop()
      cms = await open(pages({ ...text, uniqueWithin: 'parent' }), { production: true })
      expect(warned().join()).to.include(named)
      for (const id of ids.slice(1)) await cms.delete('pages', id)
      for (const id of ids.slice(1)) await cms.delete('pages', id)
      await cms.stop()
      cms = await open(pages({ ...text, uniqueWithin: 'parent' }), { production: true })
      expect(warned().join(), 'mended meanwhile: still no reason to stay down').to.include('npx galley migrate')
      await cms.stop()
      cms = await open(pages({ ...text, uniqueWithin: 'parent' }))
      expect(warned()).to.deep.equal([])
      expect(await clash(cms.create('pages', { slug: 'about' }))).to.equal(REFUSED)
      await end(cms)
    })
  })
}
