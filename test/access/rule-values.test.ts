/** A rule in code sees the values of a change as they will be stored: types of fields × spellings of a value × every door that asks with values. */
import { writeFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import { expect } from 'chai'
import { disk } from '../../adapters/disk.ts'
import { importCommand } from '../../lib/features/transfer/import.ts'
import { sessionWith } from '../harness/cli-session.ts'
import { MovedClock, makeUser } from '../harness/people.ts'
import { end, PAIRS, type Started, start, startCms, temporaryFile } from '../harness/start.ts'

/** A field of each type, and the spellings that are stored alike. */
const SPELLINGS: Record<string, [field: object, spellings: unknown[]]> = {
  level: [{ type: 'number' }, [3, '3', ' 3 ', '3.0', '3e0']],
  author: [{ type: 'relationship', to: 'authors' }, [1, '1', { id: 1 }]],
  authors: [{ type: 'relationship', to: 'authors', hasMany: true }, [[1], ['1'], [{ id: 1 }]]],
  open: [{ type: 'boolean' }, [true, false]],
  at: [
    { type: 'date' },
    ['2026-01-02T03:04:05.000Z', '2026-01-02T03:04:05Z', '2026-01-02T04:04:05+01:00', new Date('2026-01-02T03:04:05Z')],
  ],
  email: [{ type: 'email' }, ['a@x.org', ' a@x.org ', 'A@X.org']],
  slug: [{ type: 'slug', from: 'title' }, ['a-b', 'A b', ' a B ']],
  kind: [{ type: 'select', options: ['a', 'b'] }, ['a']],
  json: [{ type: 'json' }, [{ level: '3' }, '3', null]],
  group: [{ type: 'group', fields: [{ name: 'level', type: 'number' }] }, [{ level: 3 }, { level: '3', unknown: 1 }, null]],
  rows: [{ type: 'array', fields: [{ name: 'level', type: 'number' }] }, [[{ level: '3', unknown: 1 }], null]],
  blocks: [
    { type: 'blocks', blocks: [{ slug: 'quote', fields: [{ name: 'by', type: 'relationship', to: 'authors' }] }] },
    [[{ blockType: 'quote', by: { id: 1 } }]],
  ],
  name: [{ localized: true }, ['x']],
  count: [{ type: 'number', localized: true }, [3, '3']],
  closed: [{ type: 'number', access: { create: () => false, update: () => false } }, [3, '3']],
  perDocument: [{ type: 'number', access: { create: () => true, update: ({ data }: any) => data.level === 99 } }, [3, '3']],
  hidden: [{ type: 'number', hidden: true }, [3]],
  unknown: [{}, ['x']],
  createdAt: [{}, ['2001-01-01']],
}
/** Never stored, so never shown. */
const DROPPED = ['unknown', 'createdAt', 'closed', 'hidden']
const NEW = /^(POST|create|duplicate)/
const ROUNDS = Math.max(...Object.values(SPELLINGS).map(([, spellings]) => spellings.length))

/** Without the ids of rows, and with the id of a document in its place. */
const plain = (value: any): any => {
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value ?? null
  if ('createdAt' in value) return value.id
  return Object.fromEntries(Object.entries(value).flatMap(([key, inner]) => (key === 'id' ? [] : [[key, plain(inner)]])))
}

const OWN = ['unknown', 'createdAt']
const fields = [
  { name: 'title' },
  ...Object.entries(SPELLINGS).flatMap(([name, [field]]) => (OWN.includes(name) ? [] : [{ name, ...field }])),
]

/** Values that no spelling makes right: the answer of the rule decides between 400 and 401 or 403. */
const WRONG: Record<string, unknown[]> = {
  level: ['three', {}, [3], true],
  author: ['x', { id: 'x' }, [1]],
  authors: ['x', [[1]]],
  open: ['maybe', 'true', 3],
  at: ['yesterday', {}],
  email: ['x'],
  kind: ['c', 1],
  title: [1, {}],
  group: ['x', { level: 'x' }],
  rows: ['x', ['x'], [{ level: 'x' }]],
}

let ruledOn: Record<string, any>[] = []
let verdict: (data: any) => boolean = () => true
const rule = ({ data }: any) => {
  if (data) ruledOn.push(structuredClone(data))
  return verdict(data)
}
const access = { read: () => true, create: rule, update: rule }
const user = { id: 1, role: 'editor' } as never

for (const [host, database] of PAIRS)
  describe(`access/values that rules see, on ${host.name} with ${database.name}`, () => {
    let started: Started
    let id = 0
    let draftId = 0
    let made = 0
    let announced = ''
    const storage = disk({ dir: temporaryFile('-files') })
    const uploadURL = async (key: string) => {
      announced = key
      return { url: key, method: 'PUT', headers: {} }
    }
    const clock = new MovedClock()
    const localization = { locales: ['en', 'th'], defaultLocale: 'en' }
    const as = () => started.cms.as(user) as any
    const http = () => started.agent

    before(async () => {
      started = await start(host, database, {
        clock,
        localization,
        upload: { storage: { ...storage, uploadURL } },
        auth: { roles: ['admin', 'editor', 'reader'], members: { roles: ['reader'], signup: { role: 'reader', verifyEmail: false } } },
        collections: [
          { slug: 'authors', fields: [{ name: 'name' }], access: { read: () => true } },
          { slug: 'items', fields, access },
          { slug: 'drafted', fields, drafts: true, versions: true, access },
          { slug: 'media', fields, access },
          { slug: 'users', access: { ...access, create: rule }, fields: [{ name: 'level', type: 'number' }] },
          {
            slug: 'repaired',
            fields: [{ name: 'level', type: 'number' }],
            access,
            hooks: { beforeValidate: ({ data }: any) => ({ ...data, level: Number.parseInt(data.level, 10) }) },
          },
        ],
        globals: [{ slug: 'site', fields, access: { read: () => true, update: rule } }],
      } as never)
      verdict = () => true
      await started.cms.create('authors', { name: 'A' })
      await makeUser(started.cms, 'boss@example.org', { role: 'admin' })
      id = (await started.cms.create('items', { title: 'T' } as never)).id as number
      draftId = (await started.cms.create('drafted', { title: 'T', status: 'published' } as never)).id as number
    })
    beforeEach(() => {
      ruledOn = []
      verdict = () => true
    })
    after(() => end(started?.cms))

    const DOORS: Record<string, { json?: boolean; stored: (data: object) => Promise<any> }> = {
      'POST, as a visitor': { json: true, stored: async (data) => (await http().post('/api/cms/items').send(data).expect(201)).body },
      'PATCH, as a visitor': {
        json: true,
        stored: async (data) => (await http().patch(`/api/cms/items/${id}`).send(data).expect(200)).body,
      },
      create: { stored: (data) => as().create('items', data) },
      update: { stored: (data) => as().update('items', id, data) },
      'updateGlobal, also the first time': { stored: (data) => as().updateGlobal('site', data) },
      'a draft of something live': { stored: (data) => as().update('drafted', draftId, { ...data, status: 'draft' }) },
      autosave: { stored: (data) => as().autosave('drafted', draftId, data) },
      'publish with values': { stored: (data) => as().update('drafted', draftId, { ...data, status: 'published' }) },
      duplicate: { stored: async (data) => as().create('drafted', { ...data, status: 'draft' }, { copyOf: draftId }) },
      'all locales': {
        stored: (data: any) => {
          const whole = Object.fromEntries(
            ['name', 'count'].flatMap((name) => (name in data ? [[name, { en: data[name], th: data[name] }]] : [])),
          )
          return as().update('items', id, { ...data, ...whole }, { locale: 'all' })
        },
      },
    }

    for (const [door, { json, stored }] of Object.entries(DOORS))
      for (let round = 0; round < ROUNDS; round++)
        it(`${door}: spellings ${round}`, async () => {
          const given = Object.entries(SPELLINGS).map(([name, [, spellings]]) => [name, spellings[round % spellings.length]] as const)
          const data = Object.fromEntries(given.filter(([, value]) => !(json && value instanceof Date)))
          // The slug is unique.
          const saved = await stored({ title: 'T', ...data, slug: `${data['slug']}${++made}` })
          const last = ruledOn.at(-1)!
          const isNew = NEW.test(door)
          for (const name of Object.keys(data)) {
            if (DROPPED.includes(name) || (name === 'perDocument' && !isNew)) expect(last, name).to.not.have.property(name)
            else expect(plain(last[name]), name).to.deep.equal(plain(saved[name]))
          }
        })

    for (const [name, values] of Object.entries(WRONG))
      for (const value of values)
        it(`what can't be stored as ${name} is left out: ${JSON.stringify(value)}`, async () => {
          for (const send of [() => http().post('/api/cms/items'), () => http().patch(`/api/cms/items/${id}`)]) {
            verdict = (data) => {
              if (name !== 'group' && name !== 'rows') expect(data).to.not.have.property(name)
              return true
            }
            expect((await send().send({ [name]: value })).status).to.equal(400)
            verdict = () => false
            const refused = await send().send({ [name]: value })
            expect(refused.status).to.equal(401)
            expect(refused.text).to.not.include(name)
          }
        })

    it('a rule over values is not passed by another spelling', async () => {
      verdict = (data) => data.level !== 3 && data.author !== 1
      for (const data of [{ level: '3' }, { level: ' 3 ' }, { author: '1' }, { author: { id: 1 } }]) {
        expect((await http().post('/api/cms/items').send(data)).status).to.be.oneOf([400, 401])
        expect((await http().patch(`/api/cms/items/${id}`).send(data)).status).to.be.oneOf([400, 401])
      }
    })

    it('a list that is too long hides nothing', async () => {
      verdict = (data) => !data.rows?.some((row: any) => row.level === 3)
      const rows = Array.from({ length: 1001 }, () => ({ level: '3' }))
      expect((await http().post('/api/cms/items').send({ rows })).status).to.equal(401)
    })

    it('what a hook makes of a wrong value is asked about', async () => {
      verdict = (data) => data.level !== 3
      expect((await http().post('/api/cms/repaired').send({ level: '3 stars' })).status).to.equal(401)
      expect((await http().post('/api/cms/repaired').send({ level: '4 stars' })).status).to.equal(201)
    })

    it('a value that one document keeps is asked about without it', async () => {
      verdict = (data) => data.perDocument === 7
      expect((await http().patch(`/api/cms/items/${id}`).send({ perDocument: 7 })).status).to.equal(401)
    })

    it('uploads: texts of a form, facts of a file', async () => {
      const fields: Record<string, string> = {
        level: '3',
        author: '1',
        open: 'true',
        'group[level]': '3',
        mimeType: 'image/png',
        filesize: '1',
      }
      let sent = http().post('/api/cms/media')
      for (const [name, value] of Object.entries(fields)) sent = sent.field(name, value)
      expect((await sent.attach('file', Buffer.from('%PDF-1.4\n%%EOF'), 'a.pdf')).status).to.equal(201)
      expect(ruledOn.length).to.be.greaterThan(0)
      for (const one of ruledOn) {
        expect(one).to.deep.include({ level: 3, author: 1, open: true, group: { level: 3 } })
        expect(one).to.not.have.any.keys('mimeType', 'filesize')
      }
    })

    it('direct uploads: when they begin, and when they end', async () => {
      const given = { level: '3', author: { id: 1 }, mimeType: 'application/pdf', filesize: 15, width: 5, unknown: 1 }
      const begin = (more: object) =>
        http()
          .post('/api/cms/media/uploads')
          .send({ ...given, filename: 'a.pdf', ...more })
      const { token } = (await begin({}).expect(201)).body
      await storage.put(announced, Readable.from([Buffer.from('%PDF-1.4\n%%EOF\n')]), { size: 15, mimeType: 'application/pdf' })
      const finish = (more: object) =>
        http()
          .post('/api/cms/media/uploads/complete')
          .send({ ...given, token, ...more })
      verdict = (data) => data.level !== 4
      for (const send of [begin, finish]) {
        const refused = await send({ level: ' 4.0 ', kind: 'c' })
        expect([refused.status, refused.text.includes('kind')]).to.deep.equal([401, false])
      }
      ruledOn = []
      const { body } = await finish({}).expect(201)
      expect(body).to.deep.include({ level: 3, mimeType: 'application/pdf' })
      expect(ruledOn.length).to.be.greaterThan(0)
      for (const one of ruledOn) {
        expect(one).to.deep.include({ level: 3, author: 1 })
        expect(one).to.not.have.any.keys('mimeType', 'filesize', 'width', 'unknown', 'token')
      }
    })

    it('a sign-up asks no rule, and sets no other field', async () => {
      verdict = () => false
      const { token } = (await http().get('/api/cms/users/signup').expect(200)).body
      clock.forward(5)
      const given = { email: ' C@X.org ', password: 'a long password', token, level: '3', role: 'admin', active: false }
      expect((await http().post('/api/cms/users/signup').send(given)).status).to.equal(201)
      const [member] = (await started.cms.find('users', { where: { email: { equals: 'c@x.org' } } } as never)).docs as any[]
      expect(member).to.include({ role: 'reader', active: true, level: null })
      expect(ruledOn).to.deep.equal([])
    })

    it('an import asks no rule, and stores the same spellings', async () => {
      verdict = () => false
      const stored: any[] = []
      const items = { slug: 'items', fields, access, hooks: { afterChange: ({ doc }: any) => void stored.push(doc) } }
      const authors = { slug: 'authors', fields: [{ name: 'name' }] }
      const file = temporaryFile('.jsonl')
      writeFileSync(file, JSON.stringify({ title: 'I', level: ' 3.0 ', email: ' A@x.org ', at: '2026-01-02T04:04:05+01:00' }))
      const said: string[] = []
      const open = () => startCms(database, { localization, collections: [authors, items] } as never)
      await importCommand.run(
        sessionWith(open, (line) => void said.push(line)),
        {},
        'items',
        file,
      )
      expect(stored[0], said.join('\n')).to.deep.include({ level: 3, email: 'A@x.org', at: '2026-01-02T03:04:05.000Z' })
      expect(ruledOn).to.deep.equal([])
    })

    it('the preview of a new document', async () => {
      await as().preview('items', null, { level: '3' })
      expect(ruledOn).to.deep.equal([{ level: 3 }])
    })

    it('the preview of a document and of a global, which the rule may forbid', async () => {
      const { id } = await started.cms.create('items', { title: 'stored' })
      const previews = [(level: unknown) => as().preview('items', id, { level }), (level: unknown) => as().previewGlobal('site', { level })]
      for (const preview of previews) {
        verdict = (data) => data?.level !== 3
        ruledOn.length = 0
        const refused = await preview(' 3e0 ').catch((error: unknown) => error)
        expect(refused.code, JSON.stringify(refused)).to.equal('FORBIDDEN')
        expect(ruledOn).to.deep.equal([{ level: 3 }])
        expect((await preview('4')).doc).to.include({ level: 4 })
        expect((await preview('three')).doc).to.include({ level: 'three' })
      }
    })

    it('users: the email as it is stored', async () => {
      const { id: own } = await started.cms.create('users', { email: 'b@x.org', password: 'a long password' } as never)
      await as().update('users', own, { email: ' B2@X.org ' })
      expect(ruledOn.at(-1)).to.deep.equal({ email: 'b2@x.org' })
    })
  })
