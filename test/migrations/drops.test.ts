/** What `--drop` removes goes everywhere, also from what stands aside; every step counts what it concerns there. */
import { expect } from 'chai'
import type { SchemaChange } from '../../lib/migrations/changes.ts'
import { asData, counted } from '../../lib/migrations/steps.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving } from './evolving.ts'

const title = { name: 'title' }
const summary = { name: 'summary' }
const seo = (...fields: object[]) => ({ name: 'seo', type: 'group', fields })
const desc = { name: 'desc', localized: true }
const more = { drafts: true, versions: true }
const posts = (...fields: object[]) => ({ slug: 'posts', ...more, fields: [title, ...fields] })
const site = (...fields: object[]) => ({ slug: 'site', ...more, fields: [title, ...fields] })
const localization = { locales: ['en', 'th'] }
const drop = (table: string, column?: string): SchemaChange => ({ do: 'drop', table, ...(column !== undefined && { column }) })

for (const database of DATABASES)
  describe(`migrations: drops with ${database.name}`, () => {
    let evolving: Evolving
    beforeEach(() => {
      evolving = new Evolving(database)
    })
    afterEach(() => evolving.end())

    /** Every row of every table that mentions this, as `table.column`. */
    async function mentions(text: string): Promise<string[]> {
      const { store } = evolving.cms.engine
      const found = new Set<string>()
      for (const { table, column } of await store.read(store.dialect.catalogue)) {
        if (['$model', '$migrations'].includes(table)) continue
        const { quote: q } = store.dialect
        for (const row of await store.read(`select ${q(column)} as "value" from ${store.dialect.table(table)}`))
          if (JSON.stringify(row['value'] ?? null).includes(text)) found.add(`${table}.${column}`)
      }
      return [...found]
    }
    const counts = async (extra: SchemaChange[] = []) =>
      (await evolving.migrator.planned(evolving.cms.engine.tables(), () => extra)).flatMap((step) =>
        step.affected ? [`${step.words.split(':')[0]} (${counted(step.affected)})`] : [],
      )

    it('take the values of fields out of drafts and versions, in every locale, and of globals @long', async () => {
      const full = [summary, seo({ name: 'k' }, desc)]
      const bare = [seo({ name: 'k' })]
      const globals = (fields: object[]) => ({ localization, globals: [site(...fields)] }) as object
      await evolving.migrate([posts(...full)], globals(full))
      const value = (word: string) => ({ summary: `dropped ${word}`, seo: { k: word, desc: `dropped ${word}` } })
      for (const status of ['published', 'draft'] as const) {
        if (status === 'published') await evolving.cms.create('posts', { ...value('live'), status })
        else await evolving.cms.update('posts', 1, { ...value('aside'), status })
        await evolving.cms.updateGlobal('site', { ...value(status), status })
        await evolving.cms.updateGlobal('site', { seo: { desc: 'dropped th' }, status }, { locale: 'th' })
      }
      await evolving.migrate([posts(...bare)], globals(bare))
      expect(await mentions('dropped')).not.to.deep.equal([])
      const columns = ['summary', 'seo$desc__en', 'seo$desc__th']
      const drops = ['posts', 'site'].flatMap((table) => columns.map((column) => drop(table, column)))
      await evolving.migrate([posts(...bare)], globals(bare), drops)
      expect(await mentions('dropped')).to.deep.equal([])
      await evolving.migrate([posts(...full)], globals(full))
      const draft: any = await evolving.cms.findById('posts', 1, { draft: true })
      expect(draft).to.deep.include({ summary: null, seo: { k: 'aside', desc: null } })
      const live: any = await evolving.cms.update('posts', 1, { status: 'published' })
      expect(live).to.deep.include({ summary: null, seo: { k: 'aside', desc: null } })
      const { docs } = await evolving.cms.findVersions('posts', 1)
      for (const { id } of docs) expect((await evolving.cms.findVersion('posts', 1, id)).data).to.deep.include({ summary: null })
    })

    it('of a collection take everything that is kept under its slug @long', async () => {
      const tags = { slug: 'tags', versions: true, fields: [title] }
      const tag = { name: 'tags', type: 'relationship', to: 'tags', hasMany: true }
      const full = [{ ...posts(tag), schedule: true }, tags]
      await evolving.migrate(full)
      const { store } = evolving.cms.engine
      await evolving.cms.create('tags', { title: 'dropped? No: kept' })
      for (const status of ['published', 'draft'] as const) await evolving.cms.create('posts', { title: 'dropped', tags: [1], status })
      await evolving.cms.update('posts', 1, { title: 'dropped later', status: 'draft' })
      await evolving.cms.schedule('posts', 1, { action: 'publish', at: '2200-01-01T00:00:00.000Z' })
      const { table, quote: q } = store.dialect
      const insert = (into: string, row: Record<string, unknown>) =>
        store.commit({
          writes: [
            {
              kind: 'insert',
              sql: `insert into ${table(into)} (${Object.keys(row).map(q).join(', ')}) values (${Object.keys(row)
                .map(() => '?')
                .join(', ')})`,
              values: Object.values(row),
            },
          ],
        })
      for (const entity of ['posts', 'tags']) {
        await insert('$presence', { entity: entity === 'posts' ? 'posts th' : entity, document: 1, account: '1', since: '', seen_at: '' })
        await insert('$views', { collection: entity })
      }
      await evolving.migrate([tags])
      expect(await counts([drop('posts')])).to.deep.equal(["drop the table 'posts' and all its rows (2 documents, 3 versions)"])
      await evolving.migrate([tags], {}, [drop('posts')])
      expect(await mentions('posts')).to.deep.equal([])
      expect(await mentions('dropped')).to.have.members(['tags.title', '$versions.data'])
      expect(await mentions('tags')).to.include.members(['$versions.entity', '$views.collection', '$presence.entity'])
      await evolving.migrate(full)
      const created: any = await evolving.cms.create('posts', { title: 'new', status: 'published' })
      expect((await evolving.cms.findVersions('posts', created.id)).totalDocs).to.equal(1)
      expect((await evolving.cms.find('posts')).totalDocs).to.equal(1)
    })

    it('and all other steps count documents once, live or pending, and versions @long', async () => {
      const schema = (...fields: object[]) => [posts(...fields)]
      await evolving.migrate(schema(summary))
      for (const words of [{}, { summary: 'live' }, { summary: 'live' }])
        await evolving.cms.create('posts', { ...words, status: 'published' } as object)
      await evolving.cms.update('posts', 1, { summary: 'about 12', status: 'draft' })
      await evolving.cms.update('posts', 2, { summary: 'about 13', status: 'draft' })
      await evolving.cms.update('posts', 3, { summary: '', status: 'draft' })
      const here = '(3 documents, 4 versions)'
      await evolving.open(schema())
      expect(await counts()).to.deep.equal([`park the column 'summary' of 'posts' ${here}`])
      const [step] = await evolving.migrator.planned(evolving.cms.engine.tables())
      expect(asData(step!)).to.deep.include({ affected: { documents: 3, versions: 4 } })
      await evolving.open([{ ...posts(summary), slug: 'articles', renamedFrom: 'posts' }])
      expect((await counts())[0]).to.equal("rename the table 'posts' to 'articles' (3 documents, 6 versions)")
      await evolving.open(schema({ name: 'abstract', renamedFrom: 'summary', type: 'number' }))
      expect(await counts()).to.deep.equal([
        `rename the column 'summary' of 'posts' to 'abstract' ${here}`,
        `convert the column 'abstract' of 'posts' from text to number; the old values stay in '$old1$abstract' (3 documents, 4 versions; some values can't be converted: 3 documents (1, 2, 3), 4 versions)`,
      ])
      await evolving.migrate(schema({ name: 'abstract', renamedFrom: 'summary', type: 'number' }))
      const kept = async () => (await evolving.migrator.parked()).map(({ words, affected }) => `${words} (${counted(affected!)})`)
      expect(await kept()).to.deep.equal([`posts.abstract (kept from when it was text) ${here}`])
      expect(await counts([drop('posts', '$old1$abstract')])).to.deep.equal([
        `drop the old values of the column 'abstract' of 'posts' ${here}`,
      ])
    })

    it('and no field takes what a feature keeps, also where it is switched off or on at the same time', async () => {
      const state = { name: 'state', renamedFrom: 'status' }
      await evolving.migrate([posts()])
      await evolving.cms.create('posts', { title: 'secret' })
      for (const collection of [posts(state), { slug: 'posts', fields: [title, state] }]) {
        await evolving.open([collection])
        const refused = await evolving.plan().catch((error) => error.message)
        expect(refused).to.include("'state' of 'posts' says renamedFrom 'status', which belongs to the system")
      }
      // The schema's own field makes room for that of the feature.
      const own = (...fields: object[]) => ({ slug: 'notes', fields })
      await evolving.migrate([posts(), own({ name: 'status' })])
      await evolving.cms.create('notes', { status: 'open' })
      const both = [posts(), { ...own(state), drafts: true }]
      await evolving.migrate(both)
      expect((await evolving.cms.find('notes')).docs[0]).to.deep.include({ state: 'open', status: 'published' })
      expect((await evolving.cms.find('posts')).totalDocs).to.equal(0)
    })
  })
