/** What came in, made storable: unknown keys dropped, texts and numbers in the form they are kept in. */
import { randomBytes } from 'node:crypto'
import { messages } from '../../schema/messages.ts'
import type { Field } from '../../schema/model.ts'
import { GalleyError, type Refusal } from '../errors.ts'
import { refuseNoScope } from './address.ts'
import type { Operation } from './operation.ts'
import { slugify } from './slug.ts'
import { SAVES, type Step } from './stages.ts'

export const receiveSteps: readonly Step[] = [
  {
    name: 'refuseNoScope',
    stage: 'receive',
    sentence: 'Refuses changes where the scope keeps no value.',
    on: ['update'],
    for: (entity) => entity.kind === 'global',
    run: refuseNoScope,
  },
  {
    name: 'dropUnknown',
    stage: 'receive',
    sentence: 'Keeps declared fields alone, numbers given as text and dates made uniform.',
    on: SAVES,
    run: dropUnknown,
  },
]

function dropUnknown(operation: Operation): void {
  operation.data = receive(operation.entity.fields, operation.data)
}

export function receive(fields: readonly Field[], data: Record<string, unknown>): Record<string, unknown> {
  const refusals: Refusal[] = []
  const received = receiveFields(fields, data, '', refusals)
  if (refusals.length > 0) throw new GalleyError('VALIDATION', refusals)
  return received
}

function receiveFields(
  fields: readonly Field[],
  data: Record<string, unknown>,
  within: string,
  refusals: Refusal[],
): Record<string, unknown> {
  const received: Record<string, unknown> = {}
  for (const field of fields) {
    const value = data[field.name]
    if (value !== undefined) received[field.name] = receiveValue(field, value, within + field.name, refusals)
  }
  return received
}

function receiveValue(field: Field, value: unknown, path: string, refusals: Refusal[]): unknown {
  if (value === null) return field.hasMany || field.blocks || field.type.name === 'array' ? [] : null
  if (field.type.name === 'group') return isObject(value) ? receiveFields(field.fields!, value, `${path}.`, refusals) : value
  if (field.fields)
    return listOf(value, (row, index) => ({
      id: rowId(row),
      ...receiveFields(field.fields!, row, `${path}.${index}.`, refusals),
    }))
  if (field.blocks) {
    return listOf(value, (row, index) => {
      const block = field.blocks!.find((one) => one.slug === row['blockType'])
      return {
        id: rowId(row),
        blockType: row['blockType'],
        ...receiveFields(block?.fields ?? [], row, `${path}.${index}.`, refusals),
      }
    })
  }
  const wrong = wrongText(value)
  if (wrong) refusals.push({ field: path, message: wrong })
  if (field.hasMany) return Array.isArray(value) ? value.map((one) => receiveOne(field, one)) : value
  return receiveOne(field, value)
}

function receiveOne(field: Field, value: unknown): unknown {
  if (field.type.name === 'slug' && typeof value === 'string') return slugify(value)
  if (field.to !== undefined) return receiveId(value)
  const received = field.type.receive(value)
  return typeof received === 'number' && (!Number.isFinite(received) || (field.integer && Math.abs(received) >= 2 ** 63))
    ? 'no number'
    : received
}

/** An id may come as text, or as the document that a read filled in. */
function receiveId(value: unknown): unknown {
  if (typeof value === 'string' && /^\d{1,16}$/.test(value)) return Number(value)
  return isObject(value) && typeof value['id'] === 'number' ? value['id'] : value
}

function listOf(value: unknown, one: (row: Record<string, unknown>, index: number) => unknown): unknown {
  return Array.isArray(value) ? value.map((row, index) => (isObject(row) ? one(row, index) : row)) : value
}

const rowId = (row: Record<string, unknown>): string =>
  typeof row['id'] === 'string' && /^[\w-]{1,40}$/.test(row['id']) ? row['id'] : randomBytes(8).toString('base64url')

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)

/** NUL can't be stored everywhere, and lone surrogates are no text. */
function wrongText(value: unknown): string | undefined {
  if (typeof value === 'string') return value.includes('\0') ? messages.noNul : value.isWellFormed() ? undefined : messages.loneSurrogate
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const wrong = wrongText(key) ?? wrongText(inner)
    if (wrong) return wrong
  }
  return undefined
}
