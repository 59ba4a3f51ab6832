/** Rich text: addresses with protocols that run scripts are refused at every door that writes, however they are spelled. */
import { expect } from 'chai'
import { Browser, makeUser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const REFUSED = [
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  ' javascript:alert(1)',
  '\u0001javascript:alert(1)',
  'java\tscript:alert(1)',
  'java\r\nscript:alert(1)',
  'javascript\u00a0:alert(1)',
  'java\u200bscript:alert(1)',
  '\u2028javascript:alert(1)',
  'javascript&colon;alert(1)',
  'java&Tab;script:alert(1)',
  '&#106;avascript:alert(1)',
  '&#x6A;avascript&#58;alert(1)',
  '&#0000106avascript:alert(1)',
  '&amp;#106;avascript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'DATA:image/svg+xml;base64,AAAA',
  'vbscript:msgbox(1)',
  'blob:https://example.org/1',
  'file:///etc/passwd',
  'view-source:https://example.org',
  'unknown:x',
]

const ACCEPTED = [
  'https://example.org/a:b?c=javascript:d#e',
  'HTTP://example.org',
  '//example.org/x',
  '/a/javascript:b',
  './a:b',
  '#javascript:',
  '?a=data:b',
  'mailto:somebody@example.org',
  'tel:+66-2-123',
  'page',
  '/search?a=1&amp;b=2&copy=3',
]

const link = (href: unknown) => ({ type: 'text', text: 'x', marks: [{ type: 'link', attrs: { href } }] })
const doc = (...content: unknown[]) => ({ type: 'doc', content: [{ type: 'paragraph', content }] })

describe('features/rich text', () => {
  pairwise((host, database) => {
    let started: Started
    let editor: Browser

    before(async () => {
      const body = { name: 'body', type: 'richText', unknown: 'keep' } as const
      const fields: any[] = [
        { name: 'title' },
        body,
        { name: 'group', type: 'group', fields: [body] },
        { name: 'rows', type: 'array', fields: [body] },
        { name: 'parts', type: 'blocks', blocks: [{ slug: 'text', fields: [body] }] },
        { name: 'told', type: 'richText', localized: true },
      ]
      started = await start(host, database, {
        localization: { locales: ['en', 'de'], defaultLocale: 'en' },
        collections: [{ slug: 'posts', drafts: true, fields }],
        globals: [{ slug: 'site', fields }],
      })
      const made = await makeUser(started.cms, 'ed@example.org', { role: 'editor' })
      editor = await new Browser(started.listener).login(made.email)
      await started.cms.create('posts', { title: 'one' })
    })
    after(() => end(started?.cms))

    it('refuses protocols that run or hold something, however they are spelled', async () => {
      for (const href of REFUSED) {
        const { status, body } = await editor.post('/posts', { body: doc(link(href)) })
        expect([status, body.errors?.[0].field], JSON.stringify(href)).to.deep.equal([400, 'body.content.0.content.0.marks.0.attrs.href'])
      }
    })

    it('takes addresses without a protocol and those of the web, mail and telephones', async () => {
      for (const href of ACCEPTED) expect((await editor.post('/posts', { body: doc(link(href)) })).status, href).to.equal(201)
    })

    it('looks at every depth, in every kind of place, and names it', async () => {
      const bad = 'javascript:x'
      const image = { type: 'image', attrs: { src: bad } }
      const nested = { type: 'custom', attrs: { inner: { list: [{ 'xlink:HREF': [bad] }] } } }
      for (const [data, field] of [
        [{ body: doc(image) }, 'body.content.0.content.0.attrs.src'],
        [{ body: doc(nested) }, 'body.content.0.content.0.attrs.inner.list.0.xlink:HREF.0'],
        [{ group: { body: doc(link(bad)) } }, 'group.body.content.0.content.0.marks.0.attrs.href'],
        [{ rows: [{ body: doc() }, { body: doc(link(bad)) }] }, 'rows.1.body.content.0.content.0.marks.0.attrs.href'],
        [{ parts: [{ blockType: 'text', body: doc(link(bad)) }] }, 'parts.0.body.content.0.content.0.marks.0.attrs.href'],
        [{ told: doc(link(bad)) }, 'told.content.0.content.0.marks.0.attrs.href'],
      ] as const) {
        const doors = [
          () => editor.post('/posts', data),
          () => editor.patch('/posts/1', data),
          () => editor.post('/posts/1/autosave', data),
          () => editor.patch('/globals/site', data),
        ]
        for (const door of doors) {
          const { status, body } = await door()
          expect([status, body.errors?.[0].field], JSON.stringify(data)).to.deep.equal([400, field])
        }
        const error = await started.cms.create('posts', data).catch((one) => one)
        expect(error.errors?.[0].field).to.equal(field)
      }
    })

    it('knows every attribute that holds an address, and leaves other texts of those names alone', async () => {
      const node = (attrs: object) => ({ body: doc({ type: 'custom', attrs }) })
      const bad = 'java\tscript:alert(1)'
      const names = [
        'href',
        'src',
        'url',
        'srcset',
        'formaction',
        'action',
        'poster',
        'data',
        'xlink:href',
        'xlinkHref',
        'formAction',
        'srcSet',
      ]
      for (const name of [...names, 'cite', 'background', 'ping'])
        for (const value of [bad, [bad], 'data:text/html,x']) {
          const { status, body } = await editor.post('/posts', node({ [name]: value }))
          expect([status, body.errors?.[0].field.startsWith(`body.content.0.content.0.attrs.${name}`)], name).to.deep.equal([400, true])
        }
      const inner = await editor.post('/posts', node({ data: { href: bad } }))
      expect([inner.status, inner.body.errors?.[0].field]).to.deep.equal([400, 'body.content.0.content.0.attrs.data.href'])
      const list = await editor.post('/posts', node({ srcset: `/a.png 1x, ${bad} 2x` }))
      expect(list.status).to.equal(400)
      for (const attrs of [
        { data: { note: 'javascript: the good parts', at: 'now: x' } },
        { data: 'note: call back', action: 'save: later' },
        { srcset: '/a,b:c.png 1x, https://example.org/b.png 2x,\n c.png 640w' },
        { url: 'https://example.org/a', poster: '/a.jpg', action: '/send' },
        { title: 'javascript: the good parts' },
      ])
        expect((await editor.post('/posts', node(attrs))).status, JSON.stringify(attrs)).to.equal(201)
    })

    it('leaves text alone, and what is stored readable and editable elsewhere', async () => {
      const { cms } = started
      expect((await editor.post('/posts', { body: doc({ type: 'text', text: 'javascript:x' }), title: 'javascript:x' })).status).to.equal(
        201,
      )
      const { id } = (await cms.create('posts', { body: doc(link('https://a.example')), title: 'old' })) as any
      const { store } = cms.engine
      const q = store.dialect.quote
      const stored = JSON.stringify(doc(link('javascript:old')))
      await store.commit({
        writes: [
          { kind: 'update', sql: `update ${store.dialect.table('posts')} set ${q('body')} = ? where ${q('id')} = ?`, values: [stored, id] },
        ],
      })
      expect((await editor.get(`/posts/${id}?draft=true`)).text).to.include('javascript:old')
      expect((await editor.patch(`/posts/${id}`, { title: 'new' })).status).to.equal(200)
      expect((await editor.get(`/posts/${id}?draft=true`)).text).to.include('javascript:old')
    })
  })
})
