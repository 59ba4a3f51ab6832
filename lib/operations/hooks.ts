/** Runs a configuration's hooks. They hold no lock: before the write they may run again, and after it their failures are logged.
 * Tested by test/operations/hook-depth.test.ts.
 */
import type { COLLECTION_HOOKS } from '../../schema/code-module.ts'
import type { Entity } from '../../schema/model.ts'
import { kindOf } from '../../schema/plain-object.ts'
import { Caller, system } from '../actor.ts'
import { Ambient } from '../ambient.ts'
import type { Engine, Operation } from '../engine.ts'
import { hasShownValues, whole } from '../query/payload.ts'
import type { Doc } from '../store/document.ts'
import { deepCopy } from './admit.ts'
import { withStored } from './shown-values.ts'
import { unprintableIn } from './unprintable.ts'

/** How many after-hooks a change may be nested in: a hook that changes its own document would otherwise never end. */
const DEEPEST = 20

const depth = new Ambient<number>()

export type HookName = (typeof COLLECTION_HOOKS)[number]

type Hook = (facts: Record<string, unknown>) => unknown

function hooksOf(entity: Entity, name: HookName): Hook[] {
  const given = entity.code.hooks?.[name]
  return given === undefined ? [] : ([given].flat() as Hook[])
}

/** For the steps that run hooks: only entities with such hooks have the step. */
export const withHooks = (name: HookName) => (entity: Entity) => hooksOf(entity, name).length > 0

/** The arguments that every hook receives. */
function factsFor(engine: Engine, entity: Entity, caller: Caller): Record<string, unknown> {
  return {
    user: caller.actor.user,
    context: caller.context,
    slug: entity.slug,
    cms: engine.handle(new Caller(system, caller.context)),
  }
}

/** Runs hooks that may return new data. */
export async function runChanging(
  operation: Operation,
  name: 'beforeValidate' | 'beforeChange',
  receive: (data: Doc) => Doc,
): Promise<boolean> {
  const hookData = operation.hookData?.get(name)
  if (hookData) {
    operation.data = deepCopy(hookData) as Doc
    return true
  }
  let changed = false
  const { engine, turn } = operation
  for (const hook of hooksOf(operation.entity, name)) {
    const given = await engine.queue.inHook(turn, () =>
      hook({
        ...factsFor(engine, operation.entity, operation.caller),
        data: operation.data,
        operation: operation.name,
        ...originalOf(operation, 'originalDoc'),
      }),
    )
    const data = returnedBy(name, operation.entity, given)
    if (!data) continue
    engine.unknownFields?.log(operation.entity, data, `the hook ${name} of '${operation.entity.slug}'`)
    operation.data = asMeant(operation, receive(data))
    changed = true
  }
  hear(operation, name)
  return changed
}

const RETURNS = {
  beforeValidate: 'the data, or nothing to leave it as it is; to refuse the change, throw an error',
  beforeChange: 'the data, or nothing to leave it as it is; to refuse the change, throw an error',
  afterRead: 'the document, or nothing to leave it as it is',
}

/** The data or document that a hook returned; undefined for nothing. A text is probably a message, which would refuse the change in 'validate'. */
function returnedBy(name: keyof typeof RETURNS, { slug }: Entity, given: unknown): Doc | undefined {
  if (given === undefined || given === null) return undefined
  if (isDocument(given)) return given
  const returned = typeof given === 'string' ? 'a text' : kindOf(given)
  throw new Error(`The hook ${name} of '${slug}' returned ${returned}; it must return ${RETURNS[name]}`)
}

/** Unlike other plain objects, documents carry hidden keys: values that the schema doesn't know. */
const isDocument = (given: unknown): given is Doc =>
  typeof given === 'object' && !Array.isArray(given) && !OTHERS.some((kind) => given instanceof kind)

/** Objects that hold their values elsewhere than in their keys. */
const OTHERS = [Map, Set, Date, Error]

/** Hooks receive stored values in the form that readers see, and may return them in that form. */
function asMeant({ entity, original }: Operation, data: Doc): Doc {
  return original && hasShownValues(entity) ? withStored(entity.fields, data, [{ content: original.doc }]) : data
}

export async function runBeforeDelete(operation: Operation): Promise<void> {
  const { engine, entity, caller, turn, request } = operation
  if (operation.events?.length === 0 || operation.hookData?.has('beforeDelete')) return
  for (const hook of hooksOf(entity, 'beforeDelete'))
    await engine.queue.inHook(turn, () => hook({ ...factsFor(engine, entity, caller), id: request.id }))
  hear(operation, 'beforeDelete')
}

/** Stores the data. Otherwise a hook that changes its document once more would make that change start over each time. */
function hear(operation: Operation, name: HookName): void {
  const { turn, data } = operation
  if (!turn || turn.touches === 0) return
  operation.hookData ??= new Map()
  operation.hookData.set(name, deepCopy(data) as Doc)
}

/** Makes the hooks run again if another change has modified the document. */
export function forgetHookData(operation: Operation): void {
  const { turn, original } = operation
  if (!turn) return
  const rev = original?.meta?.rev ?? 0
  if (rev !== turn.rev + turn.touches) operation.hookData = undefined
  turn.rev = rev
  turn.touches = 0
}

/** Runs after the commit: a failure is logged, the change is kept, and the other hooks still run. */
export async function runAfter(operation: Operation, name: 'afterChange' | 'afterDelete', facts: Record<string, unknown>): Promise<void> {
  const { engine, entity, caller } = operation
  const level = (depth.value ?? 0) + 1
  for (const hook of hooksOf(entity, name)) {
    try {
      if (level > DEEPEST)
        throw new Error(
          `it was not run, because ${DEEPEST} after-hooks have triggered one another. A hook that changes documents must stop doing so at some point`,
        )
      await depth.with(level, async () =>
        hook({
          ...factsFor(engine, entity, caller),
          ...facts,
          ...(name === 'afterChange' && { operation: operation.name, ...originalOf(operation, 'previousDoc') }),
        }),
      )
    } catch (error) {
      engine.settings.log.error(`the hook ${name} of '${entity.slug}' failed; the change was kept`, { error })
    }
  }
}

export async function runAfterRead(engine: Engine, entity: Entity, doc: Doc, caller: Caller): Promise<Doc> {
  let shown = doc
  for (const hook of hooksOf(entity, 'afterRead')) {
    const given = await hook({ ...factsFor(engine, entity, caller), doc: shown })
    shown = returnedBy('afterRead', entity, given) ?? shown
    const problem = unprintableIn(shown)
    if (problem !== undefined) throw new Error(`The hook afterRead of '${entity.slug}' returned what JSON can't hold: ${problem}`)
  }
  return shown
}

const originalOf = ({ original, entity }: Operation, name: string) => (original ? { [name]: whole(entity, original) } : {})
