/** Runs an operation: a read goes straight through; a change decides without a lock, then writes in one short transaction. */

import { type Engine, Operation } from '../engine.ts'
import { type Code, GalleyError } from '../errors.ts'
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
import { forgetHookData } from './hooks.ts'
import { DECIDING } from './intent.ts'
import type { Pipeline, Pipelines, Step } from './stages.ts'
import { UniqueClash, uniqueRefusal, withOthersTaken } from './unique.ts'
import { flush } from './write.ts'

/** The maximum number of attempts: a change is decided again whenever another process or a hook changed the document first. */
const TRIES = 60
/** From this attempt on, the row is locked while the change is decided. */
const HOLDING_FROM = 8
const LONGEST_PAUSE = 100

export function run(engine: Engine, pipelines: Pipelines, request: OperationRequest): Promise<Operation> {
  if (engine.telemetry.isOn)
    return engine.telemetry.operation(request.intent ?? request.name, request.entity.slug, () => begin(engine, pipelines, request))
  return begin(engine, pipelines, request)
}

function begin(engine: Engine, pipelines: Pipelines, request: OperationRequest): Promise<Operation> {
  const operation = new Operation(engine, request)
  if (CHANGES.includes(request.name)) return change(operation, pipelines)
  return through(pipelines.of(request.entity, request.name, request.intent).straight, operation)
}

async function change(operation: Operation, pipelines: Pipelines): Promise<Operation> {
  const { engine, entity, name, request } = operation
  const pipeline = pipelines.of(entity, name, request.intent)
  operation.pace = new Pace()
  await through(pipeline.admit, operation)
  await through(pipeline.receive, operation)
  await operation.pace.rest()
  if (!(await inTurn(operation, pipeline))) return operation.idle ? unchanged(operation, pipeline) : operation
  const { store } = engine
  const { settle: listeners, present } = pipelines.of(entity, name, operation.intentName)
  await store.settled(() => settle(operation, listeners))
  return store.answering(() => through(present, operation))
}

/** Returns whether the change was written. Changes to the same document run one at a time. */
async function inTurn(operation: Operation, pipeline: Pipeline): Promise<boolean> {
  if (operation.name === 'create') return untilWritten(operation, pipeline)
  const { queue, store } = operation.engine
  const taken = queue.take(store.place, documentOf(operation))
  operation.turn = taken instanceof Promise ? await taken : taken
  try {
    return await untilWritten(operation, pipeline)
  } finally {
    operation.turn.end()
  }
}

async function untilWritten(operation: Operation, pipeline: Pipeline): Promise<boolean> {
  const { store } = operation.engine
  const received = operation.data
  operation.looksUpTargets = !pipeline.check.every(({ toleratesMissing }) => toleratesMissing)
  for (let tries = 1; ; tries++) {
    const attempt = () => decideAndWrite(operation, pipeline, received)
    try {
      return await (tries < HOLDING_FROM || operation.name === 'create' ? attempt() : store.holding(lockOf(operation), attempt))
    } catch (error) {
      if (operation.leavesTargets && isRefused(error)) operation.looksUpTargets = true
      else if (tries < TRIES && isWorthAnotherTry(error, operation)) {
        if (error instanceof UniqueClash && error.field) operation.taken = new Set(operation.taken).add(error.field)
        await pause(tries)
      } else throw error instanceof UniqueClash ? await withOthersTaken(error, operation) : error
    } finally {
      releaseSlugs(operation)
    }
  }
}

async function decideAndWrite(operation: Operation, pipeline: Pipeline, received: Doc): Promise<boolean> {
  const { pace = new Pace() } = operation
  operation.data = (await pace.through(copying(received))) as Doc
  const { guards = [], writes = [], afterwards = [] } = operation.request.with ?? {}
  operation.writes = { guards: [...guards], writes: [], seals: [] }
  operation.afterwards = [...afterwards]
  operation.made = new Set()
  operation.leavesTargets = false
  operation.now = operation.engine.settings.clock.now().toISOString()
  operation.row = operation.written = operation.events = operation.turnedInto = undefined
  for (const stage of DECIDING) {
    await through(pipeline[stage], operation)
    if (operation.idle || operation.conditionFailed) return false
    if (stage === 'load') forgetHookData(operation)
  }
  await through(pipeline.write, operation)
  operation.writes.writes.push(...writes)
  await flush(operation)
  if (operation.turn) operation.engine.queue.changed(documentOf(operation))
  return true
}

/** The document's key in the queue. */
const documentOf = ({ entity, request, scope }: Operation): string => `${entity.slug} ${request.id ?? `of ${scope}`}`

/** Locks the row. */
function lockOf({ entity, request, scope, engine }: Operation): Statement {
  // biome-ignore lint/style/noNonNullAssertion: a change without an id is one of a global, in a scope
  const mine = request.id === undefined ? { [SCOPE]: scope! } : { id: request.id }
  return new Rows(entity.slug, engine.store).select(mine, { columns: ['id'], lock: true })
}

/** Random jitter, so that conflicting changes don't retry at the same moment. */
const pause = (tries: number) => new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** tries, LONGEST_PAUSE)))

function unchanged(operation: Operation, pipeline: Pipeline): Promise<Operation> {
  operation.saved = operation.original
  return through(pipeline.present, operation)
}

/** Finds a document that the caller may change, without changing it. */
export function reach(engine: Engine, pipelines: Pipelines, request: Omit<OperationRequest, 'name'>): Promise<Operation> {
  const operation = new Operation(engine, { input: {}, ...request, name: 'update' })
  operation.pace = new Pace()
  const pipeline = pipelines.of(request.entity, 'update')
  return through([...pipeline.admit, ...pipeline.load], operation)
}

async function settle(operation: Operation, listeners: readonly Step[]): Promise<void> {
  for (const effect of operation.afterwards) await effect()
  await through(listeners, operation)
}

/** A check or the database refused the change, so nothing of it is stored. */
const isRefused = (error: unknown) => error instanceof GalleyError && REFUSED.includes(error.code)

const REFUSED: readonly Code[] = ['VALIDATION', 'UNIQUE', 'STALE', 'FORBIDDEN']

function isWorthAnotherTry(error: unknown, operation: Operation): boolean {
  if (error instanceof TransactionConflict) return !operation.engine.store.isHeld
  const stale = error instanceof GalleyError && error.code === 'STALE' && operation.request.ifMatch === undefined
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
