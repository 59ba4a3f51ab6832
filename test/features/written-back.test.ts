/** A whole document read in one language and written back: with `fallback-locale=false` no word of another language becomes a translation. */
import { expect } from 'chai'
import { Browser } from '../harness/people.ts'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const open = { read: 'anyone', create: 'anyone', update: 'anyone' } as const
const words = { name: 'words', localized: true }
const ENGLISH = {
  words: 'Trains',
  list: ['a', 'b'],
  tag: 1,
  seo: { words: 'Night trains' },
  rows: [{ id: 'r', words: 'First', plain: '/a' }],
  parts: [{ id: 'p', blockType: 'quote', words: 'Slow', rows: [{ id: 'i', words: 'Inner' }] }],
  links: [{ id: 'l', url: '/en' }],
}
const THAI = {
  words: null,
  list: [],
  tag: null,
  seo: { words: null },
  rows: [{ id: 'r', words: null, plain: '/a' }],
  parts: [{ id: 'p', blockType: 'quote', words: null, rows: [{ id: 'i', words: null }] }],
  links: [],
}

const content = {
  access: open,
  fields: [
    { name: 'plain' },
    words,
    { name: 'list', type: 'select', options: ['a', 'b'], hasMany: true, localized: true },
    { name: 'tag', type: 'relationship', to: 'tags', localized: true },
    { name: 'seo', type: 'group', fields: [words] },
    { name: 'rows', type: 'array', fields: [words, { name: 'plain' }] },
    { name: 'parts', type: 'blocks', blocks: [{ slug: 'quote', fields: [words, { name: 'rows', type: 'array', fields: [words] }] }] },
    { name: 'links', type: 'array', localized: true, fields: [{ name: 'url' }] },
  ],
}

describe('features/localization: written back', () => {
  pairwise((host, database) => {
    let started: Started
    let visitor: Browser
    before(async () => {
      started = await start(host, database, {
        localization: { locales: ['en', 'th'] },
        collections: [
          { slug: 'pages', ...content },
          { slug: 'stories', ...content, drafts: true, versions: true },
          { slug: 'tags', access: open, fields: [{ name: 'name' }] },
        ],
        globals: [{ slug: 'site', ...content, access: { read: 'anyone', update: 'anyone' } }],
      } as object)
      visitor = new Browser(started.listener)
      await started.cms.create('tags', { name: 'rail' })
    })
    after(() => end(started?.cms))

    const made = async (at: string) => {
      if (at === 'globals/site') {
        await visitor.post('/globals/site', ENGLISH)
        return '/globals/site'
      }
      const { body } = await visitor.post(`/${at}`, { ...ENGLISH, ...(at === 'stories' && { status: 'published' }) })
      return `/${at}/${body.id}`
    }

    for (const at of ['pages', 'stories', 'globals/site']) {
      it(`${at}: nothing is translated by a read without the values of another language`, async () => {
        const place = await made(at)
        for (const depth of [0, 1]) {
          const { body } = await visitor.get(`${place}?locale=th&fallback-locale=false&depth=${depth}`)
          const saved = await visitor.patch(`${place}?locale=th`, { ...body, plain: `written ${depth}` })
          expect(saved.status, saved.text).to.equal(200)
          const after = (await visitor.get(`${place}?locale=th&fallback-locale=false&depth=0`)).body
          expect(after).to.deep.include({ ...THAI, plain: `written ${depth}` })
        }
        expect((await visitor.get(`${place}?depth=0`)).body).to.deep.include(ENGLISH)
        expect((await visitor.get(`${place}?locale=th&depth=0`)).body).to.deep.include(ENGLISH)
      })

      it(`${at}: what is sent is written, the words of another language too`, async () => {
        const place = await made(at)
        await visitor.patch(`${place}?locale=th`, { words: ENGLISH.words })
        await visitor.patch(place, { words: 'Railways' })
        expect((await visitor.get(`${place}?locale=th&depth=0`)).body).to.deep.include({ words: ENGLISH.words, seo: ENGLISH.seo })
      })
    }
  })
})
