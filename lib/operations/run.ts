/** Runs an operation: a read goes straight through; a change decides without any lock, then writes in one short transaction. */
import { GalleyError } from '../errors.ts'
import { debugging } from '../log.ts'
import { Pace } from '../pace.ts'
import type { Doc } from '../store/documents.ts'
import { copy } from './admit.ts'
import { type Asking, type Engine, Operation } from './operation.ts'
import { CHANGES, DECIDING, type Step, type Way } from './stages.ts'
import { UniqueClash, uniqueRefusal, withOthersTaken } from './unique.ts'
import { flush } from './write.ts'

/** How often a change is decided again because its document changed meanwhile. */
const TRIES = 3

export function run(engine: Engine, asking: Asking): Promise<Operation> {
  if (engine.telemetry.isOn)
    return engine.telemetry.operation(asking.intent ?? asking.name, asking.entity.slug, () => begin(engine, asking))
  return begin(engine, asking)
}

function begin(engine: Engine, asking: Asking): Promise<Operation> {
  const operation = new Operation(engine, asking)
  const way = engine.ways.of(asking.entity, asking.name, asking.intent)
  if (!CHANGES.includes(asking.name)) {
    return through(way.straight, operation)
  }
  return change(operation, way)
}

async function change(operation: Operation, way: Way): Promise<Operation> {
  operation.pace = new Pace()
  await through(way.admit, operation)
  await through(way.receive, operation)
  await operation.pace.rest()
  const received = operation.data
  for (let tries = 1; ; tries++) {
    operation.data = copy(received, 0) as Doc
    await operation.pace.rest()
    const { guards = [], writes = [], afterwards = [] } = operation.asking.with ?? {}
    operation.writes = { guards: [...guards], writes: [], seals: [] }
    operation.afterwards = [...afterwards]
    operation.made = new Set()
    operation.now = operation.engine.settings.clock.now().toISOString()
    operation.row = operation.events = undefined
    for (const stage of DECIDING) {
      await through(way[stage], operation)
      if (operation.idle) return unchanged(operation, way)
    }
    if (operation.name !== 'create' && !operation.original && operation.asking.condition) return operation
    try {
      await through(way.write, operation)
      operation.writes.writes.push(...writes)
      await flush(operation)
      break
    } catch (error) {
      if (isWorthAnotherTry(error, operation) && tries < TRIES) continue
      throw error instanceof UniqueClash ? await withOthersTaken(error, operation) : error
    }
  }
  const { store } = operation.engine
  await store.settled(() => settle(operation, way))
  return store.answering(() => through(way.present, operation))
}

function unchanged(operation: Operation, way: Way): Promise<Operation> {
  operation.saved = operation.original
  operation.rev = operation.original?.meta?.rev ?? 0
  return through(way.present, operation)
}

/** Finds the document that the caller may change, without changing it. */
export function reach(engine: Engine, asking: Omit<Asking, 'name'>): Promise<Operation> {
  const operation = new Operation(engine, { input: {}, ...asking, name: 'update' })
  const way = engine.ways.of(asking.entity, 'update')
  return through([...way.admit, ...way.load], operation)
}

async function settle(operation: Operation, way: Way): Promise<void> {
  for (const effect of operation.afterwards) await effect()
  await through(way.settle, operation)
}

function isWorthAnotherTry(error: unknown, operation: Operation): boolean {
  const stale = error instanceof GalleyError && error.code === 'STALE' && operation.asking.ifMatch === undefined
  return stale || uniqueRefusal(error)?.isMade === true
}

async function through(steps: readonly Step[], operation: Operation): Promise<Operation> {
  for (const step of steps) {
    if (debugging) operation.engine.settings.log.info(`${operation.name} ${operation.entity.slug}: ${step.stage} ${step.name}`)
    const waiting = step.run(operation)
    if (waiting) await waiting
    const rest = operation.pace?.rest()
    if (rest) await rest
  }
  return operation
}
