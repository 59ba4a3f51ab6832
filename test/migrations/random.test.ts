/** Random changes of schemas with data in them: each value can be read, brought back, or is named by what is parked. */
import { expect } from 'chai'
import { inDepth, seedOr } from '../harness/depth.ts'
import { dice } from '../harness/dice.ts'
import { DATABASES } from '../harness/start.ts'
import { Evolving, posts } from './evolving.ts'

interface Leaf {
  name: string
  type: 'text' | 'number' | 'select'
  hasMany?: boolean
  renamedFrom?: string
}

const OPTIONS = Array.from({ length: 400 }, (_, n) => `${n}`)
const NAMES = ['a', 'b', 'c', 'd', 'e', 'f']
const STEPS = 6
const FIRST: Leaf[] = [
  { name: 'a', type: 'text' },
  { name: 'b', type: 'number' },
  { name: 'c', type: 'select', hasMany: true },
]

/** The same fields at the top, in rows, in a group of rows, and in blocks. */
function schemaOf(leaves: readonly Leaf[]): object[] {
  const fields = leaves.map((leaf) => ({ ...leaf, ...(leaf.type === 'select' && { options: OPTIONS }) }))
  const anchor = { name: 'anchor' }
  return posts(
    [
      anchor,
      ...fields,
      { name: 'rows', type: 'array', fields: [anchor, ...fields, { name: 'inner', type: 'group', fields: [anchor, ...fields] }] },
      { name: 'layout', type: 'blocks', blocks: [{ slug: 'block', fields: [anchor, ...fields] }] },
    ],
    { versions: true, drafts: true },
  )
}

function changed(before: readonly Leaf[], roll: (sides: number) => number): Leaf[] {
  const leaves: Leaf[] = before.map(({ renamedFrom: _, ...leaf }) => leaf)
  const free = NAMES.filter((name) => !leaves.some((leaf) => leaf.name === name))
  const at = leaves.length === 0 ? 0 : roll(leaves.length)
  const one = leaves[at]
  const other = leaves[(at + 1) % leaves.length]
  switch (leaves.length === 0 ? 0 : roll(6)) {
    case 0:
      if (free.length > 0) leaves.push({ name: free[roll(free.length)]!, type: 'text' })
      break
    case 1:
      leaves.splice(at, 1)
      break
    case 2:
      if (free.length > 0) leaves[at] = { ...one!, name: free[roll(free.length)]!, renamedFrom: one!.name }
      break
    case 3:
      leaves[at] = { name: one!.name, type: one!.type === 'text' ? 'number' : 'text' }
      break
    case 4:
      leaves[at] = one!.hasMany ? { name: one!.name, type: 'select' } : { name: one!.name, type: 'select', hasMany: true }
      break
    default:
      if (other && other !== one) {
        leaves[at] = { ...other, name: one!.name, renamedFrom: other.name }
        leaves[(at + 1) % leaves.length] = { ...one!, name: other.name, renamedFrom: one!.name }
      }
  }
  return leaves
}

/** Every value that stands anywhere in stored JSON and columns, with the key that it stands under. */
function everyValue(value: unknown, key = ''): [key: string, value: string][] {
  if (Array.isArray(value)) return value.flatMap((one) => everyValue(one, key))
  if (typeof value === 'object' && value !== null) return Object.entries(value).flatMap(([name, one]) => everyValue(one, name))
  return value === null || value === undefined ? [] : [[key, String(value)]]
}

for (const database of DATABASES)
  describe(`migrations: random changes with ${database.name}`, function () {
    this.timeout(300_000)

    for (let run = 0; run < inDepth(2, 3); run++)
      it(`lose no value, run ${run + 1}`, async () => {
        const seed = seedOr(1) + run
        const roll = dice(seed)
        const site = new Evolving(database)
        let next = 0
        const written = new Set<string>()
        const history: string[] = []
        try {
          let leaves = FIRST
          let plans = 0
          for (let step = 0; step < STEPS; step++) {
            history.push(JSON.stringify(leaves))
            const plan = await site.migrate(schemaOf(leaves))
            if (plan.length > 0) plans++
            history.push(...plan.filter((line) => !line.startsWith('create')))
            const values = () =>
              Object.fromEntries(
                leaves.map(({ name, type, hasMany }) => {
                  const value = String(next++)
                  written.add(value)
                  return [name, hasMany ? [value] : type === 'number' ? Number(value) : value]
                }),
              )
            await site.cms.create('posts', {
              ...values(),
              anchor: 'x',
              status: 'published',
              rows: [{ ...values(), anchor: 'x', inner: { ...values(), anchor: 'x' } }],
              layout: [{ blockType: 'block', ...values(), anchor: 'x' }],
            })
            await expectAll(site, written, `seed ${seed}, after:\n${history.join('\n')}`)
            leaves = changed(leaves, roll)
          }
          for (; plans > 1; plans--) {
            await site.migrator.undo(false)
            await expectAll(site, written, `seed ${seed}, taken back, of:\n${history.join('\n')}`)
          }
          await site.open(schemaOf(FIRST))
          expect(await site.plan(), `seed ${seed}`).to.deep.equal([])
          expect((await site.cms.find('posts')).totalDocs).to.equal(STEPS)
        } catch (error) {
          throw new Error(`seed ${seed}: ${(error as Error).message}\n${history.join('\n')}`, { cause: error })
        } finally {
          await site.end()
        }
      })
  })

async function stored(site: Evolving): Promise<[string, string][]> {
  const { store } = site.cms.engine
  const rows: [string, string][] = []
  for (const { id } of await store.read(`select id from ${store.dialect.table('posts')}`))
    rows.push(...everyValue(await site.raw('posts', id)))
  return rows
}

/** Values stand under a name of the schema, or under one that is listed as parked. */
async function expectAll(site: Evolving, written: ReadonlySet<string>, where: string): Promise<void> {
  const { tables, parked } = await site.migrator.applied()
  const known = new Set<string>(['id', '$old'])
  const learn = (value: unknown): void => {
    if (Array.isArray(value)) return value.forEach(learn)
    if (typeof value !== 'object' || value === null) return
    if ('name' in value) known.add(String(value.name))
    Object.values(value).forEach(learn)
  }
  learn(tables.find(({ name }) => name === 'posts')!.columns)
  for (const { column, inside } of parked) known.add((inside ?? column ?? '').replace(/^.*\./, ''))
  const values = (await stored(site)).filter(([key]) => known.has(key))
  const missing = [...written].filter((value) => !values.some(([, one]) => one === value))
  expect(missing, where).to.deep.equal([])
}
