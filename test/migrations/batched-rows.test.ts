/** Rows, blocks, drafts and versions of large tables: prepared while others write, resumed after a kill, taken back, and no value lost on either side. */
import { rmSync } from 'node:fs'
import { expect } from 'chai'
import { migrationFiles, readMigrations } from '../../lib/migrations/files.ts'
import { VERSIONS } from '../../lib/store/snapshots.ts'
import { drawn, oneIn } from '../harness/depth.ts'
import { temporaryFile } from '../harness/start.ts'
import { type Evolving, posts } from './evolving.ts'
import { LargeTable } from './large-table.ts'

const ROWS = 3000
const AT = '2026-01-01T00:00:00.000Z'
const PAGES = { slug: 'pages', fields: [{ name: 'name' }], versions: true }
const schema = (rows: object[], block: object, fields: object[] = [{ name: 'name' }]) => [
  ...posts([...fields, { name: 'rows', type: 'array', fields: rows }, { name: 'layout', type: 'blocks', blocks: [block] }], {
    drafts: true,
    versions: true,
  }),
  PAGES,
]
const BEFORE = schema([{ name: 'label' }, { name: 'amount' }], { slug: 'video', fields: [{ name: 'url' }] })
const AFTER = schema(
  [
    { name: 'caption', renamedFrom: 'label' },
    { name: 'amount', type: 'number' },
  ],
  {
    slug: 'clip',
    renamedFrom: 'video',
    fields: [{ name: 'url' }],
  },
)

const rowsOf = (label: string, amount: string) => [{ id: 'r', label, amount }]
const VIDEO = [{ id: 'v', blockType: 'video', url: '/v' }]
const converted = (label: string, amount: string) => [{ id: 'r', caption: label, amount: numberIn(amount), $old1$amount: amount }]
const numberIn = (text: string) => (Number.isNaN(Number(text)) ? null : Number(text))
const CLIP = [{ id: 'v', blockType: 'clip', url: '/v' }]

for (const database of drawn(['SQLite', 'Postgres'], 'batched-rows'))
  describe(`migrations: rows of large tables with ${database} @long`, function () {
    this.timeout(240_000)
    let large: LargeTable
    let old: Evolving
    let site: Evolving
    beforeEach(async () => {
      large = new LargeTable(database)
      ;({ old, site } = large)
      await large.open(
        BEFORE,
        AFTER,
        'posts',
        ids().map((id) => ({
          name: `${id}`,
          rows: JSON.stringify(rowsOf(`l${id}`, `${id}`)),
          layout: JSON.stringify(VIDEO),
          $pending: id % 2 === 0 ? JSON.stringify({ name: 'draft', rows: rowsOf(`d${id}`, `${id}`), layout: VIDEO }) : null,
          status: 'published',
          $shape: 'of before',
          created_at: AT,
          updated_at: AT,
        })),
      )
      await large.fill(
        VERSIONS,
        ids().map((id) => ({
          entity: id === 3 ? 'pages' : 'posts',
          document: `${id}`,
          created_at: AT,
          data: JSON.stringify({ name: `${id}`, rows: rowsOf(`v${id}`, id === 7 ? 'many' : `${id}`), layout: VIDEO }),
        })),
      )
    })
    afterEach(() => large.end())

    const ids = () => Array.from({ length: ROWS }, (_, n) => n + 1)
    const table = async (name: string): Promise<Record<string, any>[]> => {
      const { store } = old.cms.engine
      const rows = await store.read(`select * from ${store.dialect.table(name)} order by "id"`)
      return rows.map((row) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [key, /^[[{]/.test(`${value}`) ? JSON.parse(`${value}`) : value])),
      )
    }

    /** Writes documents in turn until it is stopped; each write has a label of its own. */
    function writing() {
      const written: { id: number; label: string }[] = []
      let [isOver, longest] = [false, 0]
      const done = (async () => {
        for (let n = 1; !isOver && n < ROWS / 2; n++) {
          const id = n % 2 === 1 ? n + 10 : ROWS - n
          const begun = performance.now()
          await old.cms.update('posts', id, { rows: [{ id: 'r', label: `w${n}`, amount: `${n}.5` }], status: 'published' })
          longest = Math.max(longest, performance.now() - begun)
          written.push({ id, label: `w${n}` })
          await new Promise((resolve) => setTimeout(resolve, 2))
        }
      })()
      return async () => {
        isOver = true
        await done
        return { written, longest }
      }
    }

    /** All that was there, converted. `written`: the labels that rows got meanwhile. */
    async function expectConverted(written: Record<number, string> = {}) {
      for (const { id, rows, layout, $pending, $shape } of await table('posts')) {
        const own = written[id]
        if (own === undefined) {
          expect(rows, `row ${id}`).to.deep.equal(converted(`l${id}`, `${id}`))
          expect(layout, `row ${id}`).to.deep.equal(CLIP)
          expect($shape, `row ${id}`).to.equal('')
          if (id % 2 === 0)
            expect($pending, `draft ${id}`).to.deep.equal({ name: 'draft', rows: converted(`d${id}`, `${id}`), layout: CLIP })
        } else expect(rows[0].caption, `row ${id}`).to.equal(own)
      }
      for (const { id, entity, data } of (await table(VERSIONS)).filter(({ id }) => id <= ROWS))
        if (entity === 'pages') expect(data.rows, 'a version of others').to.deep.equal(rowsOf('v3', '3'))
        else {
          expect(data.rows, `version ${id}`).to.deep.equal(converted(`v${id}`, id === 7 ? 'many' : `${id}`))
          expect(data.layout, `version ${id}`).to.deep.equal(CLIP)
        }
      expect(await large.begun(), 'nothing is left of the work').to.deep.equal([])
      expect(await large.plan()).to.deep.equal([])
    }

    it('are prepared in batches while an earlier process writes; the plan says so', async () => {
      const steps = await large.plan()
      expect(steps.map(({ do: made, inBatches }) => [made, inBatches])).to.deep.equal([
        ['renameInside', true],
        ['convertInside', true],
        ['renameInside', true],
      ])
      expect(steps[0].words).to.equal("rename the field 'rows.label' of 'posts' to 'caption'; it runs in batches while others keep writing")
      expect(steps[1].affected.left).to.deep.equal({ documents: 0, ids: [], versions: 1 })
      expect(await large.begun(), 'a plan changes nothing').to.deep.equal([])
      const stop = writing()
      const { store } = old.cms.engine
      // Statements that say nothing to the CMS.
      const outside = large.underWay().then(async () => {
        await store.alone(`update ${store.dialect.table('posts')} set "rows" = '${JSON.stringify(rowsOf('x', 'dear'))}' where "id" = 2`)
        await store.alone(`update ${store.dialect.table('posts')} set "$pending" = null where "id" = 4`)
        await store.alone(`delete from ${store.dialect.table('posts')} where "id" = 6`)
        await store.alone(`delete from ${store.dialect.table(VERSIONS)} where "id" = 6`)
      })
      const since = performance.now()
      await Promise.all([large.apply(), outside])
      const whole = performance.now() - since
      const { written, longest } = await stop()
      expect(written.length).to.be.above(5)
      expect(longest, `of ${whole} ms`).to.be.below(whole / 2)
      // What the earlier process writes after the plan is of its own form.
      const found = await table('posts')
      const labelOf = (id: number) => found.find((row) => Number(row['id']) === id)!['rows'][0]
      const early = written.filter(({ id }) => !('label' in labelOf(id)))
      expect(early.length).to.be.above(2)
      expect(written.slice(0, early.length), 'nothing is left out').to.deep.equal(early)
      for (const { id, label } of written.slice(early.length)) expect(labelOf(id)).to.include({ label })
      for (const { id, label } of early) expect(labelOf(id)).to.deep.equal(converted(label, `${label.slice(1)}.5`)[0])
      const labels = Object.fromEntries(early.map(({ id, label }) => [id, label]))
      const versions = (await table(VERSIONS)).filter(({ id }) => id > ROWS)
      for (const { document, data } of versions)
        if (labels[document]) expect(data.rows, `version of ${document}`).to.deep.equal([labelOf(Number(document))])
      const posts = store.dialect.table('posts')
      const late = written.slice(early.length).map(({ id }) => id)
      if (late.length > 0) await store.alone(`delete from ${posts} where "id" in (${late.join(', ')})`)
      expect(found.find(({ id }) => Number(id) === 2)!['rows']).to.deep.equal(converted('x', 'dear'))
      expect(found.find(({ id }) => Number(id) === 4)!['$pending']).to.equal(null)
      await store.alone(`delete from ${posts} where "id" in (2, 4)`)
      await expectConverted(labels)
    })

    const moments: Record<string, () => Promise<boolean>> = {
      'in live rows': async () => (await large.progress()) > 0,
      'in drafts or versions': async () => (await large.begun()).some((name) => name.includes('$converted$3.')) && (await aside()) > 0,
    }
    const aside = async () => {
      const { store } = site.cms.engine
      const counts = (await large.begun()).flatMap((name) => /(\$converted\$\d+)\.value/.exec(name)?.[1] ?? [])
      let sum = 0
      for (const name of counts) sum += Number((await store.read(`select count(*) as "n" from ${store.dialect.table(name)}`))[0]!['n'])
      return sum
    }
    for (const [moment, isTime] of oneIn(2, Object.entries(moments)))
      it(`go on where a process stopped that was killed ${moment}, with what was written since`, async () => {
        await large.killedMigration(isTime)
        expect(await large.begun()).to.not.deep.equal([])
        const rows = [{ id: 'r', label: 'since', amount: '0.5' }]
        await old.cms.update('posts', 11, { rows, status: 'published' })
        const added = await old.cms.create('posts', { name: 'new', rows, layout: [], status: 'published' })
        await old.cms.update('posts', 13, { rows, status: 'draft' })
        const steps = await large.plan()
        expect(steps[0].words).to.match(/while others keep writing, and continues where an earlier attempt stopped$/)
        await large.apply()
        expect((await site.raw('posts', added.id))['rows']).to.deep.equal(converted('since', '0.5'))
        const draft: any = await site.cms.findById('posts', 13, { draft: true } as object)
        expect(draft.rows[0]).to.include({ caption: 'since', amount: 0.5 })
        const versions = (await table(VERSIONS)).filter(({ id }) => id > ROWS)
        expect(versions.length).to.be.above(1)
        for (const { data } of versions) expect(data.rows).to.deep.equal(converted('since', '0.5'))
        await old.cms.engine.store.alone(`delete from ${old.cms.engine.store.dialect.table('posts')} where "id" = ${added.id}`)
        await expectConverted({ 11: 'since' })
      })

    it('leave nothing behind where the schema from before stays', async () => {
      await large.killedMigration()
      await old.migrator.note(old.cms.engine.tables())
      expect(await large.begun()).to.deep.equal([])
      await large.apply()
      await expectConverted()
    })

    it('are converted once where two processes migrate at the same time', async () => {
      const made = await Promise.all([large.apply(), large.apply()])
      expect(made.map(({ length }) => length).sort()).to.deep.equal([0, 3])
      await expectConverted()
    })

    it('are left to the plan where values become relations, with the drafts and versions of their table', async () => {
      const pages = { name: 'amount', type: 'relationship', to: 'pages' }
      await site.open(schema([{ name: 'label' }, pages], { slug: 'clip', renamedFrom: 'video', fields: [{ name: 'url' }] }))
      await old.cms.create('pages', { name: 'first' })
      expect((await large.plan()).map(({ do: made, inBatches }) => [made, inBatches])).to.deep.equal([
        ['convertInside', undefined],
        ['renameInside', undefined],
      ])
      await large.apply()
      const [first, second] = await table('posts')
      expect(first!['rows']).to.deep.equal([{ id: 'r', label: 'l1', amount: 1, $old1$amount: '1' }])
      expect(second!['rows']).to.deep.equal([{ id: 'r', label: 'l2', amount: null, $old1$amount: '2' }])
      expect(second!['layout']).to.deep.equal(CLIP)
      expect(second!['$pending'].layout).to.deep.equal(CLIP)
      expect(await large.begun()).to.deep.equal([])
    })

    it('are taken back, with what was written since', async () => {
      await large.apply()
      await site.cms.update('posts', 11, { rows: [{ id: 'r', caption: 'since', amount: 0.5 }], status: 'published' })
      await large.migrator().undo(false)
      const [first] = await table('posts')
      expect(first!['rows'][0]).to.include({ label: 'l1', amount: '1' })
      expect(first!['layout']).to.deep.equal(VIDEO)
      expect((await old.raw('posts', 11))['rows'][0]).to.include({ label: 'since', amount: '0.5' })
      const seventh = (await table(VERSIONS)).find(({ id }) => Number(id) === 7)!
      expect(seventh['data'].rows[0]).to.include({ label: 'v7', amount: 'many' })
      expect((await old.cms.findById('posts', 2, { draft: true } as object)).rows[0]).to.include({ label: 'd2', amount: '2' })
    })

    it('are prepared in batches for files as well', async () => {
      const folder = temporaryFile('.migrations')
      const { engine } = site.cms
      await migrationFiles(folder, 'rows', engine.tables(), new Date(), await large.migrator().applied(), engine.store.dialect)
      const [file] = await readMigrations(folder, engine.store.dialect.name)
      await large.migrator().applyFile(file!, new Date().toISOString())
      await expectConverted()
      rmSync(folder, { recursive: true })
    })

    it('give the same values as in one transaction, together with other changes of the table', async () => {
      const both = [AFTER[0], PAGES].map((one: any) => ({ ...one }))
      const wanted = [
        {
          ...both[0],
          slug: 'articles',
          renamedFrom: 'posts',
          fields: [
            { name: 'title', renamedFrom: 'name', type: 'richText' },
            ...both[0].fields.slice(1, 2).map((field: object) => ({ ...field, name: 'lines', renamedFrom: 'rows' })),
            both[0].fields[2],
          ],
        },
        PAGES,
      ]
      await site.open(wanted)
      expect((await large.plan()).filter(({ inBatches }) => inBatches).map(({ do: made }) => made)).to.deep.equal([
        'renameColumn',
        'renameColumn',
        'convert',
        'renameInside',
        'convertInside',
        'renameInside',
      ])
      const whole = new LargeTable(database)
      try {
        await whole.open(BEFORE, wanted, 'posts', (await table('posts')).map(asText))
        await whole.fill(VERSIONS, (await table(VERSIONS)).map(asText))
        await whole.apply(Number.MAX_SAFE_INTEGER)
        await large.apply()
        for (const name of ['articles', VERSIONS]) {
          const read = async ({ site }: LargeTable) => {
            const { store } = site.cms.engine
            return (await store.read(`select * from ${store.dialect.table(name)} order by "id"`)).map(sorted)
          }
          expect(await read(large)).to.deep.equal(await read(whole))
        }
      } finally {
        await whole.end()
      }
    })

    const asText = (row: Record<string, any>) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value === null ? null : typeof value === 'object' ? JSON.stringify(value) : `${value}`,
        ]),
      )
    const sorted = (row: Record<string, any>) =>
      Object.fromEntries(
        Object.keys(row)
          .sort()
          .map((name) => [name, typeof row[name] === 'object' ? JSON.stringify(row[name]) : row[name]]),
      )

    if (database === 'Postgres')
      it('wait for nobody who writes versions of others; what a kill leaves of that is removed by the next one', async () => {
        const { store } = old.cms.engine
        let release = () => {}
        const released = new Promise<void>((resolve) => (release = resolve))
        let holding: Promise<void> | undefined
        const isApplied = async () => (await site.migrator.applied()).parked.length > 0
        try {
          await large.killedMigration(async () => {
            if (!holding && (await large.progress()) === 0) return false
            holding ??= store.exclusively(async (connection) => {
              await connection.all(`lock table ${store.dialect.table(VERSIONS)} in row exclusive mode`)
              await released
            })
            return isApplied()
          })
          expect(await large.begun()).to.not.deep.equal([])
        } finally {
          release()
          await holding
        }
        await large.apply()
        await expectConverted()
      })
  })
