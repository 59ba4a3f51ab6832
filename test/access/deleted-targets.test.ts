/** What a document points to may be deleted. The document can still be saved as it was read, and its versions restored; nobody else may point there. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const toNote = { name: 'note', type: 'relationship', to: 'notes' }
const text = (note: number) => ({ type: 'doc', content: [{ type: 'contentBlock', attrs: { id: 'a', blockType: 'quote', note } }] })

/** Each place where a relation can stand: a document that holds an id there. */
const PLACES: Record<string, (id: number) => Record<string, unknown>> = {
  'a single relation': (id) => ({ note: id }),
  'a required one': (id) => ({ needed: id }),
  'several relations': (id) => ({ notes: [id] }),
  'a group': (id) => ({ about: { note: id } }),
  rows: (id) => ({ rows: [{ id: 'r', note: id }] }),
  blocks: (id) => ({ parts: [{ id: 'b', blockType: 'quote', note: id }] }),
  'a localized field': (id) => ({ word: id }),
  'a field with filterOptions': (id) => ({ free: id }),
  'a block of a text': (id) => ({ body: text(id) }),
}

const fields: any[] = [
  { name: 'title' },
  toNote,
  { name: 'needed', type: 'relationship', to: 'notes', required: true },
  { name: 'notes', type: 'relationship', to: 'notes', hasMany: true },
  { name: 'about', type: 'group', fields: [toNote] },
  { name: 'rows', type: 'array', fields: [toNote] },
  { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [toNote] }] },
  { name: 'word', type: 'relationship', to: 'notes', localized: true },
  { name: 'free', type: 'relationship', to: 'notes', filterOptions: { title: { exists: true } } },
  { name: 'body', type: 'richText', blocks: [{ slug: 'quote', fields: [toNote] }] },
]

describe('access/deleted targets', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser
    let usual: number
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'notes', fields: [{ name: 'title' }] },
          { slug: 'posts', versions: true, drafts: true, fields },
        ],
      } as object)
      await makeUser(started.cms, 'editor@x.org', { role: 'editor' })
      editor = await new Browser(started.listener).login('editor@x.org')
      usual = (await note()) as number
    })
    after(() => end(started.cms))

    const note = async () => ((await started.cms.create('notes', { title: 'x' })) as { id: number }).id

    for (const [place, holding] of Object.entries(PLACES))
      it(`in ${place}`, async () => {
        const { cms } = started
        const gone = await note()
        const held = { needed: usual, ...holding(gone) }
        const { id } = (await cms.create('posts', { title: 'One', status: 'published', ...held })) as { id: number }
        const [version] = (await cms.findVersions('posts', id)).docs
        await cms.delete('notes', gone)
        const stored = async () => {
          const { title, ...doc } = (await cms.findById('posts', id, { depth: 0 })) as Record<string, any>
          return [title, JSON.stringify(Object.keys(held).map((name) => doc[name]))]
        }
        const [, before] = await stored()
        expect((await editor.patch(`/posts/${id}`, { ...held, title: 'Two' })).status).to.equal(200)
        await cms.update('posts', id, { ...held, title: 'Three' } as object)
        await cms.update('posts', id, { title: 'Four', ...holding(usual) } as object)
        const refused = await editor.patch(`/posts/${id}`, holding(gone))
        expect([refused.status, refused.body.errors?.[0].message]).to.deep.equal([400, `notes ${gone} does not exist`])
        expect((await editor.post(`/posts/${id}/versions/${version!.id}/restore`, {})).status).to.equal(200)
        expect((await editor.patch(`/posts/${id}`, { status: 'published' })).status).to.equal(200)
        expect(await stored()).to.deep.equal(['One', before])
        const other = await editor.post('/posts', { title: 'Other', ...held })
        expect([other.status, other.body.errors?.[0].message]).to.deep.equal([400, `notes ${gone} does not exist`])
      })
  })
})
