/** The texts that cards hold: captions and alternative texts of pictures, and the texts that one writes in the form of a content block.
 * Tested by test/admin-components/found-in-blocks.test.ts.
 */
import type { Node, Schema } from '@tiptap/pm/model'
import type { Field } from '../../app/schema.ts'
import { fieldsOfRow, hasRows, isGroup, isText } from '../../document/map-fields.ts'
import { type FieldValue, holds } from '../../document/values.ts'
import type { TextSettings } from './settings.ts'
import { ALL, isReadable, StoredText } from './stored.ts'

/** Where a text is in the attributes of its node. */
export type Path = readonly (string | number)[]

export interface CardText {
  path: Path
  held: string | InnerText
}

/** A rich text, and the blocks that its field allows. */
interface InnerText {
  doc: Node
  blocks: Blocks
}

type Blocks = TextSettings['blocks']

type Row = Readonly<Record<string, unknown>>

const IN_LINE: readonly string[] = ['text', 'textarea']

export function textsOfCard({ type, attrs }: Node, blocks: Blocks): CardText[] {
  if (type.name === 'image') return ['caption', 'alt'].flatMap((name) => asText(attrs[name], [name]))
  if (type.name !== 'contentBlock') return []
  return textsOfRow(attrs[ALL], blocks.find(({ slug }) => slug === attrs[ALL]['blockType'])?.fields ?? [], [ALL])

  /** Fields that the form hides are left out. */
  function textsOfRow(row: Row, fields: readonly Field[], path: Path): CardText[] {
    return fields
      .filter(({ condition }) => holds(condition, row))
      .flatMap((field) => textsOf(field, row[field.name], [...path, field.name]))
  }

  function textsOf(field: Field, value: unknown, path: Path): CardText[] {
    if (IN_LINE.includes(field.base ?? field.type))
      return Array.isArray(value) ? value.flatMap((one, index) => asText(one, [...path, index])) : asText(value, path)
    if (isText(field)) {
      if (!isRow(value) || !isReadable(value)) return []
      return [{ path, held: { doc: openedText(value, type.schema).doc, blocks: field.blocks ?? [] } }]
    }
    if (isGroup(field)) return isRow(value) ? textsOfRow(value, field.fields ?? [], path) : []
    if (!hasRows(field) || !Array.isArray(value)) return []
    return value.flatMap((one, index) => (isRow(one) ? textsOfRow(one, fieldsOfRow(field, one), [...path, index]) : []))
  }
}

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown, path: Path): CardText[] => (typeof value === 'string' ? [{ path, held: value }] : [])

interface Opened {
  stored: StoredText
  doc: Node
}

/** A value doesn't change: one that differs is another object. */
const opened = new WeakMap<object, Opened>()

/** A rich text inside a card as a document of the editor. */
export function openedText(value: object, schema: Schema): Opened {
  const before = opened.get(value)
  if (before?.doc.type.schema === schema) return before
  const stored = new StoredText(schema)
  const made = { stored, doc: stored.open(value) }
  opened.set(value, made)
  return made
}

export const valueAt = (attrs: unknown, path: Path): FieldValue => path.reduce((value: FieldValue, step) => value?.[step], attrs)

/** A copy of the attributes with another value at this place. */
export function withValue<Held>(held: Held, [step, ...rest]: Path, value: unknown): Held {
  if (step === undefined) return value as Held
  const copy: FieldValue = Array.isArray(held) ? [...held] : { ...held }
  copy[step] = withValue(copy[step], rest, value)
  return copy
}
