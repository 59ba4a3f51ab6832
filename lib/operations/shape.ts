/** The shape stage: works out what the document will become. Tested by test/operations/run.test.ts. */
import { derived } from '../../schema/derived.ts'
import { FieldSet } from '../../schema/field-set.ts'
import { childrenOf, type Entity, everyField, type Field, fieldsOfRow, hasRows, isGroup, isRichText, wholeOf } from '../../schema/model.ts'
import type { Operation } from '../engine.ts'
import { Pace } from '../pace.ts'
import { columnsOf, storedAt } from '../store/columns.ts'
import { at, type Doc, put, valueAt } from '../store/document.ts'
import { snapshotOf, storedValues } from '../store/snapshots.ts'
import { blocksIn } from '../store/texts.ts'
import { SAVES } from './contract.ts'
import { freeSlug } from './free-slug.ts'
import { runChanging, withHooks } from './hooks.ts'
import { limitLists } from './limit-lists.ts'
import { bringingBack, merge, merging } from './merge.ts'
import { isObjectOf, receive } from './receive.ts'
import { rowsById, StoredBlocks, StoredRows } from './rows.ts'
import { askAboutRepaired, droppingValues } from './rule-values.ts'
import { slugify } from './slug.ts'
import type { Step } from './stages.ts'
import { noteTargets } from './targets.ts'
import { without } from './withheld.ts'

export const shapeSteps: readonly Step[] = [
  {
    name: 'dropUnwritable',
    stage: 'shape',
    sentence:
      'Drops fields that the caller may not set. Inside rows these keep their values, as do fields that the caller can’t read. A rule in code that saw one of them is asked again.',
    on: SAVES,
    run: droppingValues(dropUnwritable),
  },
  {
    name: 'noteTargets',
    stage: 'shape',
    sentence: 'Records which documents the caller newly points to: the caller must be allowed to read them.',
    on: SAVES,
    run: noteTargets,
  },
  {
    name: 'setFacts',
    stage: 'shape',
    sentence: 'Sets values that never come from a caller: facts that the operation brings along, such as those of a file.',
    on: SAVES,
    run: ({ data, request }) => void (request.with?.data && Object.assign(data, structuredClone(request.with.data))),
  },
  {
    name: 'fillDefaults',
    stage: 'shape',
    sentence: 'Fills in the defaults of a new document, of new rows, and of new blocks in rich text.',
    on: SAVES,
    run: fillDefaults,
  },
  {
    name: 'beforeValidate',
    stage: 'shape',
    sentence: 'Runs the `beforeValidate` hooks.',
    on: SAVES,
    for: withHooks('beforeValidate'),
    run: beforeValidate,
  },
  {
    name: 'merge',
    stage: 'shape',
    sentence: 'Merges the change into the stored content: groups key by key, lists whole. Rows, matched by id, keep their hidden values.',
    on: SAVES,
    run: mergeChange,
  },
  {
    name: 'makeSlugs',
    stage: 'shape',
    sentence: 'Generates empty slugs from their source field.',
    on: SAVES,
    run: makeSlugs,
  },
]

/** Previews, which save nothing, use it too. */
export async function dropUnwritable(operation: Operation): Promise<void> {
  const { engine, entity, caller, original, pace = new Pace() } = operation
  const verb = operation.name === 'create' ? 'create' : 'update'
  const about = {
    ...(original?.meta && { id: original.meta.id }),
    data: original ? { ...original.doc } : operation.data,
  }
  const denied = await engine.access.fields.unwritable(entity, verb, caller, about)
  const unseen = original && hasRuledRows(entity) ? await unreadable(operation, about) : NO_FIELDS
  if (denied.size > 0 || unseen.size > 0)
    operation.data = await pace.through(without(entity.fields, operation.data, original?.doc, { denied, unseen }))
}

const NO_FIELDS = new FieldSet()

/** Whether a field inside rows has a read rule. */
const hasRuledRows = derived((entity: Entity): boolean => {
  const inRows = [...everyField(entity.fields)].filter(hasRows).flatMap((field) => [...everyField(childrenOf(field))])
  return inRows.some(({ access }) => access.read !== undefined)
})

async function unreadable({ engine, entity, caller }: Operation, about: { id?: number; data: Doc }): Promise<FieldSet> {
  await engine.access.paths.prepare([entity], caller)
  return engine.access.fields.unreadable(engine.access.fields.mask(entity, caller), caller, about)
}

export async function fillDefaults(operation: Operation): Promise<void> {
  const isNew = operation.name === 'create' || !operation.original
  const { fields } = operation.entity
  const { original } = operation
  const filling = { operation, locale: operation.view.options['locale'], ...storedIn(fields, original?.doc) }
  await fillFields(fields, operation.data, original?.doc, isNew, filling)
  if (isNew) await fillDefaultLocale(operation)
}

/** When a global is first saved in another locale, readers of the default locale keep the defaults that they have seen until now. */
async function fillDefaultLocale(operation: Operation): Promise<void> {
  const { engine, entity } = operation
  const first = engine.entity(entity.slug)
  if (entity.forms === undefined || entity === first || entity === wholeOf(entity)) return
  const data: Doc = {}
  await fillFields(first.fields, data, undefined, true, { operation, locale: undefined, ...storedIn(first.fields, undefined) })
  const mine = new Set(columnsOf(entity).map(({ name }) => name))
  const snapshot = await snapshotOf(first, merge(first.fields, undefined, data))
  const others = columnsOf(first).filter(({ name, field }) => !mine.has(name) && field.defaultValue !== undefined)
  if (others.length > 0) operation.besides = Object.fromEntries(others.map(({ name }) => [name, snapshot[name]]))
}

interface Filling {
  operation: Operation
  locale: unknown
  stored: StoredRows
  storedBlocks: StoredBlocks
}

const storedIn = (fields: readonly Field[], doc: Doc | undefined): Pick<Filling, 'stored' | 'storedBlocks'> => ({
  stored: new StoredRows(fields, doc),
  storedBlocks: new StoredBlocks(fields, doc),
})

async function fillFields(fields: readonly Field[], data: Doc, before: Doc | undefined, isNew: boolean, filling: Filling): Promise<void> {
  for (const field of fields) {
    const value = data[field.name]
    if (isGroup(field)) {
      if (value === undefined && isNew) data[field.name] = {}
      if (isObjectOf(data[field.name])) await fillFields(field.fields, data[field.name], before?.[field.name], isNew, filling)
    } else if (value === undefined && isNew && field.defaultValue !== undefined) {
      const made = await defaultOf(field, filling)
      if (made !== undefined) data[field.name] = made
    } else if (isRichText(field)) {
      for (const { block, attrs } of blocksIn(field, value)) {
        const same = filling.storedBlocks.find(field, attrs)
        await fillFields(block.fields, attrs, same, same === undefined, filling)
        await filling.operation.pace?.rest()
      }
    } else if (Array.isArray(value) && hasRows(field) && hasDefaults(field)) {
      const known = rowsById(before?.[field.name])
      for (const row of value) {
        if (isObjectOf(row)) {
          const same = filling.stored.find(field, row, known)
          await fillFields(fieldsOfRow(field, row), row, same, same === undefined, filling)
        }
        await filling.operation.pace?.rest()
      }
    }
  }
}

/** Whether anything inside its rows has a default. */
const hasDefaults = (field: Field): boolean =>
  [...everyField([field])].some((one) => one !== field && (one.defaultValue !== undefined || isGroup(one) || isRichText(one)))

async function defaultOf(field: Field, { operation: { caller, engine }, locale }: Filling): Promise<unknown> {
  const { defaultValue } = field
  if (typeof defaultValue === 'object') return received(field, structuredClone(defaultValue))
  if (typeof defaultValue !== 'function') return constantOf(field)
  const about = { user: caller.actor.user, locale: locale ?? engine.settings.localization?.defaultLocale ?? null }
  return received(field, await defaultValue(about))
}

const received = (field: Field, value: unknown): unknown => receive([field], { [field.name]: value })[field.name]

/** A default that is not an object is the same for every document. */
const constantOf = derived((field: Field) => received(field, field.defaultValue))

async function beforeValidate(operation: Operation): Promise<void> {
  const changed = await runChanging(operation, 'beforeValidate', (data) =>
    receive(operation.entity.fields, data, { refusals: operation.refusals }),
  )
  if (!changed) return
  limitLists(operation)
  await askAboutRepaired(operation)
}

/** Runs again if a hook has changed the data. */
export async function mergeChange(operation: Operation): Promise<void> {
  const { entity, original, data, request, pace = new Pace() } = operation
  operation.doc = await pace.through(merging(entity.fields, original?.doc, data))
  const { restored } = request.with ?? {}
  if (!restored) return
  const values = await storedValues(entity, restored, pace)
  await pace.through(bringingBack(operation.changed, operation.doc, values))
}

/** Previews use it too: a page is previewed at the address that it will have. */
export async function makeSlugs(operation: Operation): Promise<void> {
  for (const { field } of columnsOf(operation.entity)) {
    const isTop = !storedAt(field).includes('.')
    const before = valueAt(operation.doc, field)
    if (!isTop || field.type.name !== 'slug' || field.from === undefined || (before && !operation.original?.aside)) continue
    const source = at(operation.doc, field.from)
    const base = typeof source === 'string' ? slugify(source) : ''
    if (base === '') continue
    if (before && !operation.taken.has(field)) {
      if (wasMade(operation, field, base)) operation.made = new Set(operation.made).add(field)
      continue
    }
    const slug = await freeSlug(operation, field, base)
    put(operation.data, field.path, slug)
    put(operation.doc, field.path, slug)
    operation.made = new Set(operation.made).add(field)
  }
}

/** Whether a draft's slug was generated: it waits with the draft, and another document may be published with the same slug first. */
function wasMade({ data, doc }: Operation, field: Field, base: string): boolean {
  const slug = String(valueAt(doc, field))
  return (
    valueAt(data, field) === undefined && (slug === base || (slug.startsWith(`${base}-`) && /^[1-9]\d*$/.test(slug.slice(base.length + 1))))
  )
}
