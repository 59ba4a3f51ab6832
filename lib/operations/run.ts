/** Runs an operation: a read goes straight through; a change decides without a lock, then writes in one short transaction. */

import { type Engine, Operation } from '../engine.ts'
import { GalleyError } from '../errors.ts'
import { debugging } from '../log.ts'
import { Pace } from '../pace.ts'
import { SCOPE } from '../store/columns.ts'
import { TransactionConflict } from '../store/contract.ts'
import type { Doc } from '../store/document.ts'
import { Rows } from '../store/records.ts'
import type { Statement } from '../store/write-set.ts'
import { copying } from './admit.ts'
import { CHANGES, type OperationRequest } from './contract.ts'
import { releaseSlugs } from './free-slug.ts'
import { forgetHeard } from './hooks.ts'
import { DECIDING } from './intent.ts'
import type { Pipeline, Pipelines, Step } from './stages.ts'
import { UniqueClash, uniqueRefusal, withOthersTaken } from './unique.ts'
import { flush } from './write.ts'

/** The maximum number of attempts: a change is decided again whenever another process or a hook changed the document first. */
const TRIES = 60
/** From this attempt on, the row is locked while the change is decided. */
const HOLDING_FROM = 8
const LONGEST_PAUSE = 100

export function run(engine: Engine, ways: Pipelines, asking: OperationRequest): Promise<Operation> {
  if (engine.telemetry.isOn)
    return engine.telemetry.operation(asking.intent ?? asking.name, asking.entity.slug, () => begin(engine, ways, asking))
  return begin(engine, ways, asking)
}

function begin(engine: Engine, ways: Pipelines, asking: OperationRequest): Promise<Operation> {
  const operation = new Operation(engine, asking)
  if (CHANGES.includes(asking.name)) return change(operation, ways)
  return through(ways.of(asking.entity, asking.name, asking.intent).straight, operation)
}

async function change(operation: Operation, ways: Pipelines): Promise<Operation> {
  const { engine, entity, name, asking } = operation
  const way = ways.of(entity, name, asking.intent)
  operation.pace = new Pace()
  await through(way.admit, operation)
  await through(way.receive, operation)
  await operation.pace.rest()
  if (!(await inTurn(operation, way))) return operation.idle ? unchanged(operation, way) : operation
  const { store } = engine
  const { settle: listeners, present } = ways.of(entity, name, operation.intentName)
  await store.settled(() => settle(operation, listeners))
  return store.answering(() => through(present, operation))
}

/** Returns whether the change was written. Changes to the same document run one at a time. */
async function inTurn(operation: Operation, way: Pipeline): Promise<boolean> {
  if (operation.name === 'create') return untilWritten(operation, way)
  const { queue, store } = operation.engine
  const taken = queue.take(store.place, documentOf(operation))
  operation.turn = taken instanceof Promise ? await taken : taken
  try {
    return await untilWritten(operation, way)
  } finally {
    operation.turn.end()
  }
}

async function untilWritten(operation: Operation, way: Pipeline): Promise<boolean> {
  const { store } = operation.engine
  const received = operation.data
  for (let tries = 1; ; tries++) {
    const attempt = () => decideAndWrite(operation, way, received)
    try {
      return await (tries < HOLDING_FROM || operation.name === 'create' ? attempt() : store.holding(lockOf(operation), attempt))
    } catch (error) {
      if (tries < TRIES && isWorthAnotherTry(error, operation)) {
        if (error instanceof UniqueClash && error.field) operation.taken = new Set(operation.taken).add(error.field)
        await pause(tries)
      } else throw error instanceof UniqueClash ? await withOthersTaken(error, operation) : error
    } finally {
      releaseSlugs(operation)
    }
  }
}

async function decideAndWrite(operation: Operation, way: Pipeline, received: Doc): Promise<boolean> {
  operation.data = (await operation.pace!.through(copying(received))) as Doc
  const { guards = [], writes = [], afterwards = [] } = operation.asking.with ?? {}
  operation.writes = { guards: [...guards], writes: [], seals: [] }
  operation.afterwards = [...afterwards]
  operation.made = new Set()
  operation.now = operation.engine.settings.clock.now().toISOString()
  operation.row = operation.events = operation.turnedInto = undefined
  for (const stage of DECIDING) {
    await through(way[stage], operation)
    if (operation.idle || operation.conditionFailed) return false
    if (stage === 'load') forgetHeard(operation)
  }
  await through(way.write, operation)
  operation.writes.writes.push(...writes)
  await flush(operation)
  if (operation.turn) operation.engine.queue.changed(documentOf(operation))
  return true
}

/** The document's key in the queue. */
const documentOf = ({ entity, asking, scope }: Operation): string => `${entity.slug} ${asking.id ?? `of ${scope}`}`

/** Locks the row. */
function lockOf({ entity, asking, scope, engine }: Operation): Statement {
  const mine = asking.id === undefined ? { [SCOPE]: scope! } : { id: asking.id }
  return new Rows(entity.slug, engine.store).select(mine, { columns: ['id'], lock: true })
}

/** Random jitter, so that conflicting changes don't retry at the same moment. */
const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, LONGEST_PAUSE)))

function unchanged(operation: Operation, way: Pipeline): Promise<Operation> {
  operation.saved = operation.original
  return through(way.present, operation)
}

/** Finds a document that the caller may change, without changing it. */
export function reach(engine: Engine, ways: Pipelines, asking: Omit<OperationRequest, 'name'>): Promise<Operation> {
  const operation = new Operation(engine, { input: {}, ...asking, name: 'update' })
  operation.pace = new Pace()
  const way = ways.of(asking.entity, 'update')
  return through([...way.admit, ...way.load], operation)
}

async function settle(operation: Operation, listeners: readonly Step[]): Promise<void> {
  for (const effect of operation.afterwards) await effect()
  await through(listeners, operation)
}

function isWorthAnotherTry(error: unknown, operation: Operation): boolean {
  if (error instanceof TransactionConflict) return !operation.engine.store.isHeld
  const stale = error instanceof GalleyError && error.code === 'STALE' && operation.asking.ifMatch === undefined
  return stale || uniqueRefusal(error)?.isMade === true
}

async function through(steps: readonly Step[], operation: Operation): Promise<Operation> {
  for (const step of steps) {
    if (debugging) operation.engine.settings.log.info(`${operation.name} ${operation.entity.slug}: ${step.stage} ${step.name}`)
    const waiting = step.run(operation)
    if (waiting) await waiting
    if (operation.conditionFailed) break
    const rest = operation.pace?.rest()
    if (rest) await rest
  }
  return operation
}
