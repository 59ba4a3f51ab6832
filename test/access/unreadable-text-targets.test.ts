/** What a field that its caller can't read points to, and what a pending draft does, can't be found out by pointing to it from another field: a held id is answered like any other. */
import { expect } from 'chai'
import { end, pairwise, type Started, start } from '../harness/start.ts'

const toSecret = { type: 'relationship', to: 'secrets' }
const linkTo = (id: number) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'text', text: 'a', marks: [{ type: 'link', attrs: { collection: 'secrets', id } }] }] }],
})
const mentionOf = (id: number) => ({
  type: 'doc',
  content: [{ type: 'paragraph', content: [{ type: 'mention', attrs: { collection: 'secrets', id } }] }],
})

/** The kinds of fields that can point to a secret: the options of the field, and a value. */
const KINDS: Record<string, { field: object; value: (id: number) => unknown }> = {
  relation: { field: toSecret, value: (id) => id },
  text: { field: { type: 'richText' }, value: linkTo },
}

/** Where the field that holds the id stands. */
const PLACES: Record<string, (value: unknown, kind: string) => object> = {
  'a field with a read rule': (value, kind) => ({ [`${kind}Ruled`]: value }),
  'a field whose rule depends on the document': (value, kind) => ({ [`${kind}Depends`]: value }),
  'a hidden field': (value, kind) => ({ [`${kind}Hidden`]: value }),
  'a ruled field in a group': (value, kind) => ({ box: { [`${kind}Ruled`]: value } }),
  'a ruled field in rows': (value, kind) => ({ rows: [{ [`${kind}Ruled`]: value }] }),
  'ruled blocks': (value, kind) => ({ ruledParts: [{ blockType: 'part', [kind]: value }] }),
  'the block of a ruled text': (value, kind) => ({
    ruledBody: { type: 'doc', content: [{ type: 'contentBlock', attrs: { blockType: 'part', id: 'a', [kind]: value } }] },
  }),
  'a ruled field in another locale': (value, kind) => ({ [`${kind}Words`]: { de: value } }),
  'a pending draft': (value, kind) => ({ [kind]: value, status: 'draft' }),
}

/** What a visitor sends, who can read all of these fields. */
const GUESSES: Record<string, (id: number) => object> = {
  'a link': (id) => ({ text: linkTo(id) }),
  'a mention': (id) => ({ text: mentionOf(id) }),
  'a link in rows': (id) => ({ rows: [{ text: linkTo(id) }] }),
  'a link in blocks': (id) => ({ parts: [{ blockType: 'part', text: linkTo(id) }] }),
  'a link in the block of a text': (id) => ({
    body: { type: 'doc', content: [{ type: 'contentBlock', attrs: { blockType: 'part', id: 'b', text: linkTo(id) } }] },
  }),
  'a relation': (id) => ({ relation: id }),
  'a relation in rows': (id) => ({ rows: [{ relation: id }] }),
  'a relation in the block of a text': (id) => ({
    body: { type: 'doc', content: [{ type: 'contentBlock', attrs: { blockType: 'part', id: 'b', relation: id } }] },
  }),
}

describe('access/unreadable text targets', () => {
  pairwise((host, database) => {
    let started: Started
    let held: number
    let other: number

    before(async () => {
      const kinds = Object.entries(KINDS)
      const both = kinds.map(([name, { field }]) => ({ name, ...field }))
      const ruled = kinds.map(([name, { field }]) => ({ name: `${name}Ruled`, ...field, access: { read: 'admin' } }))
      const part = { slug: 'part', fields: both }
      const fields: any[] = [
        { name: 'title' },
        ...both,
        ...ruled,
        ...kinds.map(([name, { field }]) => ({
          name: `${name}Depends`,
          ...field,
          access: { read: ({ user, data }: any) => user !== null || data?.title === 'open' },
        })),
        ...kinds.map(([name, { field }]) => ({ name: `${name}Hidden`, ...field, hidden: true })),
        ...kinds.map(([name, { field }]) => ({ name: `${name}Words`, ...field, localized: true, access: { read: 'admin' } })),
        { name: 'box', type: 'group', fields: ruled },
        { name: 'rows', type: 'array', fields: [...both, ...ruled] },
        { name: 'parts', type: 'blocks', blocks: [part] },
        { name: 'ruledParts', type: 'blocks', blocks: [part], access: { read: 'admin' } },
        { name: 'body', type: 'richText', blocks: [part] },
        { name: 'ruledBody', type: 'richText', blocks: [part], access: { read: 'admin' } },
      ]
      started = await start(host, database, {
        localization: { locales: ['en', 'de'] },
        collections: [
          { slug: 'secrets', access: { read: 'admin' }, fields: [{ name: 'name' }] },
          { slug: 'posts', drafts: true, access: { read: 'anyone', create: 'anyone', update: 'anyone' }, fields },
        ],
      })
      const secret = async (name: string) => ((await started.cms.create('secrets', { name })) as { id: number }).id
      held = await secret('held')
      other = await secret('other')
    })
    after(() => end(started.cms))

    /** A published post that holds the id there. */
    async function holding(place: string, kind: string): Promise<number> {
      const { cms } = started
      const { id } = (await cms.create('posts', { title: 'own', status: 'published' })) as { id: number }
      const data = PLACES[place]!(KINDS[kind]!.value(held), kind)
      await cms.update('posts', id, { status: 'published', ...data }, place.includes('locale') ? { locale: 'all' } : {})
      return id
    }

    async function answer(id: number, data: object): Promise<string> {
      const error = await started.cms
        .as(null)
        .update('posts', id, data as never)
        .catch((one) => one)
      return JSON.stringify(error.errors ?? 'saved')
    }

    const withoutId = (said: string, id: number) => said.replaceAll(`${id} `, 'ID ').replaceAll(`"id":${id}}`, '"id":ID}')

    for (const place of Object.keys(PLACES))
      for (const kind of Object.keys(KINDS))
        it(`in ${place}: a ${kind}`, async () => {
          const id = await holding(place, kind)
          const stored = await started.cms.findById('posts', id, { depth: 0, draft: true, locale: 'all', showHidden: true } as never)
          expect(JSON.stringify(stored), 'it is stored').to.match(new RegExp(`:${held}[,}]`))
          for (const [guess, data] of Object.entries(GUESSES)) {
            const said = withoutId(await answer(id, data(held)), held)
            expect(said, guess).to.include('secrets ID does not exist').and.include('NO_SUCH_TARGET')
            expect(said, guess).to.equal(withoutId(await answer(id, data(other)), other))
          }
        })

    it('a document that no rule shows to the caller is not even looked up, as that takes longer the larger it is', async () => {
      const { cms } = started
      const { id } = (await cms.create('posts', { title: 'own', status: 'published' })) as { id: number }
      const { store } = cms.engine
      const query = store.query.bind(store)
      const statements: string[] = []
      store.query = (one, ...more) => {
        if (one.sql.includes('secrets')) statements.push(one.sql)
        return query(one, ...more)
      }
      for (const [guess, data] of Object.entries(GUESSES)) expect(await answer(id, data(held)), guess).to.include('NO_SUCH_TARGET')
      store.query = query
      expect(statements).to.deep.equal([])
    })

    it('what a readable field holds may stay in it, in each locale, and not move to another one', async () => {
      const { cms } = started
      const { id } = (await cms.create('posts', { status: 'published', text: linkTo(held), rows: [{ text: linkTo(held) }] })) as any
      const { rows } = (await cms.as(null).findById('posts', id, { depth: 0 })) as any
      expect(await answer(id, { text: mentionOf(held), rows: [{}, ...rows] })).to.equal('"saved"')
      expect(await answer(id, { parts: [{ blockType: 'part', text: linkTo(held) }] })).to.include('NO_SUCH_TARGET')
    })

    it('people of the admin may keep what the live content and the pending draft hold', async () => {
      const { cms } = started
      const editor = cms.as({ id: 1, role: 'editor' } as never)
      const { id } = (await cms.create('posts', { status: 'published', text: linkTo(held) })) as any
      await cms.update('posts', id, { status: 'draft', text: linkTo(other) })
      for (const target of [other, held])
        expect(await editor.update('posts', id, { status: 'draft', text: linkTo(target) } as never)).to.include({ id })
    })
  })
})
