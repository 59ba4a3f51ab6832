/** Code that was there at the last migration and is gone stops the start: every kind of function × where it was × what confirms it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { codeKnownTo, codeLostBy, codeOfModel, codeToRemember, missingCode } from '../../lib/migrations/code-memory.ts'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { itPlaced } from '../harness/depth.ts'
import { configWith, DATABASES, end, lasting } from '../harness/start.ts'

const yes = () => true
const FIELDS = [{ name: 'title' }, { name: 'seo', type: 'group', fields: [{ name: 'title' }] }]

/** Each with the part that is remembered. */
const PARTS: Record<string, object> = {
  'access.read': { access: { read: yes } },
  'access.create': { access: { create: yes } },
  'fields.title.access.read': { fields: { title: { access: { read: yes } } } },
  'fields.seo.title.access.update': { fields: { 'seo.title': { access: { update: yes } } } },
  'fields.title.validate': { fields: { title: { validate: yes } } },
  'fields.title.shown': { fields: { title: { shown: () => '*' } } },
  'fields.title.defaultValue': { fields: { title: { defaultValue: () => 'x' } } },
  'fields.author.filterOptions': { fields: { author: { filterOptions: yes } } },
  'hooks.beforeChange': { hooks: { beforeChange: () => undefined } },
  'hooks.afterRead 2': { hooks: { afterRead: [() => undefined, () => undefined] } },
  preview: { preview: () => '/' },
}
const SCHEMA = {
  title: 'Post',
  type: 'object',
  'x-cms': { collection: 'posts' },
  properties: {
    title: { type: 'string' },
    author: { 'x-cms': { relation: 'posts' } },
    seo: { type: 'object', properties: { title: { type: 'string' } } },
  },
}
const withCode = (code?: object) => ({ schema: [[{ name: 'posts', document: SCHEMA, ...(code && { code }) }]] })

for (const database of DATABASES)
  describe(`migrations/code that is gone, on ${database.name}`, () => {
    let opened: Handle | undefined
    let db: () => any
    beforeEach(() => {
      db = lasting(database)
    })
    afterEach(async () => {
      await end(opened)
      opened = undefined
    })
    const open = async (given: object, more: object = {}, migrate = true) => {
      await opened?.stop()
      opened = undefined
      opened = (await createCms({ ...configWith(database, given as never), db: db(), ...more } as never, { migrate })) as Handle
      return opened
    }
    const itHere = itPlaced(database, DATABASES)
    const withoutMigrating = (given: object) => open(given, {}, false)
    const refused = async (given: object, more: object = {}) => (await open(given, more).catch((error) => error)).message as string

    for (const [part, code] of Object.entries(PARTS))
      itHere(`${part}: its absence stops the start, in production and in development`, async () => {
        await open(withCode(code))
        for (const production of [true, false])
          expect(await refused(withCode(), { production }))
            .to.include(`'posts' (`)
            .and.include(part)
        await open(withCode(code), { production: true })
      })

    itHere('a rule that is gone stops the start although other code is still there; another function in production only', async () => {
      const rest = { hooks: { afterChange: () => undefined } }
      await open(withCode({ ...rest, fields: { title: { access: { read: yes }, validate: yes } } }))
      expect(await refused(withCode({ ...rest, fields: { title: { validate: yes } } }))).to.include('fields.title.access.read')
      expect(await refused(withCode({ ...rest, fields: { title: { access: { read: yes } } } }), { production: true })).to.include(
        'validate',
      )
      await open(withCode({ ...rest, fields: { title: { access: { read: yes } } } }))
      await open(withCode({ ...rest, fields: { title: { access: { read: yes } } } }), { production: true })
    })

    itHere('code in the configuration is remembered like code next to the schema', async () => {
      const posts = (more: object = {}) => ({ collections: [{ slug: 'posts', fields: FIELDS, ...more }] })
      await open(posts({ hooks: { beforeChange: () => undefined } }))
      expect(await refused(posts())).to.include('hooks.beforeChange')
    })

    itHere('code that was added without a change of tables is remembered by a start in development', async () => {
      await open(withCode())
      await open(withCode({ access: { read: yes } }))
      expect(await refused(withCode(), { production: true })).to.include('access.read')
    })

    itHere('fields and content types that went along with their code are not missed', async () => {
      await open({
        collections: [
          { slug: 'posts', fields: [...FIELDS, { name: 'old', validate: yes }] },
          { slug: 'gone', fields: FIELDS, access: { read: yes } },
        ],
      })
      // Nothing but what moves values stops this start.
      expect(await refused({ collections: [{ slug: 'posts', fields: FIELDS }] }, { production: true }))
        .to.include('The plan:')
        .and.not.include('code')
    })

    itHere('fields and content types that come back without their code are missed', async () => {
      const old = { name: 'old', access: { read: yes } }
      const gone = { slug: 'gone', fields: FIELDS }
      const posts = (...more: object[]) => ({ slug: 'posts', fields: [...FIELDS, ...more] })
      await open({ collections: [posts(old), { ...gone, access: { read: yes } }] })
      await open({ collections: [posts()] })
      await open({ collections: [posts({ name: 'other', validate: yes })] })
      for (const production of [true, false]) {
        expect(await refused({ collections: [posts({ name: 'old' })] }, { production })).to.include('fields.old.access.read')
        expect(await refused({ collections: [posts(), gone] }, { production })).to.include(`'gone' (access.read)`)
      }
      await open({ collections: [posts(old), { ...gone, access: { read: yes } }] })
    })

    for (const [container, present, renamed] of [
      ['a group', 'meta.line', { name: 'meta', renamedFrom: 'seo', type: 'group' }],
      ['rows', 'meta.line', { name: 'meta', renamedFrom: 'seo', type: 'array' }],
      ['a block type', 'seo.said.line', { name: 'seo', type: 'blocks', slug: 'said', wasSlug: 'quote' }],
      ['blocks and their type', 'meta.said.line', { name: 'meta', renamedFrom: 'seo', type: 'blocks', slug: 'said', wasSlug: 'quote' }],
    ] as const)
      itHere(`code inside ${container} that gets another name is missed${container === 'a group' ? '' : ' @long'}`, async () => {
        const rule = { access: { read: yes } }
        const collection = ({ name, type, renamedFrom, slug, wasSlug }: Record<string, string>, code: object) => {
          const fields = [{ name: 'line', ...code }]
          const blocks = { blocks: [{ slug, fields, ...(wasSlug && { renamedFrom: wasSlug }) }] }
          return [
            {
              slug: 'posts',
              fields: [...FIELDS.slice(0, 1), { name, type, ...(renamedFrom && { renamedFrom }), ...(slug ? blocks : { fields }) }],
            },
          ]
        }
        const before = { name: 'seo', type: renamed.type, ...('slug' in renamed && { slug: 'quote' }) } as Record<string, string>
        await open({ collections: collection(before, rule) })
        for (const production of [true, false])
          expect(await refused({ collections: collection(renamed, {}) }, { production })).to.include(`fields.${present}.access.read`)
        expect((await open({ collections: collection(renamed, rule) }, {}).catch((error) => error)).message ?? '').to.not.include('code')
      })

    itHere('a rule of a field is missed where rows become a text, until it is confirmed', async () => {
      const rows = { type: 'array', fields: [{ name: 'line', access: { read: yes } }, { name: 'other' }] }
      const posts = (lines: object) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'lines', ...lines }] }] })
      await open(posts(rows))
      const [bare, ruled] = [posts({ type: 'textarea' }), posts({ type: 'textarea', access: { read: yes } })]
      for (const production of [true, false]) expect(await refused(bare, { production })).to.include(`'posts' (fields.lines.access.read)`)
      expect(await refused(ruled, { production: true })).to.not.include('fields.')
      const { engine } = await withoutMigrating(bare)
      await engine.migrator.apply(engine.tables(), engine.model)
      await open(bare, { production: true })
    })

    for (const [needs, options] of Object.entries({
      hidden: { hidden: true },
      'access.read': { access: { read: 'admin' } },
      shown: { shown: () => '*' },
    }))
      itHere(`${needs} of a field is missed where its rows become JSON that lacks it, until that is confirmed`, async () => {
        const posts = (lines: object) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'lines', ...lines }] }] })
        const rows = posts({ type: 'array', fields: [{ name: 'line', ...options }, { name: 'other' }] })
        await (await open(rows)).create('posts', { lines: [{ line: 'secret', other: 'open' }] })
        await open(rows, { production: true })
        const [bare, hidden] = [posts({ type: 'json' }), posts({ type: 'json', hidden: true })]
        for (const production of [true, false]) expect(await refused(bare, { production })).to.include(`'posts' (fields.lines.${needs})`)
        expect(await refused(hidden, { production: true }))
          .to.include('The plan:')
          .and.not.include('fields.')
        const { engine } = await withoutMigrating(bare)
        await engine.migrator.apply(engine.tables(), engine.model)
        await open(bare, { production: true })
      })

    itHere('code of a content type that gets another name is missed, also if a new one takes the former name with its code', async () => {
      const posts = (more: object = {}) => ({ slug: 'posts', fields: FIELDS, ...more })
      const articles = { ...posts(), slug: 'articles', renamedFrom: 'posts' }
      await open({ collections: [posts({ access: { read: yes } })] })
      for (const collections of [[articles], [articles, posts({ access: { read: yes } })]])
        for (const production of [true, false])
          expect(await refused({ collections }, { production })).to.include(`'articles' (access.read)`)
      const right = { collections: [{ ...articles, access: { read: yes } }, posts()] }
      const { engine } = await withoutMigrating(right)
      await engine.migrator.apply(engine.tables(), engine.model)
      await open(right, { production: true })
      expect(await refused({ collections: [articles, posts()] }, { production: true })).to.include(`'articles' (access.read)`)
      await (await withoutMigrating(right)).engine.migrator.undo(false)
      expect(await refused({ collections: [posts()] }, { production: true })).to.include(`'posts' (access.read)`)
    })

    /** `wage` takes the values of `salary`, and those that it had, under a rule, are parked. */
    const madeWay = async (values: object) => {
      const posts = (wage: object, ...more: object[]) => ({
        collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'wage', ...wage }, ...more] }],
      })
      const before = posts({ access: { read: yes } }, { name: 'salary' })
      await (await open(before)).create('posts', values)
      const { engine } = await withoutMigrating(posts({ renamedFrom: 'salary' }))
      await engine.migrator.apply(engine.tables(), engine.model)
      return { before, renamed: posts({ renamedFrom: 'salary' }), ruled: posts({ renamedFrom: 'salary', access: { read: yes } }) }
    }
    const wageOf = async () => (await opened!.find('posts')).docs[0]!['wage']
    const MISSED = "'posts' (fields.wage.access.read)"
    /** Every way in which values that left the schema in use return to it. */
    const RETURNS: Record<string, (cms: Handle, withoutCode?: string[]) => Promise<unknown>> = {
      restore: ({ engine }, withoutCode = []) => engine.migrator.restore('posts.wage', false, { model: engine.model, withoutCode }),
      undo: ({ engine }, withoutCode = []) => engine.migrator.undo(false, undefined, { model: engine.model, withoutCode }),
    }

    for (const [way, bringBack] of Object.entries(RETURNS)) {
      itHere(`values that return by ${way} need the rules that they had, and nothing changes without`, async () => {
        const { before, renamed } = await madeWay({ wage: 'secret' })
        const cms = await open(renamed, { production: true })
        const error = await bringBack(cms).catch((error) => error)
        expect((error as Error).message)
          .to.include(MISSED)
          .and.include('Nothing was changed')
          .and.include('--without-code posts')
        expect(await wageOf()).to.equal(null)
        await open(renamed, { production: true })
        await bringBack(await withoutMigrating(way === 'undo' ? before : renamed), ['posts'])
        expect(await wageOf()).to.equal('secret')
        await open(way === 'undo' ? before : renamed, { production: true })
      })
    }

    const UNDONE = {
      'values that had the rule before, too': { hadRule: true, isMissed: true },
      'values written since under a rule that came with the conversion': { isWritten: true, isMissed: true },
      'a conversion that brought a rule, and nothing written since': { isMissed: false },
      'a conversion that brought a rule and converted values, and nothing written since': { price: '12', isMissed: false },
    }
    for (const [what, { price = 'about 12', hadRule, isWritten, isMissed }] of Object.entries<{
      price?: string
      hadRule?: boolean
      isWritten?: boolean
      isMissed: boolean
    }>(UNDONE))
      itHere(
        `an undo of ${what} ${isMissed ? 'asks at once' : 'asks nothing'}, whatever schema is in use, and the next start asks nothing more`,
        async () => {
          const posts = (price: object) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, { name: 'price', ...price }] }] })
          const ruled = { access: { read: yes } }
          await (await open(posts(hadRule ? ruled : {}))).create('posts', { price })
          const { engine } = await withoutMigrating(posts({ type: 'number', ...ruled }))
          await engine.migrator.apply(engine.tables(), engine.model)
          const later = await open(posts({ type: 'number', ...ruled }), { production: true })
          if (isWritten) await later.create('posts', { price: 7 })
          const undo = async (withoutCode?: string[]) => RETURNS['undo']!(await withoutMigrating(posts({})), withoutCode)
          if (isMissed) {
            const error = (await undo().catch((error) => error)) as Error
            expect(error.message).to.include("'posts' (fields.price.access.read)").and.include('Nothing was changed')
          }
          await undo(isMissed ? ['posts'] : [])
          const { docs } = await (await open(posts({}), { production: true })).find('posts', { sort: 'id' })
          expect(docs.map((doc) => doc['price'])).to.deep.equal(isWritten ? [price, '7'] : [price])
        },
      )

    const ROWS = (line: object) => ({ name: 'lines', type: 'array', fields: [{ name: 'line', ...line }, { name: 'other' }] })
    const RULED = { access: { read: yes } }
    /** Conversions that bring a rule, with a value that only the new schema has. */
    const BRINGING: Record<string, { before: object; after: object; given: unknown; since: unknown; asks?: string }> = {
      'a field': { before: { name: 'lines' }, after: { name: 'lines', type: 'number', ...RULED }, given: '12', since: 7, asks: 'lines' },
      'a field of rows': {
        before: ROWS({}),
        after: ROWS({ type: 'number', ...RULED }),
        given: [{ line: '12' }],
        since: [{ line: 7 }],
        asks: 'lines.line',
      },
      'a ruled field of rows that become a text': {
        before: ROWS(RULED),
        after: { name: 'lines', type: 'textarea', ...RULED },
        given: [{ line: '12', other: 'o' }],
        since: 'No text becomes rows',
      },
    }
    for (const [what, { before, after, given, since, asks }] of Object.entries(BRINGING))
      itHere(`an undo of ${what} says before it begins what it needs, which is nothing until a value was written`, async () => {
        const posts = (lines: object) => ({ collections: [{ slug: 'posts', fields: [{ name: 'title' }, lines], versions: true }] })
        await (await open(posts(before))).create('posts', { lines: given })
        const changing = await withoutMigrating(posts(after))
        await changing.engine.migrator.apply(changing.engine.tables(), changing.engine.model)
        const lostNow = async () => {
          const { engine } = await withoutMigrating(posts(before))
          const changes = await engine.migrator.undo(true)
          return codeLostBy(changes, await codeKnownTo(engine.store), await engine.migrator.applied(), engine.model)
        }
        expect(await lostNow()).to.deep.equal([])
        await (await open(posts(after), { production: true })).create('posts', { lines: since })
        expect(await lostNow()).to.deep.equal(asks ? [{ collection: 'posts', parts: [`fields.${asks}.access.read`] }] : [])
      })

    itHere('values that return to a field with the rule are restored, and the rule is missed from then on', async () => {
      const { renamed, ruled } = await madeWay({ wage: 'secret' })
      await RETURNS['restore']!(await open(ruled))
      expect(await wageOf()).to.equal('secret')
      expect(await refused(renamed, { production: true })).to.include(MISSED)
    })

    itHere('values that cannot return leave their rules with what is parked', async () => {
      const { renamed } = await madeWay({ wage: 'secret', salary: 'open' })
      const { engine } = await open(renamed)
      const { values } = await engine.migrator.restore('posts.wage', false, { model: engine.model })
      expect(values.live).to.equal(0)
      await open(renamed, { production: true })
    })

    itHere('code that galley brings is not remembered', async () => {
      const { engine } = await open({ ...withCode({ access: { read: yes } }), apiKeys: true, upload: { folders: true } })
      expect(codeOfModel(engine.model).filter((part) => !part.endsWith(')'))).to.deep.equal(['posts.access.read'])
      const old = ['posts.access.read', 'api-keys.access.read', 'media.fields.url.shown', 'media.fields.sizes.shown']
      expect(missingCode([...old, 'posts.preview'], { ...engine.model, entities: new Map() })).to.deep.equal([])
      expect(codeToRemember({ ...engine.model, entities: new Map() }, old)).to.deep.equal(['posts.access.read'])
    })

    itHere('a database of an older version remembers the rules of a content type, and goes on starting', async () => {
      const { engine } = await open(withCode({ access: { read: yes } }))
      const write = (value: string[]) =>
        engine.store.exclusively((connection) =>
          connection.all(`update ${engine.store.dialect.table('$model')} set "value" = '${JSON.stringify(value)}' where "key" = 'coded'`),
        )
      await write(['posts'])
      await open(withCode({ access: { read: yes } }), { production: true })
      expect(await refused(withCode({ hooks: { beforeChange: () => undefined } }), { production: true })).to.include('access')
    })

    itHere('a file of migrations confirms the parts that it names, where it is applied, and no others', async () => {
      const folder = mkdtempSync(path.join(tmpdir(), 'galley-code-'))
      const { engine } = await open(withCode({ access: { read: yes, create: yes } }))
      const withoutCode = ['posts.access.read']
      const write = async (name: string, at: string, code: object) =>
        migrationFiles(folder, name, engine.tables(), new Date(at), await engine.migrator.applied(), engine.store.dialect, code)
      await write('init', '2026-01-01', {})
      await write('without', '2026-01-02', { code: ['posts.access.create'], withoutCode })
      const files = await readMigrations(folder, engine.store.dialect.name)
      const now = new Date().toISOString()
      expect((await engine.migrator.recordMade(files, now)).map(({ name }) => name)).to.deep.equal(['20260101000000_init'])
      const file = files[1]!
      expect(file).to.deep.include({ withoutCode, code: ['posts.access.create'] })
      expect(file.after).to.not.have.property('code')
      await engine.migrator.applyFile(file, now, engine.tables())
      rmSync(folder, { recursive: true })
      await open(withCode({ access: { create: yes } }), { production: true })
      expect(await refused(withCode(), { production: true }))
        .to.include('access.create')
        .and.not.include('access.read')
    })
  })
