/** Options of a field that contradict each other, and defaults that the field itself would refuse. Tested by test/schema/contradictions.test.ts. */
import { conditionCircle } from './condition-circles.ts'
import { messages } from './messages.ts'
import { type Field, fieldsOfRow, hasRows, isGroup, isListField, isRelation } from './model.ts'
import { didYouMean } from './nearest.ts'
import { isPlainObject } from './plain-object.ts'
import type { Message } from './problems.ts'
import { validators } from './validators.ts'

export interface Contradiction {
  message: Message
  /** Where the word stands, below the field's schema. */
  at: readonly string[]
  hint?: string
}

/** `siblings`: the fields next to it, which its own options may name. */
export function* contradictionsOf(field: Field, siblings: readonly Field[]): Generator<Contradiction> {
  yield* limits(field)
  yield* uniqueness(field, siblings)
  yield* slugSource(field, siblings)
  yield* wrongDefault(field)
  yield* wrongCondition(field, siblings)
  yield* idlePlaceholder(field)
  yield* idleIndex(field)
  yield* idleOnSecrets(field)
}

function* limits(field: Field): Generator<Contradiction> {
  const { minLength, maxLength, min, max, minRows, maxRows } = field
  for (const [word, least, most] of [
    ['minLength', minLength, maxLength],
    ['minimum', min, max],
    ['minItems', minRows, maxRows],
  ] as const)
    if (least !== undefined && most !== undefined && least > most) yield { message: messages.moreThanMost(least, most), at: [word] }
  if (field.integer && min !== undefined && max !== undefined && min <= max && Math.ceil(min) > max)
    yield { message: messages.noWholeNumber(min, max), at: ['minimum'] }
  if (field.required && (maxLength === 0 || maxRows === 0)) yield { message: messages.requiredOfNothing, at: [] }
  if (isListField(field)) return
  if (minRows !== undefined) yield { message: (wordFor) => messages.rowsOfOneValue(wordFor('minItems')), at: ['minItems'] }
  if (maxRows !== undefined) yield { message: (wordFor) => messages.rowsOfOneValue(wordFor('maxItems')), at: ['maxItems'] }
}

function* uniqueness(field: Field, siblings: readonly Field[]): Generator<Contradiction> {
  const { unique, uniqueWithin, type, hasMany } = field
  if (unique && uniqueWithin !== undefined) yield { message: messages.uniqueTwice, at: ['x-cms', 'unique'] }
  for (const word of ['unique', 'uniqueWithin'] as const)
    if (field[word] && (hasMany || type.holds === 'json')) yield { message: messages.notComparable(word), at: ['x-cms', word] }
  const within = siblings.find(({ name }) => name === uniqueWithin)
  if (within === field) yield { message: messages.withinItself, at: ['x-cms', 'uniqueWithin'] }
  else if (within?.writeOnly) yield { message: messages.withinUnstored(within.name), at: ['x-cms', 'uniqueWithin'] }
  else if (within && (within.hasMany || within.type.holds === 'json'))
    yield { message: messages.withinSeveral(within.name), at: ['x-cms', 'uniqueWithin'] }
}

function* slugSource(field: Field, siblings: readonly Field[]): Generator<Contradiction> {
  const source = siblings.find(({ name }) => name === field.from)
  if (source === field) yield { message: messages.slugOfItself, at: ['x-cms', 'from'] }
  else if (source && (!source.type.text || source.hasMany)) yield { message: messages.slugOfNoText(source.name), at: ['x-cms', 'from'] }
}

function* wrongDefault(field: Field): Generator<Contradiction> {
  const { defaultValue } = field
  if (defaultValue === undefined || defaultValue === null || typeof defaultValue === 'function') return
  for (const [name, known] of unknownNames(field, defaultValue))
    yield { message: messages.defaultUnknown(name), at: ['default'], hint: didYouMean(name, known) }
  const value = received(field, defaultValue)
  if (isPlainlyRight(field, value)) return
  const { refusals } = validators({ fields: [field] }).partial({ [field.name]: value }, 1)
  for (const refusal of refusals) {
    const inside = refusal.field.slice(field.name.length + 1)
    yield { message: messages.defaultWrong(valueAt(inside, defaultValue), refusal.message), at: ['default'] }
  }
}

/** A value inside of a default as a message shows it, with its place: `'red' at '0.color' `. Only short ones help. */
function valueAt(path: string, whole: unknown): string {
  const names = path === '' ? [] : path.split('.')
  const value = names.reduce<unknown>((within, name) => (within as Record<string, unknown> | undefined)?.[name], whole)
  const text = typeof value === 'string' ? `'${value}'` : ['number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : ''
  return [text.length > 40 ? '' : text, path && `at '${path}'`].map((part) => part && `${part} `).join('')
}

/** Names in a default that are not fields of its group or rows, with the fields that there are. */
function* unknownNames(field: Field, value: unknown): Generator<[name: string, known: string[]]> {
  if (hasRows(field) && Array.isArray(value)) for (const row of value) yield* unknownAmong(fieldsOfRow(field, row), row)
  if (isGroup(field)) yield* unknownAmong(field.fields, value)
}

function* unknownAmong(fields: readonly Field[], values: unknown): Generator<[name: string, known: string[]]> {
  if (!isPlainObject(values)) return
  const known = new Map(fields.map((field) => [field.name, field]))
  for (const [name, value] of Object.entries(values)) {
    const field = known.get(name)
    if (field) yield* unknownNames(field, value)
    else if (!['id', 'blockType'].includes(name)) yield [name, [...known.keys()]]
  }
}

function* wrongCondition(field: Field, siblings: readonly Field[]): Generator<Contradiction> {
  const { condition, name: own } = field
  const at = ['x-cms', 'admin', 'condition']
  const circle = conditionCircle(field, siblings)
  if (circle) yield { message: messages.conditionsInCircle(circle), at }
  const names = siblings.map(({ name }) => name)
  for (const { field: name, tests, values } of comparisons(condition)) {
    if (name === undefined) {
      yield { message: messages.conditionWithoutField, at }
      continue
    }
    if (tests === 0) yield { message: messages.conditionWithoutTest(name), at, hint: `add one of ${COMPARED.join(', ')}` }
    if (name === own) yield { message: messages.conditionOnItself, at }
    if (!names.includes(name)) yield { message: messages.noSuchField('condition', name), at, hint: didYouMean(name, names) }
    const options = siblings.find((one) => one.name === name)?.options?.map(({ value }) => value)
    for (const value of values)
      if (options && typeof value === 'string' && !options.includes(value))
        yield { message: messages.noOptionOf(name, value), at, hint: didYouMean(value, options) }
  }
}

/** What editors type into, in the admin. An element of your own may show a placeholder anywhere. */
const TYPED = ['text', 'textarea', 'email', 'slug', 'number', 'richText']

function* idlePlaceholder({ admin, custom, type }: Field): Generator<Contradiction> {
  if (admin['placeholder'] === undefined || admin['component'] !== undefined || custom || TYPED.includes(type.name)) return
  yield { message: messages.wordNotHere('placeholder', type.name), at: ['x-cms', 'admin', 'placeholder'] }
}

const COMPARED = ['equals', 'not_equals', 'in', 'not_in', 'exists'] as const

interface Comparison {
  /** Missing in a condition that compares nothing. */
  field: string | undefined
  /** How many operators there are. */
  tests: number
  values: unknown[]
}

/** No index serves the values of these types. */
const UNINDEXED = ['json', 'richText', 'group']

function* idleIndex({ index, type }: Field): Generator<Contradiction> {
  if (index && UNINDEXED.includes(type.name)) yield { message: messages.wordNotHere('index', type.name), at: ['x-cms', 'index'] }
}

/** How the admin shows an input, and a value in lists. */
const INPUT = ['position', 'width', 'component', 'placeholder']
const COLUMN = ['cell', 'column']

/** Words about reading, on fields that are never read. The system may ask for hidden values, as they are shown. */
function* idleOnSecrets({ hidden, writeOnly, access, admin, shown, renamedFrom }: Field): Generator<Contradiction> {
  if (!hidden) return
  const says = writeOnly ? messages.neverReturned : messages.neverLeaves
  const hint = `remove it, or '${writeOnly ? 'writeOnly' : 'hidden'}'`
  if (access.read !== undefined) yield { message: says('access.read'), at: ['x-cms', 'access', 'read'], hint }
  for (const word of writeOnly ? COLUMN : [...INPUT, ...COLUMN])
    if (admin[word] !== undefined && admin[word] !== false) yield { message: says(word), at: ['x-cms', 'admin', word], hint }
  if (!writeOnly) return
  if (shown) yield { message: says('shown'), at: ['shown'], hint }
  if (renamedFrom !== undefined) yield { message: messages.neverStored('renamedFrom'), at: ['x-cms', 'renamedFrom'], hint }
}

/** The fields that a condition compares, each with its values. */
function comparisons(condition: Field['condition']): Comparison[] {
  if (!condition) return []
  const { field, and = [], or = [], not, equals, not_equals: other, in: among = [], not_in: notAmong = [] } = condition
  const tests = COMPARED.filter((name) => condition[name] !== undefined).length
  const isIdle = field === undefined && tests === 0 && (and.length > 0 || or.length > 0 || not !== undefined)
  const own = isIdle ? [] : [{ field, tests, values: [equals, other, ...among, ...notAmong] }]
  return [...own, ...[...and, ...or, ...(not ? [not] : [])].flatMap(comparisons)]
}

/** Most defaults are a word, a number or a yes, which needs no validator. */
function isPlainlyRight(field: Field, value: unknown): boolean {
  const { type, hasMany, options, custom, minLength, maxLength, pattern, min, max, integer } = field
  if (hasMany || custom) return false
  if (options) return options.some((option) => option.value === value)
  if (type.name === 'boolean') return typeof value === 'boolean'
  if (type.name === 'number') return Number.isFinite(value) && !integer && min === undefined && max === undefined
  return type.name === 'text' && typeof value === 'string' && [minLength, maxLength, pattern].every((limit) => limit === undefined)
}

/** As it would be stored: a date, for example, may be written in several ways. */
function received(field: Field, value: unknown): unknown {
  if (isGroup(field)) return receivedFields(field.fields, value)
  if (hasRows(field)) return Array.isArray(value) ? value.map((row) => receivedFields(fieldsOfRow(field, row), row)) : value
  if (isRelation(field)) return value
  return Array.isArray(value) ? value.map((one) => field.type.receive(one)) : field.type.receive(value)
}

function receivedFields(fields: readonly Field[], values: unknown): unknown {
  if (typeof values !== 'object' || values === null) return values
  const known = new Map(fields.map((field) => [field.name, field]))
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = known.get(name)
      return [name, field ? received(field, value) : value]
    }),
  )
}
