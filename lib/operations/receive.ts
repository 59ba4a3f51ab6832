/** Normalises input: unknown keys dropped, text and numbers in their stored form. Tested by test/http/odd-numbers.test.ts. */
import { randomBytes } from 'node:crypto'
import { derived } from '../../schema/derived.ts'
import { looksLikeLocale } from '../../schema/forms.ts'
import { messages } from '../../schema/messages.ts'
import { type Field, isGroup, isListField, isPerLocale, isRichText, maxRowsOf, type RichTextField } from '../../schema/model.ts'
import { lostInJson } from '../../schema/plain-object.ts'
import { type Because, because } from '../../schema/reasons.ts'
import { isReserved } from '../access/fields.ts'
import type { Operation } from '../engine.ts'
import { wrongJsonIn, wrongNumber, wrongTextIn } from '../outside-values.ts'
import { atOnce, Pace, type SlicedWork, stopsBehind } from '../pace.ts'
import { withAttributes, withoutTarget } from '../rich-text/pointers.ts'
import { isRowId } from '../store/row-ids.ts'
import { refuseNoScope } from './address.ts'
import { SAVES } from './contract.ts'
import { emptiedGroup } from './emptied-group.ts'
import { refuseTooManyEntries } from './entries.ts'
import { Refusals } from './refusals.ts'
import { slugify } from './slug.ts'
import type { Step } from './stages.ts'

export const receiveSteps: readonly Step[] = [
  {
    name: 'refuseNoScope',
    stage: 'receive',
    sentence: 'Refuses changes in a scope that stores no value.',
    on: ['update'],
    for: (entity) => entity.kind === 'global',
    run: refuseNoScope,
  },
  {
    name: 'dropUnknown',
    stage: 'receive',
    sentence: 'Keeps only declared fields, and brings values into their stored form, such as numbers sent as text and the email of a user.',
    on: SAVES,
    run: dropUnknown,
  },
]

/** Once per operation: a rule that sees the values needs them before the other steps. */
export async function dropUnknown(operation: Operation): Promise<void> {
  const { engine, entity, data, refusals, pace = new Pace() } = operation
  if (operation.isReceived) return
  refuseTooManyEntries(operation, data)
  logUnknown(operation)
  operation.data = await receiveInTurns(entity.fields, data, { refusals, takes: takenFrom(operation) }, pace)
  engine.features.received(entity, operation.data)
  operation.isReceived = true
}

/** Callers with rules may not know every field, so they are ignored silently. An intent that shapes nothing, such as a move, sets no fields. */
function logUnknown({ engine, caller, intent, name, entity, data }: Operation): void {
  if (caller.actor.kind !== 'system' || intent?.bringsBack || intent?.without.includes('shape')) return
  engine.unknownFields?.log(entity, data, `cms.${entity.kind === 'global' ? 'updateGlobal' : name} of '${entity.slug}'`)
}

type Takes = (field: Field) => boolean

/** Hidden fields that the caller can't set are ignored like unknown ones, even invalid values, so that the answer doesn't reveal them. */
export function takenFrom({ name, caller }: Operation): Takes {
  const verb = name === 'create' ? 'create' : 'update'
  return caller.actor.kind === 'system' ? takesAll : (field) => !isReserved(field, verb)
}

const takesAll: Takes = () => true

/** Options for receiving a value. */
export interface Receiving {
  /** Invalid text is added to it; if absent, it is thrown. */
  refusals?: Refusals
  /** @default every field */
  takes?: Takes
}

export const receive = (fields: readonly Field[], data: Record<string, unknown>, receiving: Receiving = {}): Record<string, unknown> =>
  atOnce(received(fields, data, receiving))

/** The same, yielding to other requests between rows. */
export const receiveInTurns = (fields: readonly Field[], data: Record<string, unknown>, receiving: Receiving, pace: Pace) =>
  pace.through(received(fields, data, receiving))

function* received(
  fields: readonly Field[],
  data: Record<string, unknown>,
  { refusals, takes = takesAll }: Receiving,
): SlicedWork<Record<string, unknown>> {
  const found = refusals ?? new Refusals()
  const taken = yield* receivedFields(fields, data, '', { refusals: found, takes })
  if (!refusals) found.throwIfAny()
  return taken
}

function* receivedFields(
  fields: readonly Field[],
  data: Record<string, unknown>,
  within: string,
  receiving: Required<Receiving>,
): SlicedWork<Record<string, unknown>> {
  const received: Record<string, unknown> = {}
  for (const field of fields) {
    const value = data[field.name]
    if (value === undefined || !receiving.takes(field)) continue
    const path = within + field.name
    const isNested = field.fields !== undefined || field.blocks !== undefined
    const loss = lossOf(value, !isNested)
    if (loss !== undefined) {
      receiving.refusals.add({ ...because('wrong-type', { type: 'object' }, loss), field: path })
      continue
    }
    if (isNested) received[field.name] = yield* receivedInside(field, value, path, receiving)
    else if (isRichText(field)) received[field.name] = yield* receivedText(field, value, path, receiving)
    else received[field.name] = receiveValue(field, value, path, receiving)
  }
  return received
}

/** Receives the value of a field that contains fields or blocks. `null` empties a group, so hooks always get the fields of one. */
function* receivedInside(field: Field, value: unknown, path: string, receiving: Required<Receiving>): SlicedWork<unknown> {
  if (value === null) return isGroup(field) ? emptiedGroup(field.fields) : []
  if (isOneOfLocales(field, value, path, receiving)) return undefined
  if (isGroup(field)) return isObjectOf(value) ? yield* receivedFields(field.fields, value, `${path}.`, receiving) : value
  return isShortEnough(field, value) ? yield* receivedRows(field, value, path, receiving) : value
}

/** Documents that a read put next to their ids are dropped. Blocks get ids, and their fields are received, like those of rows. */
function* receivedText(field: RichTextField, value: unknown, path: string, receiving: Required<Receiving>): SlicedWork<unknown> {
  const { blocks } = field.richText
  const ids = new Set<string>()
  return yield* withAttributes(receiveValue(field, value, path, receiving), (attrs, node, at) => {
    const block = node['type'] === 'contentBlock' && blocks.find(({ slug }) => slug === attrs['blockType'])
    if (!block) return withoutTarget(attrs, node)
    const inside = atOnce(receivedFields(block.fields, attrs, `${path}${at}.`, receiving))
    return { ...attrs, id: rowId(attrs, ids), ...inside }
  })
}

function receiveValue(field: Field, value: unknown, path: string, receiving: Required<Receiving>): unknown {
  if (value === null) return isListField(field) ? [] : null
  if (isOneOfLocales(field, value, path, receiving)) return undefined
  if (isListField(field)) return isShortEnough(field, value) ? receiveEntries(field, value, path, receiving) : value
  const received = receiveOne(field, value)
  const wrong = wrongTextIn(value) ?? wrongJsonOf(field, received)
  if (wrong) receiving.refusals.add({ ...wrong, field: path })
  return received
}

/** The entries of a list that may be too long are not processed here; `limitLists` checks it once the document is loaded. */
const isShortEnough = (field: Field, value: unknown): value is unknown[] => Array.isArray(value) && value.length <= maxRowsOf(field)

function isOneOfLocales(field: Field, value: unknown, path: string, { refusals }: Required<Receiving>): boolean {
  const otherwise = localizedOtherwise(field, value)
  if (otherwise) refusals.add({ ...otherwise, field: path })
  return otherwise !== undefined
}

/** Reports one value instead of one per locale, or the reverse: rich text and groups would misread it. */
function localizedOtherwise(field: Field, value: unknown): Because | undefined {
  const { locales, type } = field
  const names = isObjectOf(value) ? Object.keys(value) : undefined
  if (isPerLocale(field)) {
    const known = namesOf(field.fields)
    // biome-ignore lint/style/noNonNullAssertion: there is at least one locale
    if (!names?.every((name) => known.includes(name) || looksLikeLocale(name))) return because('every-locale', { locale: known[0]! })
    const unknown = names.find((name) => !known.includes(name))
    return unknown === undefined ? undefined : because('unknown-locale', { locale: unknown, locales: known })
  }
  if (!locales) return undefined
  const known = namesOf(locales)
  const isMap = names && names.length > 0 && names.every((name) => known.includes(name))
  return isMap && type.name !== 'json' ? because('one-locale') : undefined
}

const namesOf = derived((fields: readonly Field[]) => fields.map(({ name }) => name))

/** If a field never contains such a value, the validator has the better error message. */
function wrongJsonOf(field: Field, value: unknown): Because | undefined {
  const { type } = field
  if (type.kind === 'number') return typeof value === 'number' ? wrongNumber(value) : undefined
  const inside = type.kind === 'json' ? wrongJsonIn(value) : undefined
  if (!inside) return undefined
  if (inside.field) return { ...inside, message: messages.valueInside(inside.field, inside.message) }
  return type.json(field)['type'] === undefined ? inside : undefined
}

/** Receives the entries of a list, however long it is. */
export const receiveList = (field: Field, list: readonly unknown[], path: string, receiving: Required<Receiving>): unknown[] =>
  field.fields || field.blocks ? atOnce(receivedRows(field, list, path, receiving)) : receiveEntries(field, list, path, receiving)

function* receivedRows(field: Field, rows: readonly unknown[], path: string, receiving: Required<Receiving>): SlicedWork<unknown[]> {
  const blocks = field.blocks && new Map<unknown, readonly Field[]>(field.blocks.map((block) => [block.slug, block.fields]))
  const ids = new Set<string>()
  const received: unknown[] = []
  for (const [index, row] of rows.entries()) {
    if (isObjectOf(row)) {
      const { blockType } = row
      const fields = blocks ? (blocks.get(blockType) ?? []) : (field.fields ?? [])
      const inside = yield* receivedFields(fields, row, `${path}.${index}.`, receiving)
      received.push({ id: rowId(row, ids), ...(blocks && { blockType }), ...inside })
    } else {
      const loss = lossOf(row, false)
      if (loss !== undefined) receiving.refusals.add({ ...because('wrong-type', { type: 'object' }, loss), field: `${path}.${index}` })
      received.push(row)
    }
    if (stopsBehind(index)) yield
  }
  return received
}

function receiveEntries(field: Field, list: readonly unknown[], path: string, { refusals }: Required<Receiving>): unknown[] {
  const wrong = wrongTextIn(list)
  if (wrong) refusals.add({ ...wrong, field: path })
  return list.map((one) => receiveOne(field, one))
}

function receiveOne(field: Field, value: unknown): unknown {
  if (field.type.name === 'slug' && typeof value === 'string') return slugify(value)
  if (field.to !== undefined) return receiveId(value)
  return field.type.receive(value)
}

/** An id may arrive as text, or as the document that a read filled in. */
function receiveId(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value)
  return isObjectOf(value) && typeof value['id'] === 'number' ? value['id'] : value
}

/** A row that was copied together with its id becomes a separate row: languages and hidden values are found by id. */
function rowId({ id }: Record<string, unknown>, taken: Set<string>): string {
  const own = isRowId(id) && !taken.has(id) ? id : newRowId()
  taken.add(own)
  return own
}

const RANDOM_BYTES = 8
let random = Buffer.alloc(0)
let used = 0

/** Random bytes are fetched for many ids at once: one call per id would dominate the cost of a long list. */
function newRowId(): string {
  if (used + RANDOM_BYTES > random.length) {
    random = randomBytes(512 * RANDOM_BYTES)
    used = 0
  }
  used += RANDOM_BYTES
  return random.toString('base64url', used - RANDOM_BYTES, used)
}

export const isObjectOf = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date) && lostInJson(value) === undefined

/** The problem with an object that would be stored without its own values. */
function lossOf(value: unknown, mayBeDate: boolean): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  if (value instanceof Date) return mayBeDate ? undefined : messages.mustBe('an object')
  return lostInJson(value)
}
