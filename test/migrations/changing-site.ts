/** A site whose schema changes at random while people write: it knows every value that was acknowledged, and where each must be found. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'
import { createCms } from '../../lib/cms.ts'
import type { Config } from '../../lib/config.ts'
import type { Handle } from '../../lib/local/handle.ts'
import type { Parked } from '../../lib/migrations/changes.ts'
import { holdersOf, isBlock, nameIn } from '../../lib/migrations/inside.ts'
import { describeChange } from '../../lib/migrations/words.ts'
import { PENDING, unfolded, VERSIONS } from '../../lib/store/snapshots.ts'
import { wholeOf } from '../../schema/model.ts'
import type { Roll } from '../harness/dice.ts'
import { end, SECRET, temporaryFile } from '../harness/start.ts'
import { adapterFor } from '../store/writer.ts'
import { configOf, type Leaf, OPTIONS, type Place, type Schema } from './changing-schema.ts'

const MIGRATING = fileURLToPath(new URL('migrating.ts', import.meta.url))
const LOG = { info: () => undefined, warn: () => undefined, error: () => undefined }

/** Where a value stands: what is live, the pending drafts, the versions. */
type Layer = 'live' | 'draft' | 'versions'
type Values = Set<string>
type State = Record<Layer, Values>
type Content = Record<string, any>

export class ChangingSite {
  readonly #where: string
  #cms: Handle | undefined
  #older: Handle | undefined
  #known: State = { live: new Set(), draft: new Set(), versions: new Set() }
  #given = 1_000_000
  #option = 0

  constructor(where: string) {
    this.#where = where
  }

  async #open(schema: Schema): Promise<Handle> {
    const config = { secret: SECRET, db: adapterFor(this.#where), jobsTimer: false, log: LOG, ...configOf(schema) } as Config
    return createCms(config, { migrate: false })
  }

  /** Brings the database to a schema, and gives the plan in words. `isShared`: a process of before goes on running. */
  async migrate(schema: Schema, isShared = false): Promise<string[]> {
    await this.#older?.stop()
    this.#older = isShared ? this.#cms : undefined
    if (!isShared) await this.#cms?.stop()
    this.#cms = undefined
    this.#cms = await this.#open(schema)
    const changes = await this.#cms.engine.migrator.apply(this.#cms.engine.tables(), this.#cms.engine.model)
    const left = await this.#cms.engine.migrator.plan(this.#cms.engine.tables())
    expect(left.map(describeChange), 'left to do').to.deep.equal([])
    return changes.map(describeChange)
  }

  /** Somebody begins to migrate and is killed. */
  async killed(schema: Schema, roll: Roll): Promise<void> {
    const file = temporaryFile('.json')
    writeFileSync(file, JSON.stringify(configOf(schema)))
    const child = spawn(process.execPath, ['--import', 'tsx', MIGRATING, this.#where, file], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const ended = once(child, 'close')
    const after = roll(30)
    child.stdout!.once('data', () => setTimeout(() => child.kill('SIGKILL'), after))
    await ended
  }

  async undo(to: Schema): Promise<void> {
    await this.#older?.stop()
    this.#older = undefined
    await this.#cms!.engine.migrator.undo(false)
    await this.#cms!.stop()
    this.#cms = undefined
    this.#cms = await this.#open(to)
    expect((await this.#cms.engine.migrator.plan(this.#cms.engine.tables())).map(describeChange), 'left to do').to.deep.equal([])
  }

  /** Everything that was there is there still: readable, or in a place that is named as parked. */
  async check(): Promise<void> {
    const state = await this.#state()
    for (const layer of LAYERS) expectAll(this.#known[layer], state[layer], layer)
    this.#known = state
  }

  /** What people write in the meantime, with the process of before as well where its schema is given. */
  async write(schema: Schema, roll: Roll, older?: Schema): Promise<void> {
    if (older && this.#older) await this.#writeWith(this.#older, older, roll)
    await this.#writeWith(this.#cms!, schema, roll)
  }

  async #writeWith(cms: any, schema: Schema, roll: Roll): Promise<void> {
    const { slug, others } = schema
    const content = await this.#content(cms, schema, roll)
    const { id } = await cms.create(slug, { ...content, status: 'published' })
    this.#wrote(content, ['live', 'draft'])
    await this.#change(cms, schema, roll, id)
    const [some] = (await cms.find(slug, { limit: 1, sort: roll(2) === 0 ? 'id' : 'updatedAt', depth: 0 })).docs
    if (some) await this.#change(cms, schema, roll, some.id)
    await this.#change(cms, schema, roll)
    for (const other of others) {
      const a = String(++this.#given)
      await cms.create(other, { a, status: 'published' })
      this.#wrote({ a }, ['live', 'draft'])
    }
    await this.check()
  }

  /** Saves a document, or the global, in one of its locales: some fields again, and a row more. */
  async #change(cms: any, schema: Schema, roll: Roll, id?: number): Promise<void> {
    const locale = roll(3) === 0 ? 'th' : 'en'
    const isDraft = roll(2) === 0
    const read = (draft: boolean) => {
      const options = { depth: 0, draft, locale, fallbackLocale: false }
      return id === undefined ? cms.findGlobal('site', options) : cms.findById(schema.slug, id, options)
    }
    const [before, live] = [await read(true), valuesIn(await this.#row(schema, id))]
    const made = await this.#content(cms, schema, roll)
    const names = Object.keys(made).filter((name) => LISTS.includes(name) || roll(2) === 0)
    const given = Object.fromEntries(names.map((name) => [name, LISTS.includes(name) ? [...before[name], ...made[name]] : made[name]]))
    const change = { ...given, status: isDraft ? 'draft' : 'published' }
    if (id === undefined) await cms.updateGlobal('site', change, { locale })
    else await cms.update(schema.slug, id, change, { locale })
    const replaced = valuesIn(names.filter((name) => !LISTS.includes(name)).map((name) => before[name]))
    for (const value of replaced) this.#known.draft.delete(value)
    if (!isDraft) for (const value of live) this.#known.live.delete(value)
    this.#wrote(given, isDraft ? ['draft'] : ['live', 'draft'])
  }

  async #row({ slug }: Schema, id: number | undefined): Promise<Content> {
    const { [PENDING]: _, ...row } =
      (await this.#rows(id === undefined ? 'site' : slug)).find((one) => one['id'] === (id ?? one['id'])) ?? {}
    return row
  }

  #wrote(given: unknown, layers: readonly Layer[]): void {
    for (const value of valuesIn(given)) for (const layer of [...layers, 'versions' as const]) this.#known[layer].add(value)
  }

  async #content(cms: any, { leaves, hasRows, blocks }: Schema, roll: Roll): Promise<Content> {
    const { place, slug: blockType } = blocks[roll(blocks.length)]!
    const at = async (place: Place) => {
      const values: Content = { anchor: 'x' }
      for (const leaf of leaves[place]) values[leaf.name] = await this.#value(cms, leaf)
      return values
    }
    return {
      ...(await at('top')),
      seo: await at('seo'),
      ...(hasRows && { rows: [{ ...(await at('rows')), inner: await at('inner') }] }),
      layout: [{ blockType, ...(await at(place)) }],
    }
  }

  async #value(cms: any, { type, hasMany }: Leaf): Promise<unknown> {
    const one = async () => {
      if (type === 'select') return OPTIONS[this.#option++ % OPTIONS.length]
      if (type === 'relationship') return (await cms.create('tags', { name: 'x' })).id
      return type === 'number' ? ++this.#given : String(++this.#given)
    }
    return hasMany ? [await one(), await one()] : one()
  }

  /** What can be read, and what stands at places that are listed as parked. */
  async #state(): Promise<State> {
    const cms: any = this.#cms!
    const options = { depth: 0, locale: 'all' }
    const state: State = { live: new Set(), draft: new Set(), versions: new Set() }
    const add = (layers: readonly Layer[], value: unknown) => {
      for (const one of valuesIn(value)) for (const layer of layers) state[layer].add(one)
    }
    const { entities } = cms.engine.model
    for (const [slug, entity] of entities) {
      if (entity.internal || ['users', 'media', 'tags'].includes(slug)) continue
      const isGlobal = entity.kind === 'global'
      const read = (draft: boolean) =>
        isGlobal ? cms.findGlobal(slug, { ...options, draft }) : cms.find(slug, { ...options, draft, limit: 0 })
      add(['live'], await read(false))
      add(['draft'], await read(true))
      for (const { entity: of, data } of await this.#rows(VERSIONS))
        if (of === slug) add(['versions'], await unfolded(wholeOf(entity), data))
    }
    for (const { parked } of await this.#cms!.engine.migrator.parked()) await this.#addParked(parked, add)
    return state
  }

  async #addParked(parked: Parked, add: (layers: readonly Layer[], value: unknown) => void): Promise<void> {
    for (const { [PENDING]: pending, ...row } of await this.#rows(parked.table)) {
      // What was never published is live nowhere.
      if (row['status'] !== 'draft') add(['live'], standing(row, parked))
      // A draft that says nothing of a column leaves it as it is live.
      add(['draft'], standing({ ...row, ...pending }, parked))
    }
    for (const { entity, data } of await this.#rows(VERSIONS)) if (entity === parked.table) add(['versions'], standing(data, parked))
  }

  async #rows(table: string): Promise<Content[]> {
    const { store } = this.#cms!.engine
    const rows = await store.read(`select * from ${store.dialect.table(table)}`, [], true)
    const parsed = (value: unknown) => (typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value)
    return rows.map((row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, parsed(value)])))
  }

  async end(): Promise<void> {
    await this.#older?.stop()
    await end(this.#cms)
  }
}

const LAYERS: readonly Layer[] = ['live', 'draft', 'versions']
const LISTS = ['rows', 'layout']
const BESIDE = new Set([
  'id',
  'createdAt',
  'updatedAt',
  'created_at',
  'updated_at',
  'status',
  'blockType',
  'anchor',
  '$rev',
  '$shape',
  '$scope',
  '$pending_at',
  'totalDocs',
  'limit',
  'page',
  'totalPages',
])

/** Each value is given only once, so that it can be told from all others. */
function valuesIn(value: unknown): Values {
  const found: Values = new Set()
  const walk = (one: unknown): void => {
    if (Array.isArray(one)) for (const each of one) walk(each)
    else if (typeof one === 'object' && one !== null) for (const [key, each] of Object.entries(one)) !BESIDE.has(key) && walk(each)
    else if (typeof one === 'string' || typeof one === 'number') found.add(String(one))
  }
  walk(value)
  return found
}

/** What stands at a parked place in the values of a document, by column. */
function standing(values: Content, { column, inside }: Parked): unknown {
  if (column === undefined) return values
  if (inside === undefined) return values[column]
  const objects = holdersOf(values[column], inside)
  return isBlock(inside) ? objects : objects.map((object) => object[nameIn(inside)])
}

function expectAll(wanted: Values, found: Values, layer: Layer): void {
  const missing = [...wanted].filter((value) => !found.has(value))
  expect(missing, `values that are not found any more, ${layer}`).to.deep.equal([])
}
