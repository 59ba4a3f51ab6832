/** The write itself checks the targets of relations where it can. What callers are told, and what is stored, is the same as after a look-up: each case runs on a collection that allows the former, and on its twin, whose hook demands the latter. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const MISSING = 999
const toNote = { name: 'note', type: 'relationship', to: 'notes' }
const fields: any[] = [
  { name: 'title', maxLength: 20 },
  { name: 'code', unique: true },
  toNote,
  { name: 'tag', type: 'relationship', to: 'tags' },
  { name: 'notes', type: 'relationship', to: 'notes', hasMany: true },
  { name: 'rows', type: 'array', fields: [toNote] },
  { name: 'text', type: 'richText', blocks: [{ slug: 'quote', fields: [toNote] }] },
]

/** Ids that a case may name. */
interface Ids {
  open: number
  other: number
  secret: number
  draft: number
  trashed: number
  tag: number
}

const link = (id: number) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { collection: 'notes', id } }] })
const block = (note: number) => ({ type: 'contentBlock', attrs: { blockType: 'quote', note } })
const text = (...content: unknown[]) => ({ type: 'doc', content })

/** What a visitor sends, and whether it is accepted. */
const CASES: Record<string, [status: number, (ids: Ids) => Record<string, unknown>]> = {
  'a target that is there': [201, ({ open }) => ({ note: open })],
  'several that are there, in several fields': [
    201,
    ({ open, other, tag }) => ({ note: open, tag, notes: [open, other], rows: [{ note: other }, { note: open }] }),
  ],
  'the same one twice': [201, ({ open }) => ({ note: open, notes: [open, open] })],
  'none at all': [201, () => ({ note: null, notes: [], rows: [] })],
  'one that is missing': [400, () => ({ note: MISSING })],
  'one out of sight': [400, ({ secret }) => ({ note: secret })],
  'a draft': [400, ({ draft }) => ({ note: draft })],
  'one in the trash': [400, ({ trashed }) => ({ note: trashed })],
  'one of another collection': [400, () => ({ tag: MISSING })],
  'one of several': [400, ({ open }) => ({ notes: [open, MISSING], rows: [{ note: open }, { note: MISSING }] })],
  'one in a block of a text': [400, ({ open }) => ({ note: open, text: text(block(MISSING)) })],
  'one that a text links to': [400, ({ open }) => ({ note: open, text: text({ type: 'paragraph', content: [link(MISSING)] }) })],
  'more than a write checks': [400, ({ open }) => ({ rows: Array.from({ length: 12 }, (_, n) => ({ note: n === 11 ? MISSING : open })) })],
  'many that differ': [400, () => ({ notes: Array.from({ length: 12 }, (_, n) => MISSING + n) })],
  'an id that is none': [400, () => ({ note: 'x' })],
  'one that is missing, next to a wrong value': [400, () => ({ note: MISSING, title: 'x'.repeat(30) })],
  'one that is missing, next to a value that is taken': [400, () => ({ note: MISSING, code: 'taken' })],
  'one that is there, next to a value that is taken': [400, ({ open }) => ({ note: open, code: 'taken' })],
  'one that is missing, in a document out of reach': [400, () => ({ note: MISSING, title: 'forbidden' })],
  'one that is there, in a document out of reach': [403, ({ open }) => ({ note: open, title: 'forbidden' })],
}

describe('access/guarded targets', () => {
  pairwise((host, database) => {
    let started: Started
    let visitor: Browser
    let editor: Browser
    let ids: Ids
    let lookUps = 0

    before(async () => {
      const mine = () => ({ title: { not_equals: 'forbidden' } })
      const content = {
        drafts: true,
        access: { read: 'anyone', create: mine, update: mine },
        fields,
      }
      started = await start(host, database, {
        collections: [
          {
            slug: 'notes',
            drafts: true,
            trash: true,
            access: { read: ({ user }: any) => (user ? true : { isOpen: { equals: true } }) },
            fields: [{ name: 'isOpen', type: 'boolean' }],
          },
          { slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] },
          { slug: 'left', ...content },
          { slug: 'looked', ...content, hooks: { beforeChange: [() => undefined] } },
        ],
      } as object)
      const { cms, listener } = started
      await makeUser(cms, 'editor@x.org', { role: 'editor' })
      editor = await new Browser(listener).login('editor@x.org')
      visitor = new Browser(listener)
      const note = async (more: object) => ((await cms.create('notes', { status: 'published', ...more })) as { id: number }).id
      ids = {
        open: await note({ isOpen: true }),
        other: await note({ isOpen: true }),
        secret: await note({}),
        draft: await note({ isOpen: true, status: 'draft' }),
        trashed: await note({ isOpen: true }),
        tag: ((await cms.create('tags', { name: 'x' })) as { id: number }).id,
      }
      await cms.delete('notes', ids.trashed)
      for (const slug of ['left', 'looked']) await cms.create(slug, { code: 'taken', status: 'published' })
      const { reader } = cms.engine as any
      const existing = reader.existing.bind(reader)
      reader.existing = (...given: unknown[]) => {
        lookUps++
        return existing(...given)
      }
    })
    after(() => end(started.cms))

    const stable = ({ status, text }: { status: number; text: string }) =>
      `${status} ${text.replaceAll(/"(id|createdAt|updatedAt)":("[^"]*"|\d+)/g, '').replaceAll(/left|looked/g, 'slug')}`
    const count = async (slug: string) => (await started.cms.count(slug, { draft: true } as object)) as number

    for (const [name, [status, values]] of Object.entries(CASES))
      it(`${name}: created, and changed`, async () => {
        const answers: Record<string, string[]> = {}
        for (const slug of ['left', 'looked']) {
          const before = await count(slug)
          const created = await visitor.post(`/${slug}?depth=0`, { status: 'published', ...values(ids) })
          expect(created.status, created.text).to.equal(status)
          expect(await count(slug)).to.equal(before + (status === 201 ? 1 : 0))
          const { id } = (await started.cms.create(slug, { title: 'before', status: 'published' })) as { id: number }
          const changed = await visitor.patch(`/${slug}/${id}?depth=0`, values(ids))
          expect(changed.status, changed.text).to.equal(status === 201 ? 200 : status)
          if (status !== 201) expect(await started.cms.findById(slug, id)).to.include({ title: 'before', note: null })
          answers[slug] = [stable(created), stable(changed)]
        }
        expect(answers['left']).to.deep.equal(answers['looked'])
      })

    it('without a look-up where all are there, and with one where not', async () => {
      const lookUpsFor = async (slug: string, values: object) => {
        lookUps = 0
        await visitor.post(`/${slug}`, { status: 'published', ...values })
        return lookUps
      }
      expect(await lookUpsFor('left', { note: ids.open, tag: ids.tag }), 'left').to.equal(0)
      expect(await lookUpsFor('looked', { note: ids.open, tag: ids.tag }), 'looked up').to.equal(2)
      expect(await lookUpsFor('left', { note: MISSING }), 'missing').to.be.greaterThan(0)
    })

    it('of many at once: the wrong ones fail alone, and each answer is that of its request', async () => {
      for (let round = 0; round < 4; round++) {
        const before = await count('left')
        const titles = Array.from({ length: 24 }, (_, n) => `many ${round} ${n}`)
        const isWrong = (n: number) => n % 8 === round
        const answers = await Promise.all(
          titles.map((title, n) => visitor.post('/left?depth=0', { title, status: 'published', note: isWrong(n) ? MISSING : ids.open })),
        )
        for (const [n, { status, body }] of answers.entries()) {
          expect(status).to.equal(isWrong(n) ? 400 : 201)
          if (isWrong(n)) expect(body.errors).to.have.length(1)
          else expect((await started.cms.findById('left', body.id, { depth: 0 }))!['title']).to.equal(titles[n])
        }
        expect(await count('left')).to.equal(before + 21)
      }
    })

    it('inside a transaction, which goes on after a refusal', async () => {
      const { cms } = started
      const before = await count('left')
      await cms.transaction(async () => {
        const refused = await cms.create('left', { note: MISSING }).catch((error) => error)
        expect(refused.errors[0]).to.include({ field: 'note', code: 'NO_SUCH_TARGET' })
        await cms.create('left', { note: ids.open })
      })
      expect(await count('left')).to.equal(before + 1)
    })

    it('of a change whose document changed since it was read: the same error', async () => {
      for (const values of [{ note: MISSING }, { note: ids.open }]) {
        const answers = []
        for (const slug of ['left', 'looked']) {
          const { id } = (await started.cms.create(slug, { status: 'published' })) as { id: number }
          const at = `/${slug}/${id}?depth=0`
          const etag = (await editor.get(at)).headers['etag'] as string
          await started.cms.update(slug, id, { title: 'meanwhile' })
          editor.headers = { 'if-match': etag }
          answers.push(stable(await editor.patch(at, values)))
          editor.headers = {}
        }
        expect(answers[0])
          .to.equal(answers[1])
          .and.match(/has changed since it was read/)
      }
    })

    it('that a document holds already may stay when they are gone', async () => {
      const gone = ((await started.cms.create('notes', { isOpen: true, status: 'published' })) as { id: number }).id
      const { id } = (await started.cms.create('left', { note: gone, status: 'published' })) as { id: number }
      await started.cms.delete('notes', gone)
      const changed = await visitor.patch(`/left/${id}?depth=0`, { note: gone, title: 'again' })
      expect(changed.status, changed.text).to.equal(200)
      expect((await visitor.patch(`/left/${id}`, { note: MISSING })).status).to.equal(400)
    })
  })
})
