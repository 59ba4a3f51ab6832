/** Why a value is refused, as programs read it: the reason and what the message mentions, over HTTP and in the Local API. */
import { expect } from 'chai'
import type { Agent } from 'supertest'
import type { CollectionConfig } from '../../lib/content-config.ts'
import { GalleyError } from '../../lib/errors.ts'
import { SAFE_PROTOCOLS } from '../../lib/rich-text/addresses.ts'
import { type Because, because } from '../../schema/reasons.ts'
import { svg } from '../harness/files.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'
import { docOf, heading, paragraph, text } from '../harness/writing.ts'

const tags: CollectionConfig = { slug: 'tags', access: { read: 'anyone' }, fields: [{ name: 'name' }] }
const posts: CollectionConfig = {
  slug: 'posts',
  access: { create: 'anyone' },
  fields: [
    { name: 'title', required: true, unique: true, maxLength: 5 },
    { name: 'email', type: 'email' },
    { name: 'code', pattern: '^[a-z]+$', minLength: 2 },
    { name: 'amount', type: 'number', integer: true, min: 1, max: 9 },
    { name: 'day', type: 'date' },
    { name: 'isOpen', type: 'boolean' },
    { name: 'kind', type: 'select', options: ['a', 'b'] },
    { name: 'tag', type: 'relationship', to: 'tags' },
    { name: 'open', type: 'relationship', to: 'tags', filterOptions: { name: { equals: 'open' } } },
    { name: 'rows', type: 'array', minRows: 1, maxRows: 1, fields: [{ name: 'word', required: true }] },
    { name: 'body', type: 'richText', headings: [2, 3], features: ['heading', 'bold', 'link'] },
    { name: 'own', validate: (value: string) => value !== 'bad' || 'must be unique' },
  ],
}
const link = (href: string) => ({ type: 'text', text: 'here', marks: [{ type: 'link', attrs: { href } }] })

/** What is sent, and why its field is refused. */
const CASES: [field: string, value: unknown, why: Because, at?: string][] = [
  ['title', undefined, because('required')],
  ['title', 'taken', because('unique')],
  ['title', 'longer', because('max-length', { limit: 5 })],
  ['title', 7, because('wrong-type', { type: 'string' })],
  ['title', 'a\0', because('nul')],
  ['title', 'a\ud800', because('lone-surrogate')],
  ['email', 'nobody', because('format', { format: 'email' }, 'must be a valid email address')],
  ['day', 'soon', because('format', { format: 'date-time' }, 'must be a valid date')],
  ['code', '12', because('pattern', { pattern: '^[a-z]+$', example: 'abc' })],
  ['code', 'a', because('min-length', { limit: 2 })],
  ['amount', 0, because('min', { limit: 1 })],
  ['amount', 10, because('max', { limit: 9 })],
  ['amount', 1.5, because('not-whole')],
  ['amount', 1e300, because('not-exact')],
  ['isOpen', 'perhaps', because('wrong-type', { type: 'boolean' })],
  ['kind', 'c', because('one-of', { options: ['a', 'b'] })],
  ['tag', 99, because('no-such-document', { collection: 'tags', id: 99 })],
  ['open', 1, { ...because('not-selectable'), message: "tags 1 can't be selected here" }],
  ['rows', [], because('min-rows', { limit: 1 })],
  ['rows', [{ word: 'a' }, { word: 'b' }], because('max-rows', { limit: 1 })],
  ['rows', [{}], because('required'), 'rows.0.word'],
  ['body', docOf(heading(1, 'x')), because('heading-level', { levels: [2, 3] }), 'body.content.0.attrs.level'],
  ['body', docOf({ type: 'horizontalRule' }), because('not-in-text', { type: 'horizontalRule' }), 'body.content.0.type'],
  [
    'body',
    docOf(paragraph(text('x', 'italic') as never)),
    because('not-in-text', { type: 'italic' }),
    'body.content.0.content.0.marks.0.type',
  ],
  ['body', docOf({ type: 'ticker' }), because('unknown-in-text', { type: 'ticker', part: 'node' }), 'body.content.0.type'],
  [
    'body',
    docOf(paragraph(link('javascript:alert(1)') as never)),
    because('unsafe-url', { protocols: SAFE_PROTOCOLS }),
    'body.content.0.content.0.marks.0.attrs.href',
  ],
]

pairwise((host, database) => {
  describe(`schema/reasons with ${host.name} and ${database.name}`, () => {
    let started: Started
    let agent: Agent
    let admin: Browser
    before(async () => {
      started = await start(host, database, { collections: [posts, tags], upload: { mimeTypes: ['image/*'], maxFileSize: 2000 } as never })
      agent = started.agent
      await started.cms.create('tags', { name: 'one' })
      await started.cms.create('posts', { title: 'taken', rows: [{ word: 'x' }] })
      await makeUser(started.cms, 'ada@example.org', { role: 'admin' })
      admin = await new Browser(started.listener).login('ada@example.org')
    })
    after(() => end(started.cms))

    const known = { title: 'fine', rows: [{ word: 'x' }] }

    for (const [field, value, why, at = field] of CASES)
      it(`${field}: ${why.message}`, async () => {
        const data = { ...known, [field]: value }
        const { body } = await agent.post('/api/cms/posts').send(data).expect(400)
        const [sent, ...more] = body.errors
        expect(more).to.deep.equal([])
        expect(sent).to.deep.include({ field: at, ...why })
        const thrown: GalleyError = await started.cms.create('posts', data).catch((error) => error)
        expect(thrown).to.be.instanceOf(GalleyError)
        expect(thrown.errors[0]).to.deep.include({ field: at, ...why })
      })

    it('what own code says has none', async () => {
      const { body } = await agent
        .post('/api/cms/posts')
        .send({ ...known, own: 'bad' })
        .expect(400)
      expect(body.errors).to.deep.equal([{ field: 'own', message: 'must be unique', code: 'VALIDATION' }])
    })

    it('files have reasons, and so do people who sign in', async () => {
      const sent = async (content: Buffer, filename: string) => (await admin.upload(content, filename)).body.errors[0]
      expect(await sent(Buffer.alloc(0), 'a.png')).to.include(because('file-empty'))
      expect(await sent(svg, 'a.svg')).to.include(because('file-svg'))
      expect(await sent(Buffer.from('just words'), 'a.txt')).to.deep.include({ reason: 'file-type', field: 'file' })
      expect(await sent(Buffer.alloc(3000), 'a.png')).to.deep.include(because('file-too-large', { limit: 2000 }))
      const { body } = await agent.post('/api/cms/users/login').send({ email: 'ada@example.org', password: 'wrong' }).expect(401)
      expect(body.errors[0]).to.include(because('wrong-credentials'))
    })

    it('a sentence with hundreds of options is cut, and leaves them out', async () => {
      const type = 'x'.repeat(5000)
      const { body } = await agent
        .post('/api/cms/posts')
        .send({ ...known, body: docOf({ type }) })
        .expect(400)
      expect(body.errors[0]).to.include({ reason: 'unknown-in-text' }).and.not.to.have.property('values')
      expect(body.errors[0].message).to.have.length.below(1100)
    })
  })
})
