/** What listeners are told: the stored document with every locale, never a hidden field; of a pending draft the draft. */
import { expect } from 'chai'
import type { Happening } from '../../lib/events/events.ts'
import { DATABASES, end, startCms } from '../harness/start.ts'

for (const database of DATABASES) {
  it(`events: told whole, with ${database.name}`, async () => {
    const received: Happening[] = []
    const cms = await startCms(database, {
      localization: { locales: ['en', 'th'] },
      features: [{ name: 'ear', hear: (happening) => void received.push(happening) }],
      collections: [
        {
          slug: 'posts',
          drafts: true,
          fields: [
            { name: 'title', localized: true },
            { name: 'kept', hidden: true, localized: true },
            { name: 'rows', type: 'array', localized: true, fields: [{ name: 'word' }, { name: 'kept', hidden: true }] },
            { name: 'friend', type: 'relationship', to: 'posts' },
          ],
        },
      ],
    })
    const last = () => received.at(-1)!
    try {
      await cms.create('posts', { title: 'One', kept: 'canary', rows: [{ id: 'r', word: 'a', kept: 'canary' }], status: 'published' })
      await cms.update('posts', 1, { title: 'หนึ่ง', friend: 1 }, { locale: 'th' })
      const rows = { en: [{ id: 'r', word: 'a' }], th: [] }
      expect(last()).to.deep.include({ event: 'update', collection: 'posts', id: 1 })
      expect(last().doc).to.deep.include({ id: 1, title: { en: 'One', th: 'หนึ่ง' }, rows, friend: 1, status: 'published' })
      await cms.update('posts', 1, { title: 'สอง', status: 'draft' }, { locale: 'th' })
      expect(last().event).to.equal('draft')
      expect(last().doc).to.deep.include({ title: { en: 'One', th: 'สอง' }, rows, status: 'draft' })
      await cms.delete('posts', 1)
      expect(last().event).to.equal('delete')
      expect(last().doc).to.deep.include({ title: { en: 'One', th: 'หนึ่ง' }, rows, status: 'published' })
      expect(JSON.stringify(received)).to.not.include('canary')
      expect(received.map((one) => one.event)).to.deep.equal(['create', 'publish', 'update', 'draft', 'delete'])
    } finally {
      await end(cms)
    }
  })
}
