/** The texts that cards hold: captions and alternative texts of pictures, and the text fields of content blocks.
 * Tested by test/admin-components/writing-find.test.ts.
 */
import type { Node } from '@tiptap/pm/model'
import type { Field } from '../../app/schema.ts'
import type { FieldValue } from '../../document/values.ts'
import type { TextSettings } from './settings.ts'
import { ALL } from './stored.ts'

/** Where a text is in the attributes of its node. */
export type Path = readonly (string | number)[]

export interface CardText {
  path: Path
  text: string
}

type Row = Readonly<Record<string, unknown>>

const IN_LINE: readonly string[] = ['text', 'textarea']

export function textsOfCard({ type, attrs }: Node, { blocks }: Pick<TextSettings, 'blocks'>): CardText[] {
  if (type.name === 'image') return ['caption', 'alt'].map((name) => ({ path: [name], text: attrs[name] ?? '' }))
  if (type.name === 'contentBlock')
    return textsOfRow(attrs[ALL], blocks.find(({ slug }) => slug === attrs[ALL]['blockType'])?.fields, [ALL])
  return []
}

function textsOfRow(row: Row, fields: readonly Field[] = [], path: Path): CardText[] {
  return fields
    .filter(({ locked, writeOnly }) => !locked?.update && !writeOnly)
    .flatMap((field) => {
      const { name, type, base } = field
      const value = row[name]
      const inside = [...path, name]
      if (IN_LINE.includes(base ?? type))
        return Array.isArray(value) ? value.flatMap((one, index) => asText(one, [...inside, index])) : asText(value, inside)
      if (Array.isArray(value))
        return value.flatMap((one, index) => (isRow(one) ? textsOfRow(one, fieldsOf(field, one), [...inside, index]) : []))
      return isRow(value) ? textsOfRow(value, field.fields, inside) : []
    })
}

const fieldsOf = ({ fields, blocks }: Field, row: Row): readonly Field[] | undefined =>
  fields ?? blocks?.find(({ slug }) => slug === row['blockType'])?.fields

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

const asText = (value: unknown, path: Path): CardText[] => (typeof value === 'string' ? [{ path, text: value }] : [])

export function textAt(attrs: unknown, path: Path): string {
  return path.reduce((value: FieldValue, step) => value[step], attrs) ?? ''
}

/** A copy of the attributes with another text at this place. */
export function withText<Held>(held: Held, [step, ...rest]: Path, text: string): Held {
  if (step === undefined) return text as Held
  const copy: FieldValue = Array.isArray(held) ? [...held] : { ...held }
  copy[step] = withText(copy[step], rest, text)
  return copy
}
