/** Random changes of a schema while people write, with kills, rollbacks and an older process: every acknowledged value is readable, or named as parked. A failure prints its steps, made as few as it takes. */
import { inDepth, seedOr } from '../harness/depth.ts'
import { dice } from '../harness/dice.ts'
import { DURABLE } from '../harness/start.ts'
import { CHANGES, type ChangeName, FIRST, type Former, SHARED_CHANGES, settled } from './changing-schema.ts'
import { ChangingSite } from './changing-site.ts'

/** Of each run, by database. */
const STEPS: Record<string, number> = { SQLite: 20, Postgres: 10 }
const A_GAME = 10
/** How often fewer steps are tried, where some fail. */
const TRIES = Number(process.env['GALLEY_TRIES'] ?? 12)

interface Step {
  change: ChangeName
  seed: number
}

function drawn(seed: number, count: number): Step[] {
  const roll = dice(seed)
  const all = Object.keys(CHANGES) as ChangeName[]
  return Array.from({ length: count }, () => ({ change: all[roll(all.length)]!, seed: roll(2 ** 31) }))
}

/** Each step draws from a seed of its own, so that it stays the same without others. */
async function play(where: string, steps: readonly Step[], history: string[]): Promise<void> {
  const site = new ChangingSite(where)
  const former: Former = new Map()
  let schema = FIRST
  try {
    await site.migrate(schema)
    await site.write(schema, dice(1))
    for (const { change, seed } of steps) {
      const roll = dice(seed)
      const before = settled(schema)
      const next = CHANGES[change](before, roll, former)
      if (!next) continue
      const isShared = SHARED_CHANGES.includes(change)
      history.push(change)
      if (roll(15) === 0) {
        history.push('(killed)')
        await site.killed(next, roll)
      }
      const made = await site.migrate(next, isShared)
      history.push(...made)
      await site.check()
      if (roll(6) === 0 && made.length > 0) {
        history.push('(taken back)')
        await site.undo(before)
        await site.check()
        schema = before
      } else schema = next
      await site.write(schema, roll, schema === next ? before : undefined)
    }
  } finally {
    await site.end()
  }
}

/** Without each step that a failure does not need. */
async function fewest(place: () => string, steps: readonly Step[]): Promise<Step[]> {
  let few = [...steps]
  for (let at = few.length - 1, tries = 0; at >= 0 && tries < TRIES; at--, tries++) {
    const fewer = few.filter((_, index) => index !== at)
    const isEnough = await play(place(), fewer, []).then(
      () => false,
      () => true,
    )
    if (isEnough) few = fewer
  }
  return few
}

describe('migrations: a schema that changes while people write @long', () => {
  const total = (database: string) => inDepth(STEPS[database]!, 500)
  for (const [database, place] of Object.entries(DURABLE)) {
    const games = Math.ceil(total(database) / A_GAME)
    for (let game = 1; game <= games; game++)
      it(`loses no value with ${database}, game ${game}`, async function () {
        this.timeout(600_000)
        const given = process.env['GALLEY_GAME']
        const seed = seedOr(1) + game
        const steps: Step[] = given === undefined ? drawn(seed, A_GAME) : JSON.parse(given)
        const history: string[] = []
        try {
          await play(place(), steps, history)
        } catch (error) {
          const few = await fewest(place, steps)
          throw new Error(`${(error as Error).message}\n${history.join('\n')}\nAgain with GALLEY_GAME='${JSON.stringify(few)}'`, {
            cause: error,
          })
        }
      })
  }
})
