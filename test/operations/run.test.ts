/** What an operation promises: hooks in order and outside locks, transactions, retries, features that join its stages. */

import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import { ForbiddenError, ValidationError } from '../../lib/errors.ts'
import type { Feature } from '../../lib/feature.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { ownTable } from '../../lib/store/records.ts'
import { configWith, DATABASES, end, lasting, startCms } from '../harness/start.ts'

for (const database of DATABASES) {
  describe(`operations/run with ${database.name}`, () => {
    let cms: Handle | undefined
    afterEach(() => end(cms))

    it('runs hooks in order with what each is told, and takes the data they give', async () => {
      const steps: string[] = []
      const note = (name: string) => (facts: any) => void steps.push(`${name} ${facts.operation ?? ''} ${Object.keys(facts).sort().join()}`)
      cms = await startCms(database, {
        collections: [
          {
            slug: 'things',
            fields: [{ name: 'a' }, { name: 'b' }],
            hooks: {
              beforeValidate: [note('beforeValidate'), ({ data }: any) => ({ ...data, b: `${data.a}!` })],
              beforeChange: [note('beforeChange'), ({ data }: any) => ({ ...data, a: data.a.toUpperCase() })],
              afterChange: note('afterChange'),
              beforeDelete: note('beforeDelete'),
              afterDelete: note('afterDelete'),
              afterRead: ({ doc }: any) => ({ ...doc, read: true }),
            },
          },
        ],
      })
      expect(await cms.create('things', { a: 'x' })).to.include({ a: 'X', b: 'x!', read: true })
      expect(await cms.update('things', 1, { a: 'y' })).to.include({ a: 'Y', b: 'y!' })
      await cms.delete('things', 1)
      expect(steps).to.deep.equal([
        'beforeValidate create cms,context,data,operation,slug,user',
        'beforeChange create cms,context,data,operation,slug,user',
        'afterChange create cms,context,doc,operation,slug,user',
        'beforeValidate update cms,context,data,operation,originalDoc,slug,user',
        'beforeChange update cms,context,data,operation,originalDoc,slug,user',
        'afterChange update cms,context,doc,operation,previousDoc,slug,user',
        'beforeDelete  cms,context,id,slug,user',
        'afterDelete  cms,context,doc,id,slug,user',
      ])
    })

    it('lets a before-hook refuse, and only logs what an after-hook throws', async () => {
      let failing: unknown
      cms = await startCms(database, {
        collections: [
          {
            slug: 'things',
            fields: [{ name: 'a' }],
            hooks: {
              beforeChange: () => {
                if (failing) throw failing
              },
              afterChange: () => {
                throw new Error('too late')
              },
            },
          },
        ],
      })
      expect(await cms.create('things', { a: 'x' })).to.include({ id: 1 })
      for (const [thrown, code] of [
        [new ValidationError('is odd', 'a'), 'VALIDATION'],
        [new ForbiddenError(), 'FORBIDDEN'],
      ] as const) {
        failing = thrown
        expect((await cms.create('things', { a: 'x' }).catch((error) => error)).code).to.equal(code)
      }
      expect(await cms.count('things')).to.equal(1)
    })

    it('validates again what beforeChange gives', async () => {
      cms = await startCms(database, {
        collections: [{ slug: 'things', fields: [{ name: 'a', maxLength: 3 }], hooks: { beforeChange: () => ({ a: 'too long' }) } }],
      })
      expect((await cms.create('things', { a: 'x' }).catch((error) => error)).errors[0]).to.include({
        field: 'a',
        message: 'must be at most 3 characters',
      })
    })

    it('keeps both of two changes that meet, and refuses the second when it names a revision', async () => {
      cms = await startCms(database, {
        collections: [{ slug: 'things', fields: [{ name: 'a' }, { name: 'b' }, { name: 'n', type: 'number' }] }],
      })
      await cms.create('things', { n: 0 })
      await Promise.all([cms.update('things', 1, { a: 'x' }), cms.update('things', 1, { b: 'y' })])
      expect(await cms.findById('things', 1)).to.include({ a: 'x', b: 'y' })
      const stale = await cms.update('things', 1, { a: 'z' }, { ifMatch: 1 }).catch((error) => error)
      expect(stale.code).to.equal('STALE')
      expect(stale.errors[0].updatedAt).to.be.a('string')
    })

    it('lets one of several changes through that meet and name the same revision', async () => {
      cms = await startCms(database, { collections: [{ slug: 'things', fields: [{ name: 'a' }] }] })
      await cms.create('things', { a: 'x' })
      const outcome = (change: Promise<unknown>) =>
        change.then(
          () => 'done',
          (error) => error.code,
        )
      const changes = [1, 2, 3, 4].map((n) => outcome(cms!.update('things', 1, { a: `${n}` }, { ifMatch: 1 })))
      expect((await Promise.all(changes)).sort()).to.deep.equal(['STALE', 'STALE', 'STALE', 'done'])
    })

    it('lets one of two processes through whose changes name the same revision', async () => {
      const open = lasting(database)
      let waiting = 0
      let go: () => void
      const both = new Promise<void>((resolve) => (go = resolve))
      // Both have read the document before either of them writes it.
      const beforeChange = async ({ operation }: { operation: string }) => {
        if (operation !== 'update') return
        if (++waiting === 2) go()
        await both
      }
      const config = () =>
        configWith(database, { db: open(), collections: [{ slug: 'things', fields: [{ name: 'a' }], hooks: { beforeChange } }] } as object)
      cms = await createCms(config())
      const other = await createCms(config())
      await cms.create('things', { a: 'x' })
      const change = (process: Handle, a: string) =>
        process.update('things', 1, { a }, { ifMatch: 1 }).then(
          () => 'done',
          (error) => error.code,
        )
      expect((await Promise.all([change(cms, 'one'), change(other, 'two')])).sort()).to.deep.equal(['STALE', 'done'])
      await other.stop()
    })

    it('compares and sets in one step', async () => {
      cms = await startCms(database, { collections: [{ slug: 'things', fields: [{ name: 'n', type: 'number' }] }] })
      await cms.create('things', { n: 1 })
      expect(await cms.update('things', 1, { n: 2 }, { where: { n: { equals: 5 } } })).to.equal(null)
      expect(await cms.update('things', 1, { n: 2 }, { where: { n: { equals: 1 } } })).to.include({ n: 2 })
    })

    it('runs several changes in one transaction, all or none, and settles after the commit', async () => {
      const received: string[] = []
      cms = await startCms(database, {
        collections: [{ slug: 'things', fields: [{ name: 'a', unique: true }] }],
        features: [{ name: 'ear', hear: ({ event }) => void received.push(event) }],
      })
      await cms.transaction(async (inside) => {
        await inside.create('things', { a: 'one' })
        await Promise.all([inside.create('things', { a: 'two' }), inside.create('things', { a: 'three' })])
        expect(await inside.count('things')).to.equal(3)
        expect(received).to.deep.equal([])
        expect((await inside.create('things', { a: 'two' }).catch((error) => error)).code).to.equal('UNIQUE')
      })
      expect(received).to.deep.equal(['create', 'create', 'create'])
      const failed = await cms
        .transaction(async (inside) => {
          await inside.create('things', { a: 'four' })
          throw new Error('changed my mind')
        })
        .catch((error) => error.message)
      expect(failed).to.equal('changed my mind')
      expect(await cms.count('things')).to.equal(3)
      expect(received).to.have.length(3)
    })

    it('ends a transaction that is held too long, and names its holder', async () => {
      cms = await startCms(database, { collections: [{ slug: 'things', fields: [{ name: 'a' }] }] })
      const { store } = cms.engine
      const failed = await store
        .transaction(
          async () => {
            await cms!.create('things', { a: 'x' })
            await new Promise((resolve) => setTimeout(resolve, 200))
          },
          { limit: 50 },
        )
        .catch((error) => error)
      expect(failed.code).to.equal('TRANSACTION')
      expect(failed.cause.stack).to.include('run.test.ts')
      expect(await cms.count('things')).to.equal(0)
    })

    it('keeps a value of a global for each scope, and none where the scope is null', async () => {
      cms = await startCms(database, {
        globals: [
          {
            slug: 'site',
            access: { read: 'anyone', update: 'anyone' },
            fields: [{ name: 'title', defaultValue: 'Default' }],
            scope: ({ context }: any) => context.tenant,
          },
        ],
      })
      const of = (tenant: unknown) => cms!.as(null, { tenant })
      await of('a').updateGlobal('site', { title: 'A' })
      await of(undefined).updateGlobal('site', { title: 'Shared' })
      expect((await of('a').findGlobal('site')).title).to.equal('A')
      expect((await of('b').findGlobal('site')).title).to.equal('Default')
      expect((await of(undefined).findGlobal('site')).title).to.equal('Shared')
      expect(await of(null).findGlobal('site')).to.deep.equal({ title: null, updatedAt: null })
      expect(
        (
          await of(null)
            .updateGlobal('site', { title: 'x' })
            .catch((error) => error)
        ).code,
      ).to.equal('BAD_REQUEST')
    })

    it('checks conditions, filterOptions, validate, uniqueWithin and default functions on the server', async () => {
      cms = await startCms(database, {
        collections: [
          { slug: 'kinds', fields: [{ name: 'open', type: 'boolean' }] },
          {
            slug: 'things',
            fields: [
              { name: 'hasUrl', type: 'boolean' },
              { name: 'url', required: true, admin: { condition: { field: 'hasUrl', equals: true } } },
              { name: 'kind', type: 'relationship', to: 'kinds', filterOptions: () => ({ open: { equals: true } }) },
              {
                name: 'even',
                type: 'number',
                validate: (value: number | null) => value === null || value % 2 === 0 || 'must be even',
              },
              { name: 'shelf' },
              { name: 'place', uniqueWithin: 'shelf' },
              { name: 'by', defaultValue: ({ user }: any) => user?.name ?? 'nobody' },
            ],
            access: { create: 'anyone', read: 'anyone' },
          },
        ],
      })
      await cms.create('kinds', { open: true })
      await cms.create('kinds', { open: false })
      const refused = async (data: object) => (await cms!.create('things', data).catch((error) => error)).errors?.[0]
      expect(await refused({ hasUrl: true })).to.include({ field: 'url', message: 'is required' })
      expect(await refused({ kind: 2 })).to.include({ field: 'kind', message: "kinds 2 can't be selected here" })
      expect(await refused({ even: 3 })).to.include({ field: 'even', message: 'must be even' })
      expect(
        await cms.as({ id: 1, role: 'editor', name: 'Malee' }).create('things', { kind: 1, even: 4, shelf: 'a', place: '1' }),
      ).to.include({ by: 'Malee' })
      expect(await refused({ shelf: 'a', place: '1' })).to.include({ field: 'place', message: 'must be unique' })
      expect(await cms.create('things', { shelf: 'b', place: '1' })).to.include({ by: 'nobody' })
    })

    it('asks each rule once a request, and denies when one throws or gives nonsense', async () => {
      let calls = 0
      let answer: any = true
      cms = await startCms(database, {
        collections: [
          {
            slug: 'things',
            fields: [{ name: 'a' }, { name: 'friend', type: 'relationship', to: 'things' }],
            access: {
              read: () => {
                calls++
                if (answer === 'throw') throw new Error('broken rule')
                return answer
              },
            },
          },
        ],
      })
      await cms.create('things', { a: 'x' })
      await cms.create('things', { a: 'y', friend: 1 })
      const visitor = cms.as(null)
      await visitor.find('things', { where: { 'friend.a': { equals: 'x' } }, depth: 2 })
      expect(calls).to.equal(1)
      for (const nonsense of [
        'throw',
        undefined,
        null,
        1,
        'yes',
        [],
        { a: { equals: undefined } },
        { nope: { equals: 1 } },
        Promise.reject(new Error('late')),
      ]) {
        if (nonsense instanceof Promise) nonsense.catch(() => undefined)
        answer = nonsense
        expect((await visitor.find('things').catch((error) => error)).code, String(nonsense)).to.equal('UNAUTHENTICATED')
      }
      answer = Promise.resolve({ a: { equals: 'x' } })
      expect((await visitor.find('things')).totalDocs).to.equal(1)
    })

    it('needs no feature: collections, globals, access and hooks with an empty list', async () => {
      cms = await createCms(
        configWith(database, {
          collections: [
            {
              slug: 'things',
              fields: [{ name: 'a' }],
              access: { read: 'anyone' },
              hooks: { beforeChange: ({ data }: any) => ({ ...data, a: 'hooked' }) },
            },
          ],
          globals: [{ slug: 'site', fields: [{ name: 'b' }] }],
        }),
        { features: [] },
      )
      expect([...cms.engine.model.entities.keys()]).to.deep.equal(['things', 'site'])
      expect(await cms.create('things', { a: 'x' })).to.include({ a: 'hooked' })
      expect((await cms.as(null).find('things')).totalDocs).to.equal(1)
      expect(
        (
          await cms
            .as(null)
            .create('things', {})
            .catch((error) => error)
        ).code,
      ).to.equal('UNAUTHENTICATED')
      expect(await cms.updateGlobal('site', { b: 'y' })).to.include({ b: 'y' })
    })

    it('lets a feature of one’s own join every slot', async () => {
      const calls: string[] = []
      const feature: Feature = {
        name: 'stamps',
        config: {
          stamps: {
            type: 'object',
            properties: { word: { type: 'string', default: 'ok' } },
            additionalProperties: false,
          },
        },
        collections: () => [{ slug: 'stamps', internal: true, fields: [{ name: 'of' }] }],
        mixin: (document) => (document['x-cms'].collection === 'things' ? [{ name: 'stamp' }] : []),
        rules: { lucky: { sentence: 'the lucky', rule: ({ user }) => user?.id === 7 } },
        restrict: (entity) => (entity.slug === 'things' ? { stamp: { not_equals: 'secret' } } : undefined),
        steps: [
          {
            name: 'setStamp',
            stage: 'shape',
            sentence: 'Stamps.',
            on: ['create'],
            for: (entity) => entity.slug === 'things',
            run: ({ data, doc }) => {
              const stamp = doc['a'] === 'hide' ? 'secret' : 'ok'
              Object.assign(data, { stamp })
              Object.assign(doc, { stamp })
            },
          },
        ],
        tables: () => [
          ownTable({
            name: '$stamps',
            columns: [
              { name: 'id', kind: 'identity' },
              { name: 'word', kind: 'text' },
            ],
            indexes: [],
          }),
        ],
        start: () => void calls.push('start'),
        stop: () => void calls.push('stop'),
      }
      const config: any = {
        ...configWith(database, {
          collections: [{ slug: 'things', fields: [{ name: 'a' }], access: { read: 'lucky' as never } }],
          features: [feature],
        }),
        stamps: {},
      }
      cms = await createCms(config)
      expect(await cms.create('things', { a: 'x' })).to.include({ stamp: 'ok' })
      await cms.create('things', { a: 'hide' })
      expect((await cms.find('things')).totalDocs).to.equal(1)
      expect((await cms.as({ id: 7, role: 'editor' }).find('things')).totalDocs).to.equal(1)
      expect(
        (
          await cms
            .as({ id: 8, role: 'editor' })
            .find('things')
            .catch((error) => error)
        ).code,
      ).to.equal('FORBIDDEN')
      expect(await cms.create('stamps', { of: 'x' })).to.include({ id: 1 })
      expect(
        (
          await cms
            .as({ id: 1, role: 'admin' })
            .find('stamps')
            .catch((error) => error)
        ).code,
      ).to.equal('NOT_FOUND')
      await cms.engine.store.read(`select * from ${cms.engine.store.dialect.table('$stamps')}`)
      const running = cms
      await end(running)
      cms = undefined
      expect(calls).to.deep.equal(['start', 'stop'])
    })
  })
}
