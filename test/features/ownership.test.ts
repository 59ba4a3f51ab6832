/** The rule `owner` needs to know who created a document, wherever it stands: in a rule of the collection or of a field, however deep. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const owner = { access: { read: 'owner' } }

const COLLECTIONS: Record<string, { more?: object; fields: object[]; content: object; shown: (doc: any) => unknown }> = {
  collection: { more: owner, fields: [{ name: 'text' }], content: { text: 'mine' }, shown: (doc) => doc.text },
  field: { fields: [{ name: 'text', ...owner }], content: { text: 'mine' }, shown: (doc) => doc.text },
  group: {
    fields: [{ name: 'group', type: 'group', fields: [{ name: 'text', ...owner }] }],
    content: { group: { text: 'mine' } },
    shown: (doc) => doc.group.text,
  },
  rows: {
    fields: [{ name: 'rows', type: 'array', fields: [{ name: 'text', ...owner }] }],
    content: { rows: [{ text: 'mine' }] },
    shown: (doc) => doc.rows[0].text,
  },
  blocks: {
    fields: [{ name: 'blocks', type: 'blocks', blocks: [{ slug: 'a', fields: [{ name: 'text', ...owner }] }] }],
    content: { blocks: [{ blockType: 'a', text: 'mine' }] },
    shown: (doc) => doc.blocks[0].text,
  },
}

describe('features/ownership', () => {
  pairwise((host, database) => {
    let started: Started
    let mine: Browser
    let other: Browser
    before(async () => {
      started = await start(host, database, {
        collections: [
          ...Object.entries(COLLECTIONS).map(([slug, { more, fields }]) => ({ slug, ...more, fields })),
          { slug: 'unowned', fields: [{ name: 'text', access: { read: 'loggedIn' } }] },
        ],
      } as object)
      for (const name of ['mine', 'other']) await makeUser(started.cms, `${name}@x.org`, { role: 'editor' })
      mine = await new Browser(started.listener).login('mine@x.org')
      other = await new Browser(started.listener).login('other@x.org')
    })
    after(() => end(started?.cms))

    for (const [slug, { content, shown }] of Object.entries(COLLECTIONS))
      it(`a rule of the ${slug} shows to the owner what is theirs`, async () => {
        const { id } = (await mine.post(`/${slug}`, content)).body
        expect(shown((await mine.get(`/${slug}/${id}`)).body)).to.equal('mine')
        const theirs = await other.get(`/${slug}/${id}`)
        if (slug === 'collection') expect(theirs.status).to.equal(404)
        else expect(shown(theirs.body)).to.equal(undefined)
      })

    it('nothing is kept where nobody asks for it', async () => {
      expect((await mine.post('/unowned', { text: 'x' })).body).to.not.have.property('createdBy')
    })
  })
})
