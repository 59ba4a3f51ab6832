/** Is it well formed and allowed? */
import { messages } from '../../schema/messages.ts'
import { everyField, type Field, fieldsOfRow, isRelation } from '../../schema/model.ts'
import { Caller, system } from '../actor.ts'
import { GalleyError, type Refusal } from '../errors.ts'
import { and } from '../query/filter.ts'
import { byIds } from '../query/reader.ts'
import { plainView, type View } from '../query/view.ts'
import type { Doc } from '../store/documents.ts'
import { choicesOf } from './choices.ts'
import { runBeforeDelete, runChanging } from './hooks.ts'
import type { Operation } from './operation.ts'
import { receive } from './receive.ts'
import { merge } from './shape.ts'
import { SAVES, type Step } from './stages.ts'

export const checkSteps: readonly Step[] = [
  {
    name: 'validate',
    stage: 'check',
    sentence: 'Asks Ajv, what is required, the fields’ own `validate`, and whether relations point to something.',
    on: SAVES,
    run: validate,
  },
  {
    name: 'beforeChange',
    stage: 'check',
    sentence: 'Runs the hooks `beforeChange`; data they give is validated again.',
    on: SAVES,
    run: beforeChange,
  },
  {
    name: 'beforeDelete',
    stage: 'check',
    sentence: 'Runs the hooks `beforeDelete`.',
    on: ['delete'],
    run: runBeforeDelete,
  },
]

async function validate(operation: Operation): Promise<void> {
  const { entity, engine } = operation
  const { partial, required } = engine.validators(entity)
  const whole = operation.name === 'create' ? operation.data : operation.doc
  const found = [...partial(operation.data), ...(engine.mayLack(entity, operation.doc) ? [] : required(whole))]
  const refusals: Refusal[] = []
  for (const { field, message } of found) {
    if (refusals.some((known) => known.field === field)) continue
    if (message !== messages.isRequired) refusals.push({ field, message })
    else if (!isMadeFromRefused(field, refusals, operation)) refusals.push({ field, message, code: 'REQUIRED' })
  }
  if (refusals.length === 0) {
    refusals.push(...(await ownRefusals(operation.entity.fields, operation.data, '', operation)))
    refusals.push(...(await missingTargets(operation)))
  }
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
}

/** A slug is missing only because its source was refused. */
function isMadeFromRefused(path: string, refusals: readonly Refusal[], { entity }: Operation): boolean {
  const from = entity.fields.find((field) => field.name === path)?.from
  return from !== undefined && refusals.some((refusal) => refusal.field === from)
}

/** The fields' own `validate`, and that of custom types. */
async function ownRefusals(fields: readonly Field[], data: Doc, within: string, operation: Operation): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  for (const field of fields) {
    const value = data?.[field.name]
    if (value === undefined) continue
    const path = within + field.name
    const said = await saidOf(field, value, operation)
    if (typeof said === 'string') refusals.push({ field: path, message: said })
    if (field.type.name === 'group') refusals.push(...(await ownRefusals(field.fields!, value, `${path}.`, operation)))
    else if (Array.isArray(value) && (field.fields || field.blocks)) {
      for (const [index, row] of value.entries()) {
        const inside = fieldsOfRow(field, row)
        refusals.push(...(await ownRefusals(inside, row, `${path}.${index}.`, operation)))
      }
    }
  }
  return refusals
}

async function saidOf(field: Field, value: unknown, operation: Operation): Promise<unknown> {
  if (value === null || value === '')
    return field.validate ? field.validate(value, { data: operation.doc, operation: operation.name }) : true
  const said = await field.custom?.validate?.(value, { options: field.customOptions })
  if (typeof said === 'string') return said
  return field.validate?.(value, { data: operation.doc, operation: operation.name })
}

const SYSTEM = new Caller(system)
/** What nobody sees yet may be pointed to; what is not there for anybody may not. */
const EVERYTHING: View = { ...plainView, anything: true }

/** Relations must point to documents that exist, and that `filterOptions` admits. */
async function missingTargets(operation: Operation): Promise<Refusal[]> {
  const refusals: Refusal[] = []
  for (const [field, mentions] of mentionsIn(operation.changed, operation.data)) {
    const target = operation.engine.entity(field.to!)
    const ids = new Set(mentions.map((mention) => mention.id))
    const { reader, store } = operation.engine
    const named = byIds(store.dialect, ids)
    const known = await reader.existing(target, and(named, operation.engine.restrict(target, SYSTEM, EVERYTHING)))
    const refuse = ({ path }: Mention, message: string) => refusals.push({ field: path, message, code: 'NO_SUCH_TARGET' })
    for (const mention of mentions) if (!known.has(mention.id)) refuse(mention, messages.doesNotExist(target.slug, mention.id))
    for (const { filter, refusal } of await choicesOf(field, target, operation)) {
      const allowed = await reader.existing(target, and(named, filter))
      for (const mention of mentions)
        if (known.has(mention.id) && !allowed.has(mention.id)) refuse(mention, `${target.slug} ${mention.id} ${refusal}`)
    }
  }
  return refusals
}

interface Mention {
  id: number
  path: string
}

function mentionsIn(fields: readonly Field[], data: Doc): Map<Field, Mention[]> {
  const found = new Map<Field, Mention[]>()
  if (![...everyField(fields)].some(isRelation)) return found
  const walk = (list: readonly Field[], value: any, within: string) => {
    for (const field of list) {
      const inner = value?.[field.name]
      const path = within + field.name
      if (isRelation(field)) {
        const ids = field.hasMany ? (inner ?? []) : [inner]
        for (const [index, id] of ids.entries())
          if (typeof id === 'number')
            found.set(field, [...(found.get(field) ?? []), { id, path: field.hasMany ? `${path}.${index}` : path }])
      } else if (field.type.name === 'group') walk(field.fields!, inner, `${path}.`)
      else if (Array.isArray(inner)) for (const [index, row] of inner.entries()) walk(fieldsOfRow(field, row), row, `${path}.${index}.`)
    }
  }
  walk(fields, data, '')
  return found
}

async function beforeChange(operation: Operation): Promise<void> {
  const changed = await runChanging(operation, 'beforeChange', (data) => receive(operation.entity.fields, data))
  if (!changed) return
  operation.doc = merge(operation.entity.fields, operation.original?.doc, operation.data)
  await validate(operation)
}
