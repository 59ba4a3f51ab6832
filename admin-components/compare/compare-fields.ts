/** Compares two states of a document field by field, into groups, rows and texts. Pure. Tested by test/admin-components/compare-fields.test.ts. */
import type { RichTextNode } from '../../lib/rich-text/document.ts'
import type { Field } from '../app/schema.ts'
import { fieldsOfRow, hasRows, isGroup } from '../document/map-fields.ts'
import { type FieldValue, saysSame, type Values } from '../document/values.ts'
import { arranged, type Place } from './arranged.ts'
import { type BlockChange, compareBlocks } from './compare-blocks.ts'
import { valueKey } from './node-keys.ts'
import { type Pair, pairsOf } from './pairs.ts'

export interface FieldChange {
  field: Field
  before: FieldValue
  after: FieldValue
  inside: Inside
}

export type Inside =
  | { kind: 'value' }
  | { kind: 'text'; blocks: BlockChange[]; isCode?: true }
  | { kind: 'list'; places: Place[] }
  | { kind: 'fields'; changes: FieldChange[] }
  | { kind: 'rows'; rows: RowChange[] }

/** `changes`: those inside a row that is in both states. */
export type RowChange = Place & { changes: FieldChange[] }

/** The fields that differ. A field that one of the states lacks is not compared: an old version can't know a new field. */
export function* compareFields(fields: readonly Field[], before: Values, after: Values): Generator<void, FieldChange[]> {
  const changes: FieldChange[] = []
  for (const field of fields) {
    const [one, other] = [before[field.name], after[field.name]]
    if (one === undefined || other === undefined || saysSame(field, one, other)) continue
    yield
    const inside = yield* insideOf(field, one, other)
    if (inside) changes.push({ field, before: one, after: other, inside })
  }
  return changes
}

/** Undefined if nothing that people can see has changed. */
function* insideOf(field: Field, before: FieldValue, after: FieldValue): Generator<void, Inside | undefined> {
  if (isGroup(field)) {
    const changes = yield* compareFields(field.fields ?? [], withEvery(field.fields, before), withEvery(field.fields, after))
    return changes.length > 0 ? { kind: 'fields', changes } : undefined
  }
  if (hasRows(field)) return { kind: 'rows', rows: yield* compareRows(field, listOf(before), listOf(after)) }
  const type = field.base ?? field.type
  if (type === 'richText') {
    const blocks = yield* compareBlocks(blocksOf(before), blocksOf(after))
    return blocks.every(({ state }) => state === 'same') ? undefined : { kind: 'text', blocks }
  }
  if (type === 'json') return { kind: 'text', blocks: yield* compareBlocks(linesOf(jsonOf(before)), linesOf(jsonOf(after))), isCode: true }
  if (Array.isArray(before) || Array.isArray(after)) return { kind: 'list', places: yield* compareList(listOf(before), listOf(after)) }
  if (type === 'text' || type === 'textarea') return { kind: 'text', blocks: yield* compareBlocks(linesOf(before), linesOf(after)) }
  return { kind: 'value' }
}

function* compareRows(field: Field, before: readonly Values[], after: readonly Values[]): Generator<void, RowChange[]> {
  const rows: RowChange[] = []
  for (const place of yield* compareList(before, after, rowKey)) {
    yield
    if (place.kind !== 'kept' && place.kind !== 'moved') {
      rows.push({ ...place, changes: [] })
      continue
    }
    const [one, other] = [before[place.before] ?? {}, after[place.after] ?? {}]
    const fields = fieldsOfRow(field, other)
    rows.push({ ...place, changes: yield* compareFields(fields, withEvery(fields, one), withEvery(fields, other)) })
  }
  return rows
}

const rowKey = (row: Values): string => (row['id'] === undefined ? valueKey(row) : valueKey([row['id'], row['blockType']]))

/** Equal entries that the order leaves unpaired have moved. */
function* compareList<T>(before: readonly T[], after: readonly T[], key: (one: T) => string = valueKey): Generator<void, Place[]> {
  const [old, now] = [before.map(key), after.map(key)]
  const pairs = yield* pairsOf(old, now)
  const [isPairedBefore, free] = [new Set(pairs.map(([at]) => at)), new Map<string, number[]>()]
  const isPairedAfter = new Set(pairs.map(([, at]) => at))
  for (const [at, one] of now.entries()) if (!isPairedAfter.has(at)) free.set(one, [...(free.get(one) ?? []), at])
  const moved = old.flatMap((one, at): Pair[] => {
    const to = isPairedBefore.has(at) ? undefined : free.get(one)?.shift()
    return to === undefined ? [] : [[at, to]]
  })
  return arranged({ before: old.length, after: now.length }, [...pairs, ...moved])
}

/** Inside a group or a row, a missing value is an empty one. */
const withEvery = (fields: readonly Field[] = [], values: Values | null): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, values?.[name] ?? null]))

const listOf = (value: FieldValue): FieldValue[] => (Array.isArray(value) ? value : (value ?? '') === '' ? [] : [value])

/** The blocks of stored rich text. Text that was stored before the field was rich text is one paragraph per line. */
export const blocksOf = (value: FieldValue): RichTextNode[] => {
  if (typeof value === 'string') return linesOf(value)
  return Array.isArray(value?.content) ? value.content.filter(isNode) : []
}

const isNode = (one: unknown): one is RichTextNode => typeof (one as RichTextNode | null)?.type === 'string'

/** Plain text as paragraphs, one for each line. */
export const linesOf = (value: FieldValue): RichTextNode[] =>
  (value ?? '') === ''
    ? []
    : String(value)
        .split('\n')
        .map((line) => ({ type: 'paragraph', content: line === '' ? [] : [{ type: 'text', text: line }] }))

export const jsonOf = (value: FieldValue): string => (value === null ? '' : JSON.stringify(value, null, 2))
