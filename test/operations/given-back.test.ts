/** Whoever sends back what they read changes nothing: masks never take the place of the values behind them, at no door. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { BETTER_SQLITE, DATABASES, type Database, end, HOSTS, type Host, type Started, start, temporaryFile } from '../harness/start.ts'

/** `4111222233334444` → `••••4444` */
const mask = (value: string | null) => (value ? `••••${value.slice(-4)}` : null)
const card = (name: string, more: object = {}) => ({ name, shown: mask, ...more })

const fields = [
  { name: 'title' },
  card('card'),
  card('local', { localized: true }),
  { name: 'until', type: 'date', shown: (value: string | null) => value && `${value.slice(0, 4)}-01-01` },
  { name: 'notes', type: 'json', shown: (value: any) => value && { count: value.list.length } },
  { name: 'bank', type: 'group', fields: [card('iban'), { name: 'name' }] },
  { name: 'rows', type: 'array', fields: [card('code'), { name: 'text' }, { name: 'inner', type: 'array', fields: [card('pin')] }] },
  { name: 'blocks', type: 'blocks', blocks: [{ slug: 'pay', fields: [card('account'), card('word', { localized: true })] }] },
  card('blind', { access: { read: 'nobody', update: 'loggedIn', create: 'loggedIn' } }),
]

const STORED = {
  title: 'a',
  card: '4111222233334444',
  local: { en: '1111222233335555', th: null },
  until: '2031-05-06T00:00:00.000Z',
  notes: { list: [1, 2] },
  bank: { iban: 'DE001234567890', name: 'n' },
  rows: [
    { code: 'code-one-1111', text: 'x', inner: [{ pin: 'pin-0001' }] },
    { code: 'code-two-2222', text: 'y', inner: [] },
  ],
  // No word in Thai, where readers see the English one, masked.
  blocks: [{ blockType: 'pay', account: 'account-7777', word: { en: 'word-8888', th: null } }],
  blind: 'blind-9999',
}

const open = { read: 'anyone', create: 'anyone', update: 'anyone', delete: 'anyone' }
const entity = { drafts: true, versions: true, preview: () => '/x', access: open, fields }

const SUITES: [Host, Database][] = [...DATABASES.map((one): [Host, Database] => [HOSTS[0]!, one]), [HOSTS[1]!, BETTER_SQLITE]]

const withoutIds = (value: any): any =>
  JSON.parse(JSON.stringify(value, (key, one) => (['id', 'createdAt', 'updatedAt', 'status', 'createdBy'].includes(key) ? undefined : one)))

/** What the columns hold, and the pending draft. */
async function stored({ engine: { store } }: Handle, slug: string, id?: number) {
  const { table, quote: q } = store.dialect
  const [row] = await store.read(`select * from ${table(slug)}${id === undefined ? '' : ` where ${q('id')} = ${id}`}`, [])
  const json = (value: any) => (typeof value === 'string' ? JSON.parse(value) : value)
  const read = (from: any) =>
    withoutIds({
      title: from['title'],
      card: from['card'],
      local: { en: from['local__en'], th: from['local__th'] },
      until: from['until'],
      notes: json(from['notes']),
      bank: { iban: from['bank$iban'], name: from['bank$name'] },
      rows: json(from['rows']),
      blocks: json(from['blocks']).map(({ word__en: en, word__th: th = null, ...block }: any) => ({ ...block, word: { en, th } })),
      blind: from['blind'],
    })
  return { live: read(row), pending: row!['$pending'] ? read(json(row!['$pending'])) : undefined }
}

describe('operations/given back', () => {
  for (const [host, database] of SUITES)
    describe(`on ${host.name} with ${database.name}`, () => {
      let started: Started
      let cms: Handle
      let editor: Browser
      before(async () => {
        started = await start(host, database, {
          localization: { locales: ['en', 'th'] },
          upload: { dir: temporaryFile('-files') },
          collections: [
            { slug: 'cards', ...entity },
            { slug: 'hooked', ...entity, hooks: { beforeChange: [({ data, originalDoc }: any) => ({ ...originalDoc, ...data })] } },
          ],
          globals: [
            { slug: 'site', ...entity, access: { read: 'anyone', update: 'anyone' } },
            {
              slug: 'fresh',
              drafts: false,
              access: { read: 'anyone', update: 'anyone' },
              fields: [card('card', { defaultValue: 'default-1234' })],
            },
          ],
        } as object)
        cms = started.cms
        await makeUser(cms, 'editor@x.org', { role: 'admin' })
        editor = await new Browser(started.listener).login('editor@x.org')
      })
      after(() => end(started?.cms))

      async function made(slug: string) {
        const content = { ...STORED, status: 'published' }
        if (slug === 'site') {
          await cms.updateGlobal('site', content as object, { locale: 'all' } as object)
          return { at: '/globals/site' }
        }
        const { id } = (await cms.create(slug, content as object, { locale: 'all' } as object)) as { id: number }
        return { at: `/${slug}/${id}`, id }
      }

      for (const slug of ['cards', 'hooked', 'site'])
        for (const query of ['', '?locale=th', '?locale=all', '?locale=th&fallback-locale=false', '?depth=0&draft=true'])
          it(`${slug}${query}: everything that was read, sent back`, async () => {
            const { at, id } = await made(slug)
            const who = new Browser(started.listener)
            const { body } = await who.get(at + query)
            expect(JSON.stringify(body)).to.include('••••4444').and.not.include('41112222')
            const saved = await who.patch(at + query, { ...body, title: 'b' })
            expect(saved.status, saved.text).to.equal(200)
            expect(await stored(cms, slug, id)).to.deep.equal({ live: { ...STORED, title: 'b' }, pending: undefined })
            expect(withoutIds(saved.body)).to.deep.equal(withoutIds({ ...body, title: 'b' }))
          })

      for (const slug of ['cards', 'hooked', 'site'])
        it(`${slug}: as a draft, then what is live over the draft`, async () => {
          const { at, id } = await made(slug)
          const { body: live } = await editor.get(at)
          const changed = { card: '9999888877776666', rows: [{ ...live.rows[0], code: 'code-new-3333' }] }
          await editor.patch(at, { ...live, ...changed, status: 'draft' })
          const expected = { ...STORED, card: changed.card, rows: [{ ...STORED.rows[0], code: 'code-new-3333' }] }
          expect(await stored(cms, slug, id)).to.deep.equal({ live: STORED, pending: expected })
          const { body: draft } = await editor.get(`${at}?draft=true`)
          const again = await editor.post(`${at}/autosave`, { ...draft, title: 'c' })
          expect(again.status, again.text).to.equal(200)
          expect((await stored(cms, slug, id)).pending).to.deep.equal({ ...expected, title: 'c' })
          const shown = await editor.post(`${at}/preview`, { ...draft, title: 'd' })
          expect(withoutIds(shown.body.doc)).to.deep.equal(withoutIds({ ...draft, title: 'd' }))
          await editor.patch(at, { ...live, status: 'draft' })
          expect((await stored(cms, slug, id)).pending, 'it says what is live').to.equal(undefined)
          await editor.patch(at, { ...live, status: 'published' })
          expect(await stored(cms, slug, id)).to.deep.equal({ live: STORED, pending: undefined })
        })

      it('the system, in the Local API', async () => {
        const { id } = await made('cards')
        const doc = await cms.findById('cards', id!)
        await cms.update('cards', id!, { ...doc, title: 'b' } as object)
        expect((await stored(cms, 'cards', id)).live).to.deep.equal({ ...STORED, title: 'b' })
      })

      it('an earlier version comes back as it was stored', async () => {
        const { at, id } = await made('cards')
        await editor.patch(at, { card: '••••-4444', status: 'published' })
        const [, first] = (await editor.get(`${at}/versions`)).body.docs
        expect((await editor.post(`${at}/versions/${first.id}/restore`)).status).to.equal(200)
        expect((await stored(cms, 'cards', id)).pending.card).to.equal(STORED.card)
      })

      it('what differs is a change: other values, other rows, values that the caller never saw', async () => {
        const { at, id } = await made('cards')
        const { body } = await editor.get(at)
        const [first, second] = body.rows
        await editor.patch(at, {
          card: '••••5555',
          bank: { iban: null },
          rows: [second, { ...first, id: undefined }, { ...first, id: 'unknown' }],
          blind: mask(STORED.blind),
        })
        const { live } = await stored(cms, 'cards', id)
        expect(live).to.deep.include({ card: '••••5555', bank: { iban: null, name: 'n' }, blind: '••••9999' })
        expect(live.rows.map(({ code }: any) => code)).to.deep.equal(['code-two-2222', '••••1111', '••••1111'])
      })

      it('a global that was never saved keeps its defaults', async () => {
        const { body } = await editor.get('/globals/fresh')
        expect(body.card).to.equal('••••1234')
        expect((await editor.post('/globals/fresh', body)).status).to.equal(200)
        const [row] = await cms.engine.store.read(`select * from ${cms.engine.store.dialect.table('fresh')}`, [])
        expect(row!['card']).to.equal('default-1234')
      })

      it('the address of a file is no key', async () => {
        const png = Buffer.from(
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
          'base64',
        )
        const { body } = await editor.upload(png, 'a.png')
        await cms.update('media', body.id, { ...(await cms.findById('media', body.id)), alt: 'x' } as object)
        const after = (await editor.get(`/media/${body.id}`)).body
        expect(after).to.deep.include({ url: body.url, sizes: body.sizes, alt: 'x' })
        expect((await editor.get(after.url)).status).to.equal(200)
      })
    })
})
