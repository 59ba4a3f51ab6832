/** What will it become? */
import { everyField, type Field, fieldsOfRow, hasRows, isListField, wholeOf } from '../../schema/model.ts'
import { columnsOf, isList, storedAt } from '../store/columns.ts'
import { at, type Doc, normal, put, valueAt } from '../store/documents.ts'
import { snapshotOf } from '../store/snapshots.ts'
import { freeSlug } from './free-slug.ts'
import { runChanging } from './hooks.ts'
import { limitLists } from './limit-lists.ts'
import type { Operation } from './operation.ts'
import { isObject, receive } from './receive.ts'
import { rowsById } from './rows.ts'
import { slugify } from './slug.ts'
import { SAVES, type Step } from './stages.ts'
import { noteTargets } from './targets.ts'

export const shapeSteps: readonly Step[] = [
  {
    name: 'dropUnwritable',
    stage: 'shape',
    sentence: 'Drops fields that the caller may not set.',
    on: SAVES,
    run: dropUnwritable,
  },
  {
    name: 'noteTargets',
    stage: 'shape',
    sentence: 'Notes which documents the caller newly points to: they must be ones that the caller may read.',
    on: SAVES,
    run: noteTargets,
  },
  {
    name: 'setFacts',
    stage: 'shape',
    sentence: 'Sets what no caller tells: facts that the operation brings with it, such as those of a file.',
    on: SAVES,
    run: ({ data, asking }) => void Object.assign(data, structuredClone(asking.with?.data)),
  },
  {
    name: 'fillDefaults',
    stage: 'shape',
    sentence: 'Fills in defaults of a new document and of new rows.',
    on: SAVES,
    run: fillDefaults,
  },
  {
    name: 'beforeValidate',
    stage: 'shape',
    sentence: 'Runs the hooks `beforeValidate`.',
    on: SAVES,
    run: beforeValidate,
  },
  {
    name: 'merge',
    stage: 'shape',
    sentence: 'Puts the change over what is stored: groups key by key, lists whole.',
    on: SAVES,
    run: mergeChange,
  },
  {
    name: 'makeSlugs',
    stage: 'shape',
    sentence: 'Makes empty slugs from their source field.',
    on: SAVES,
    run: makeSlugs,
  },
]

/** Also for previews, which save nothing. */
export async function dropUnwritable(operation: Operation): Promise<void> {
  const { engine, entity, caller, original } = operation
  const verb = operation.name === 'create' ? 'create' : 'update'
  const about = {
    ...(original?.meta && { id: original.meta.id }),
    data: original ? { ...original.doc } : operation.data,
  }
  const denied = await engine.access.unwritable(entity, verb, caller, about)
  if (denied.size > 0) operation.data = without(entity.fields, operation.data, original?.doc, denied)
}

/** Inside rows, what may not be set keeps the value it had in the row of the same id. */
export function without(fields: readonly Field[], data: Doc, original: Doc | undefined, denied: ReadonlySet<Field>): Doc {
  const kept: Doc = {}
  for (const key of ['id', 'blockType']) if (data[key] !== undefined) kept[key] = data[key]
  for (const field of fields) {
    const before = original?.[field.name]
    if (denied.has(field)) continue
    const value = data[field.name]
    if (value === undefined) continue
    // A value of another shape is left for the validator to refuse.
    if (field.type.name === 'group' && (isObject(value) || (value === null && holds(field, denied))))
      kept[field.name] = without(field.fields!, value ?? emptied(field.fields!), before, denied)
    else if (hasRows(field) && Array.isArray(value)) {
      const known = rowsById(before)
      kept[field.name] = value.map((row) => (isObject(row) ? withoutInRow(field, row, known.get(row['id']), denied) : row))
    } else kept[field.name] = value
  }
  return kept
}

function withoutInRow(field: Field, row: Doc, sameId: Doc | undefined, denied: ReadonlySet<Field>): Doc {
  const fields = fieldsOfRow(field, row)
  const known = sameId?.['blockType'] === row['blockType'] ? sameId : undefined
  const kept = without(fields, row, known, denied)
  if (known) putBack(fields, kept, known, denied)
  return kept
}

/** A row is replaced whole, its groups too: what may not be set in them is taken from the row before. */
function putBack(fields: readonly Field[], row: Doc, known: Doc, denied: ReadonlySet<Field>): void {
  for (const field of fields) {
    const before = known[field.name]
    if (denied.has(field)) row[field.name] = before
    else if (field.type.name === 'group' && isObject(before) && holds(field, denied)) {
      const group = (row[field.name] ??= {})
      if (isObject(group)) putBack(field.fields!, group, before, denied)
    }
  }
}

const holds = (group: Field, denied: ReadonlySet<Field>) => [...everyField(group.fields!)].some((field) => denied.has(field))

/** A group that is set to nothing, field by field. */
const emptied = (fields: readonly Field[]): Doc =>
  Object.fromEntries(fields.map((field) => [field.name, field.type.name === 'group' ? emptied(field.fields!) : isList(field) ? [] : null]))

export async function fillDefaults(operation: Operation): Promise<void> {
  const isNew = operation.name === 'create' || !operation.original
  await fillFields(operation.entity.fields, operation.data, isNew, operation, operation.view.options['locale'])
  if (isNew) await fillDefaultLocale(operation)
}

/** A first save in another locale: what readers of the default one saw until now stays. */
async function fillDefaultLocale(operation: Operation): Promise<void> {
  const { engine, entity } = operation
  const first = engine.entity(entity.slug)
  if (entity.forms === undefined || entity === first || entity === wholeOf(entity)) return
  const data: Doc = {}
  await fillFields(first.fields, data, true, operation, undefined)
  const mine = new Set(columnsOf(entity).map(({ name }) => name))
  const snapshot = snapshotOf(first, merge(first.fields, undefined, data))
  const others = columnsOf(first).filter(({ name, field }) => !mine.has(name) && field.defaultValue !== undefined)
  if (others.length > 0) operation.besides = Object.fromEntries(others.map(({ name }) => [name, snapshot[name]]))
}

async function fillFields(fields: readonly Field[], data: Doc, isNew: boolean, operation: Operation, locale: unknown): Promise<void> {
  for (const field of fields) {
    const value = data[field.name]
    if (field.type.name === 'group') {
      if (value === undefined && isNew) data[field.name] = {}
      if (isObject(data[field.name])) await fillFields(field.fields!, data[field.name], isNew, operation, locale)
    } else if (value === undefined && isNew && field.defaultValue !== undefined) {
      const made = await defaultOf(field, operation, locale)
      if (made !== undefined) data[field.name] = made
    } else if (Array.isArray(value) && hasRows(field) && hasDefaults(field)) {
      const known = rowsById(operation.original?.doc[field.name])
      for (const row of value) {
        if (isObject(row)) await fillFields(fieldsOfRow(field, row), row, !known.has(row['id']), operation, locale)
        await operation.pace?.rest()
      }
    }
  }
}

/** Whether anything inside its rows is filled in. */
const hasDefaults = (field: Field): boolean =>
  [...everyField([field])].some((one) => one !== field && (one.defaultValue !== undefined || one.type.name === 'group'))

async function defaultOf(field: Field, { caller, engine }: Operation, locale: unknown): Promise<unknown> {
  const value =
    typeof field.defaultValue === 'function'
      ? await field.defaultValue({
          user: caller.actor.user,
          locale: locale ?? engine.settings.localization?.defaultLocale ?? null,
        })
      : structuredClone(field.defaultValue)
  return receive([field], { [field.name]: value })[field.name]
}

async function beforeValidate(operation: Operation): Promise<void> {
  const changed = await runChanging(operation, 'beforeValidate', (data) =>
    receive(operation.entity.fields, data, { refusals: operation.refusals }),
  )
  if (changed) limitLists(operation)
}

function mergeChange(operation: Operation): void {
  operation.doc = merge(operation.entity.fields, operation.original?.doc, operation.data)
}

export function merge(fields: readonly Field[], original: Doc | undefined, data: Doc): Doc {
  const merged: Doc = {}
  for (const field of fields) {
    if (field.writeOnly) continue
    const given = data[field.name]
    const before = original?.[field.name]
    if (field.type.name === 'group')
      merged[field.name] = given === null ? merge(field.fields!, undefined, {}) : merge(field.fields!, before, isObject(given) ? given : {})
    else if (given !== undefined) merged[field.name] = (field.fields || field.blocks) && isWellFormed(given) ? normal(field, given) : given
    else merged[field.name] = before ?? (isListField(field) ? [] : null)
  }
  return merged
}

/** Rows that the validator will refuse are left for it to see. */
const isWellFormed = (value: unknown) =>
  Array.isArray(value) && value.every((row) => typeof row === 'object' && row !== null && !Array.isArray(row))

/** Also for previews: a page is looked at under the address that it will have. */
export async function makeSlugs(operation: Operation): Promise<void> {
  for (const { field } of columnsOf(operation.entity)) {
    const isTop = !storedAt(field).includes('.')
    const before = valueAt(operation.doc, field)
    if (!isTop || field.type.name !== 'slug' || field.from === undefined || (before && !operation.original?.aside)) continue
    const source = at(operation.doc, field.from)
    const base = typeof source === 'string' ? slugify(source) : ''
    if (base === '') continue
    if (before && !operation.taken.has(field)) {
      if (wasMade(operation, field, base)) operation.made.add(field)
      continue
    }
    const slug = await freeSlug(operation, field, base)
    put(operation.data, field.path, slug)
    put(operation.doc, field.path, slug)
    operation.made.add(field)
  }
}

/** A slug that was made for a draft waits with it, while somebody else may publish the same one. */
function wasMade({ data, doc }: Operation, field: Field, base: string): boolean {
  const slug = String(valueAt(doc, field))
  return (
    valueAt(data, field) === undefined && (slug === base || (slug.startsWith(`${base}-`) && /^[1-9]\d*$/.test(slug.slice(base.length + 1))))
  )
}
