/** Counting obeys what every other change obeys: the filter before and after it, and the right to publish. */
import { expect } from 'chai'
import type { Handle } from '../../lib/local/handle.ts'
import { Browser, makeUser } from '../harness/people.ts'
import { DATABASES, driversFor, end, HOSTS, start, startCms } from '../harness/start.ts'

for (const [index, database] of DATABASES.entries()) {
  describe(`operations/increment with ${database.name}`, () => {
    let cms: Handle
    let as: Handle
    let sums: (number | undefined)[] = []
    let beforeCounting: () => Promise<unknown>

    before(async () => {
      const started = await start(HOSTS[index]!, database, {
        auth: { rbac: true },
        upload: { mimeTypes: ['text/plain'] },
        collections: [
          {
            slug: 'places',
            access: { update: () => ({ taken: { lt: 10 } }) },
            fields: [
              { name: 'taken', type: 'number' },
              { name: 'secret', type: 'number', hidden: true },
              { name: 'watched', type: 'number', access: { update: async () => Boolean(await beforeCounting()) } },
            ],
          },
          {
            slug: 'limited',
            access: {
              update: ({ data }) => {
                const sum = (data?.['n'] ?? (data?.['seo'] as any)?.n) as number | undefined
                sums.push(sum)
                return sum === undefined || sum <= 3
              },
            },
            fields: [
              { name: 'n', type: 'number' },
              { name: 'seo', type: 'group', fields: [{ name: 'n', type: 'number' }] },
            ],
          },
          {
            slug: 'posts',
            drafts: true,
            trash: true,
            access: { read: 'anyone' },
            fields: [{ name: 'title' }, { name: 'likes', type: 'number' }],
          },
        ],
      })
      cms = started.cms
      await makeUser(cms, 'admin@x.org', { role: 'admin' })
      const admin = await new Browser(started.listener).login('admin@x.org')
      const operations = ['read', 'create', 'update', 'delete']
      const permissions = { collections: { places: operations, posts: operations } }
      expect((await admin.post('/admin/roles', { key: 'writer', permissions })).status).to.equal(201)
      const { id } = await makeUser(cms, 'writer@x.org', { role: 'writer' })
      as = cms.as({ id, role: 'writer' })
    })
    after(() => end(cms))

    const codeOf = (work: Promise<unknown>) =>
      work.then(
        () => 'done',
        (error) => error.code,
      )

    it('shows a rule in code the sum that is stored, in groups too, however many count at once', async () => {
      const user = cms.as({ id: 1, role: 'admin' })
      for (const path of ['n', 'seo.n']) {
        const { id } = await cms.create('limited', {})
        sums = []
        expect(await codeOf(user.increment('limited', id, path, 4))).to.equal('FORBIDDEN')
        const counted = await Promise.all([1, 2, 3, 4, 5].map(() => codeOf(user.increment('limited', id, path, 1))))
        expect(counted.filter((one) => one === 'done')).to.have.length(3)
        expect(counted.filter((one) => one === 'FORBIDDEN')).to.have.length(2)
        const stored = (await cms.findById('limited', id)) as any
        expect(path === 'n' ? stored.n : stored.seo.n).to.equal(3)
        expect(sums).to.include.members([1, 2, 3, 4])
        expect(await codeOf(cms.increment('limited', id, path, 5))).to.equal('done')
        expect(await user.increment('limited', id, path, -6, { min: 3 })).to.equal(null)
        expect(await codeOf(user.increment('limited', id, path, -6))).to.equal('done')
      }
      expect(await codeOf(user.increment('limited', 999999, 'n'))).to.equal('NOT_FOUND')
    })

    it('never changes what describes a file', async () => {
      const { id } = await cms.upload({ filename: 'a.txt', content: Buffer.from('text') })
      const refusal = await cms.increment('media', id, 'filesize', 5).catch((error) => error)
      expect([refusal.status, refusal.message]).to.deep.equal([
        400,
        'filesize: describes the file, so only an upload sets it; `replaceFile` gives the document another file',
      ])
      expect((await cms.findById('media', id))!['filesize']).to.equal(4)
      expect((await cms.increment('media', id, 'focalPoint.x', 5))!['focalPoint'].x).to.equal(5)
    })

    it('can not take a document out of the reach of the rule', async () => {
      const { id } = await cms.create('places', { taken: 8 })
      expect(await codeOf(as.increment('places', id, 'taken', 1))).to.equal('done')
      expect(await codeOf(as.update('places', id, { taken: 20 }))).to.equal('FORBIDDEN')
      expect(await codeOf(as.increment('places', id, 'taken', 1))).to.equal('FORBIDDEN')
      expect((await cms.findById('places', id))!['taken']).to.equal(9)
      expect(await codeOf(cms.increment('places', id, 'taken', 1))).to.equal('done')
    })

    it('counts on in a draft that waits, so that its publication takes nothing back', async () => {
      const likes = async (id: number, options = {}) => (await cms.findById('posts', id, options))!['likes']
      for (const [steps, draft] of [
        [{ title: 'next' }, 8],
        [{ likes: 20 }, 23],
        [{ likes: null }, 3],
      ] as const) {
        const { id } = await cms.create('posts', { likes: 5, status: 'published' })
        await cms.update('posts', id, { ...steps, status: 'draft' })
        expect((await cms.increment('posts', id, 'likes', 1))!['likes']).to.equal(draft - 2)
        await Promise.all([cms.increment('posts', id, 'likes', 1), cms.increment('posts', id, 'likes', 1)])
        expect([await likes(id), await likes(id, { draft: true })]).to.deep.equal([8, draft])
        await cms.update('posts', id, { status: 'published' })
        expect(await likes(id)).to.equal(draft)
      }
      const { id } = await cms.create('posts', { likes: 5, status: 'published' })
      await Promise.all([
        ...Array.from({ length: 20 }, () => cms.increment('posts', id, 'likes', 1)),
        ...Array.from({ length: 5 }, (_, n) => cms.update('posts', id, { title: `${n}`, status: 'draft' })),
      ])
      await cms.update('posts', id, { status: 'published' })
      expect(await likes(id)).to.equal(25)
    })

    it('changes nothing live without the right to publish', async () => {
      const live = await cms.create('posts', { likes: 1, status: 'published' })
      const draft = await cms.create('posts', { likes: 1 })
      expect(await codeOf(as.update('posts', live.id, { likes: 2 }))).to.equal('FORBIDDEN')
      expect(await codeOf(as.increment('posts', live.id, 'likes', 1))).to.equal('FORBIDDEN')
      expect(await codeOf(as.increment('posts', draft.id, 'likes', 1))).to.equal('done')
      expect((await cms.findById('posts', live.id))!['likes']).to.equal(1)
    })

    it('says that the document is gone if it was deleted meanwhile', async () => {
      const { id } = await cms.create('places', { taken: 1 })
      beforeCounting = () => cms.delete('places', id)
      expect(await codeOf(as.increment('places', id, 'watched'))).to.equal('NOT_FOUND')
    })

    it('nor does recovering what was live', async () => {
      const live = await cms.create('posts', { likes: 1, status: 'published' })
      const draft = await cms.create('posts', { likes: 1 })
      for (const { id } of [live, draft]) await cms.delete('posts', id)
      expect(await codeOf(as.recover('posts', live.id))).to.equal('FORBIDDEN')
      expect(await codeOf(as.recover('posts', draft.id))).to.equal('done')
      expect(await codeOf(cms.recover('posts', live.id))).to.equal('done')
    })

    it('and the condition of an update can not look at a hidden field', async () => {
      const { id } = await cms.create('places', { taken: 1, secret: 7 })
      for (const secret of [7, 8]) {
        expect(await codeOf(as.update('places', id, { taken: 2 }, { where: { secret: { equals: secret } } }))).to.equal('BAD_QUERY')
        expect(await codeOf(as.update('places', id, { taken: 2 }, { where: { nothing: { equals: secret } } }))).to.equal('BAD_QUERY')
      }
      expect(await cms.update('places', id, { taken: 3 }, { where: { secret: { equals: 8 } } })).to.equal(null)
      expect((await cms.update('places', id, { taken: 3 }, { where: { secret: { equals: 7 } } }))!['taken']).to.equal(3)
    })
  })
}

const SAFE = Number.MAX_SAFE_INTEGER

for (const database of driversFor('operations/increment')) {
  describe(`operations/increment: the ends of numbers with ${database.name}`, () => {
    let cms: Handle
    before(async () => {
      cms = await startCms(database, {
        schema: [
          {
            'x-cms': { collection: 'counters', drafts: true },
            type: 'object',
            properties: { any: { type: 'number' }, whole: { type: 'integer' }, few: { type: 'number', maximum: 10 } },
          },
        ],
      })
    })
    after(() => end(cms))

    const outcome = (work: Promise<any>, field: string) =>
      work.then(
        (doc) => (doc === null ? null : doc[field]),
        ({ code, errors }) => `${code} ${errors?.[0]?.field}`,
      )

    const CASES: [field: string, from: number, by: number, to: unknown, limits?: object][] = [
      ['any', SAFE - 1, 1, SAFE],
      ['any', SAFE, 1, 'VALIDATION any'],
      ['any', SAFE, SAFE, 'VALIDATION any'],
      ['any', -SAFE, -2, 'VALIDATION any'],
      ['any', SAFE, -SAFE, 0],
      ['any', 1, SAFE, null, { max: 5 }],
      ['any', SAFE, SAFE, null, { max: 5 }],
      ['any', -SAFE, -SAFE, null, { min: -5 }],
      ['any', SAFE, SAFE, 'VALIDATION any', { min: -5 }],
      ['few', 1, SAFE, null],
      ['few', 1, -SAFE, 1 - SAFE],
      ['whole', SAFE - 1, 1, SAFE],
      ['whole', SAFE, 1, 'VALIDATION whole'],
      ['whole', 1 - SAFE, -1, -SAFE],
      ['whole', -SAFE, -1, 'VALIDATION whole'],
      ['whole', 1, 0.5, 'VALIDATION whole'],
      ['whole', SAFE, 1, null, { max: 5 }],
    ]

    for (const [field, from, by, to, limits] of CASES)
      it(`${field}: ${from} and ${by}${limits ? ` with ${JSON.stringify(limits)}` : ''} makes ${to}`, async () => {
        const { id } = await cms.create('counters', { [field]: from })
        expect(await outcome(cms.increment('counters', id, field, by, limits), field)).to.equal(to)
        expect((await cms.findById('counters', id, { draft: true }))![field]).to.equal(typeof to === 'number' ? to : from)
      })

    for (const [field, live, draft, by] of [
      ['any', 1, SAFE, 1],
      ['any', SAFE, 1, 1],
      ['whole', 1, SAFE, 1],
      ['whole', SAFE, 1, 1],
    ] as const)
      it(`${field}: neither ${live} nor ${draft} in the draft that waits is counted on by ${by}`, async () => {
        const { id } = await cms.create('counters', { [field]: live, status: 'published' })
        await cms.update('counters', id, { [field]: draft, status: 'draft' })
        expect(await outcome(cms.increment('counters', id, field, by), field)).to.equal(`VALIDATION ${field}`)
        expect((await cms.findById('counters', id))![field]).to.equal(live)
        expect((await cms.findById('counters', id, { draft: true }))![field]).to.equal(draft)
      })
  })
}
