// `npm run test:mutants`: breaks the listed lines one by one and reports those whose loss no test notices.
// `npm run test:mutants -- ssrf session` runs the mutants with one of these words in their names; `--jobs 4` runs four at a time.
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { withPostgres } from '../harness/postgres-server.ts'
import { Copy, type Run } from './copy.ts'
import { mutants } from './list.ts'
import type { Mutant } from './mutant.ts'

interface Outcome {
  mutant: Mutant
  /** `killed` is good. */
  state: 'killed' | 'survived' | 'not found' | 'not tested'
  detail: string
  seconds: number
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { jobs: { type: 'string', default: String(Math.min(4, availableParallelism())) } },
})
const chosen = mutants.filter(({ name }) => positionals.length === 0 || positionals.some((word) => name.includes(word)))
if (chosen.length === 0) {
  console.error(`No mutant is called so. There are: ${mutants.map(({ name }) => name).join(', ')}`)
  process.exit(1)
}

const copies: Copy[] = []
process.once('exit', () => {
  for (const copy of copies) copy.remove()
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))

/** Whether tests pass without the fault, asked once for each set of them. */
const baselines = new Map<string, Promise<Run>>()

async function outcomeOf(mutant: Mutant, copy: Copy): Promise<Omit<Outcome, 'seconds'>> {
  const broken = await copy.broken(mutant)
  if (!broken) return { mutant, state: 'not found', detail: `${mutant.file} does not hold its line exactly once` }
  if (broken.trouble) return { mutant, state: 'not tested', detail: broken.trouble }
  if (!broken.failed) {
    return broken.passed > 0
      ? { mutant, state: 'survived', detail: mutant.why }
      : { mutant, state: 'not tested', detail: `no test is called '${mutant.grep}'` }
  }
  const key = JSON.stringify([mutant.tests, mutant.grep])
  if (!baselines.has(key)) baselines.set(key, copy.whole(mutant))
  const whole = await baselines.get(key)!
  if (whole.failed || whole.trouble)
    return { mutant, state: 'not tested', detail: `fails without the mutant as well: ${whole.failed ?? whole.trouble}` }
  return { mutant, state: 'killed', detail: broken.failed }
}

async function runAll(): Promise<Outcome[]> {
  const waiting = [...chosen]
  const outcomes: Outcome[] = []
  const work = async () => {
    const copy = new Copy()
    copies.push(copy)
    for (let mutant = waiting.shift(); mutant; mutant = waiting.shift()) {
      const begun = performance.now()
      const outcome = await outcomeOf(mutant, copy)
      outcomes.push({ ...outcome, seconds: (performance.now() - begun) / 1000 })
      console.log(`${String(outcomes.length).padStart(3)}/${chosen.length}  ${line(outcomes.at(-1)!)}`)
    }
  }
  await Promise.all(Array.from({ length: Math.max(1, Number(values.jobs) || 1) }, work))
  return outcomes
}

const line = ({ mutant, state, detail, seconds }: Outcome) =>
  `${state.padEnd(10)} ${mutant.name.padEnd(28)} ${seconds.toFixed(0).padStart(4)} s  ${detail.slice(0, 120)}`

// One Postgres for all of them: each test has a schema of its own.
const outcomes = await withPostgres(runAll)
const bad = outcomes.filter(({ state }) => state !== 'killed')
console.log(`\n${outcomes.length - bad.length} of ${outcomes.length} killed`)
for (const outcome of bad) console.log(line(outcome), `\n${''.padEnd(11)}${outcome.mutant.file}: ${outcome.mutant.before.trim()}`)
process.exit(bad.length === 0 ? 0 : 1)
