/** Random schemas of which an older process knows a part, random documents, random steps of both processes: each shows what the model says. */
import fc from 'fast-check'
import { Caller, system } from '../../lib/actor.ts'
import type { Config } from '../../lib/config.ts'
import { call } from '../../lib/local/call.ts'
import type { Handle } from '../../lib/local/handle.ts'
import { inDepth, seedOr } from '../harness/depth.ts'
import { type Deployed, deployed, endDeployed, SHARED } from './deployed.ts'
import { Game, shapes, type Table, type Workplace } from './game.ts'
import { known, type Process } from './two-models.ts'

/** Schemas of one run. */
const SCHEMAS: Record<string, number> = { SQLite: 3, Postgres: 1 }
const SEED = seedOr(20)
const DOCUMENTS = 3
const STEPS = 9

const deskOf = (cms: any): Workplace => ({
  create: async (given) => (await cms.create('posts', given)).id,
  update: (id, given) => cms.update('posts', id, given),
  unpublish: (id) => cms.unpublish('posts', id),
  discard: (id) => cms.discardDraft('posts', id),
  versions: async (id) => (await cms.findVersions('posts', id, { limit: 100 })).docs.map((version: any) => version.id),
  restore: (id, version) => cms.restoreVersion('posts', id, version),
  contents: (id, draft) => Promise.all([true, false].map((asText) => contentOf(cms, id, draft, asText))),
})

async function contentOf({ engine }: Handle, id: number, draft: boolean, asText: boolean) {
  const options = { limit: 1, where: { id: { equals: id } }, depth: 0, asText, options: { draft } }
  const { listed } = await call(engine, new Caller(system), 'list', engine.entity('posts'), options)
  const [doc] = listed!.docs
  if (!doc) return undefined
  const { id: _, createdAt, updatedAt, status, ...rest } = doc.text === undefined ? doc.object! : JSON.parse(doc.text)
  return rest
}

const tableOf = (both: Deployed): Table => ({
  processes: () => ['older', 'newer'],
  at: (process, work) => work(deskOf(both[process])),
})

describe('store/two models', function () {
  this.timeout(120_000)
  for (const database of SHARED) {
    it(`agree with the model on random schemas with ${database.name}`, () =>
      fc.assert(
        fc.asyncProperty(shapes(0), fc.integer(), async (fields, seed) => {
          const config = (process: Process) =>
            ({
              collections: [{ slug: 'posts', drafts: true, versions: true, fields: known(process, fields) }],
            }) as unknown as Partial<Config>
          const both = await deployed(database, config('older'), config('newer'))
          try {
            for (let n = 0; n < DOCUMENTS; n++) {
              const game = new Game(tableOf(both), fields, seed + n)
              await game.start()
              for (let step = 0; step < STEPS; step++) {
                await game.compare()
                await game.step()
              }
              await game.compare()
            }
          } finally {
            await endDeployed(both)
          }
        }),
        { seed: SEED, numRuns: inDepth(SCHEMAS[database.name] ?? 1, 60), endOnFailure: true },
      ))
  }
})
