/** The check stage: validates the values of a change and runs the hooks that may refuse it. Tested by test/operations/refusals.test.ts. */
import { derived } from '../../schema/derived.ts'
import { childrenOf, everyField, type Field, fieldsOfRow, hasRows, isGroup, isRichText, type RichTextField } from '../../schema/model.ts'
import type { Refusal, Validators } from '../../schema/validators.ts'
import type { Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import type { Doc } from '../store/document.ts'
import { blocksIn } from '../store/texts.ts'
import { checkTexts, missingInTexts } from './check-text.ts'
import { SAVES } from './contract.ts'
import { runBeforeDelete, runChanging, withHooks } from './hooks.ts'
import { limitLists } from './limit-lists.ts'
import { isObjectOf, receive } from './receive.ts'
import { mergeChange } from './shape.ts'
import type { Step } from './stages.ts'
import { refuseMissingTargets } from './targets.ts'
import { refuseTakenValues } from './unique.ts'
import { answeredFor } from './unwritten-language.ts'

export const checkSteps: readonly Step[] = [
  {
    name: 'validate',
    stage: 'check',
    sentence:
      'Checks the format of values, required fields, relation targets and the fields’ own `validate`. All problems are reported together, including unique values that are already taken.',
    on: SAVES,
    toleratesMissing: true,
    run: validate,
  },
  {
    name: 'beforeChange',
    stage: 'check',
    sentence: 'Runs the `beforeChange` hooks; data that they return is validated again.',
    on: SAVES,
    for: withHooks('beforeChange'),
    run: beforeChange,
  },
  {
    name: 'beforeDelete',
    stage: 'check',
    sentence: 'Runs the `beforeDelete` hooks.',
    on: ['delete'],
    for: withHooks('beforeDelete'),
    run: runBeforeDelete,
  },
]

async function validate(operation: Operation): Promise<void> {
  const { entity, engine, refusals } = operation
  const { partial, required } = engine.validators(entity)
  const { refusals: found, more } = partial(operation.data, refusals.room)
  for (const refusal of found) refusals.add(refusal)
  refusals.count(more)
  await checkTexts(operation)
  if (!engine.features.mayLack(entity, operation.doc)) refuseMissing(await missing(operation, required), operation)
  // The list is full: further checks could add nothing to it.
  if (refusals.isFull) refusals.throwIfAny()
  const hasMore = hasOwnChecks(entity.fields)
  await refuseMissingTargets(operation, !hasMore)
  if (hasMore) await askFields(entity.fields, operation.data, '', operation)
  // Without other problems, the write itself detects taken values at no cost.
  if (!refusals.isEmpty && !engine.features.mayLack(entity, operation.doc)) await refuseTakenValues(operation)
  refusals.throwIfAny()
}

async function missing(operation: Operation, required: Validators['required']) {
  const { entity, name, data, doc, original, pace = new Pace() } = operation
  const given = name === 'create' ? data : doc
  const found = await answeredFor(required(given, original?.doc), operation)
  return [...found, ...(await missingInTexts(entity.fields, given, pace))]
}

function refuseMissing(found: readonly Refusal[], { entity, refusals }: Operation): void {
  for (const refusal of found) {
    const { field, reason } = refusal
    // If the source field was refused, the slug is missing only because of that.
    const from = entity.fields.find((one) => one.name === field)?.from
    if (reason !== 'required') refusals.add(refusal)
    else if (from === undefined || !refusals.concern(from)) refusals.add({ ...refusal, code: 'REQUIRED' })
  }
}

const hasOwnCheck = (field: Field): boolean => field.validate !== undefined || field.custom?.validate !== undefined

/** Also in the blocks of texts. */
const hasOwnChecks: (fields: readonly Field[]) => boolean = derived((fields: readonly Field[]): boolean =>
  [...everyField(fields)].some(
    (field) => hasOwnCheck(field) || (isRichText(field) && field.richText.blocks.some((block) => hasOwnChecks(block.fields))),
  ),
)

/** Runs the fields' own `validate`, and that of custom types, on values that are well formed. */
async function askFields(fields: readonly Field[], data: Doc, within: string, operation: Operation): Promise<void> {
  for (const field of fields) {
    const value = data[field.name]
    if (value === undefined) continue
    const path = within + field.name
    if (hasOwnCheck(field) && !operation.refusals.concern(path)) {
      const message = await answerOf(field, value, operation)
      if (typeof message === 'string') operation.refusals.add({ field: path, message })
    }
    if (isRichText(field)) await askBlocks(field, value, path, operation)
    if (isGroup(field)) {
      if (isObjectOf(value)) await askFields(field.fields, value, `${path}.`, operation)
    } else if (hasRows(field) && Array.isArray(value) && hasOwnChecks(childrenOf(field))) {
      for (const [index, row] of value.entries()) {
        if (isObjectOf(row)) await askFields(fieldsOfRow(field, row), row, `${path}.${index}.`, operation)
        await operation.pace?.rest()
      }
    }
  }
}

/** What comes back from history keeps its blocks as they were. */
async function askBlocks(field: RichTextField, value: unknown, path: string, operation: Operation): Promise<void> {
  if (operation.intent?.bringsBack) return
  for (const { block, attrs, path: at } of blocksIn(field, value)) {
    await askFields(block.fields, attrs, `${path}${at}.`, operation)
    await operation.pace?.rest()
  }
}

async function answerOf(field: Field, value: unknown, operation: Operation): Promise<unknown> {
  const context = { data: operation.doc, operation: operation.name }
  try {
    const isEmpty = value === null || value === ''
    const message = isEmpty ? undefined : await field.custom?.validate?.(value, { options: field.customOptions })
    if (typeof message === 'string' || !field.validate) return message
    const answer: unknown = await field.validate(value, context)
    if (answer !== true && typeof answer !== 'string')
      throw new Error(`'validate' of '${field.path}' in '${operation.entity.slug}' must return true or a message, not ${String(answer)}`)
    return answer
  } catch (error) {
    // It may have read another field whose value was refused; it runs again once that one is valid.
    if (operation.refusals.isEmpty) throw error
    return undefined
  }
}

async function beforeChange(operation: Operation): Promise<void> {
  const changed = await runChanging(operation, 'beforeChange', (data) =>
    receive(operation.entity.fields, data, { refusals: operation.refusals }),
  )
  if (!changed) return
  limitLists(operation)
  await mergeChange(operation)
  await validate(operation)
}
