/** Puts documents in the place of ids, and next to the ids in rich text. Tested by test/features/rich-text-references.test.ts. */
import { type Field, fieldsOfRow, isRelation, isRichText, type RichTextField } from '../../schema/model.ts'
import { atOnce } from '../pace.ts'
import { withAttributes, withTarget } from '../rich-text/pointers.ts'
import type { Doc } from '../store/document.ts'
import { mayPoint } from '../store/text-pointers.ts'

/** The document to show; undefined if the reader can't see it. */
export type Replace = (to: string, id: number) => unknown

/** Returns a copy, since a target may be filled in at several depths. */
export function withRelations(fields: readonly Field[], doc: Doc, replace: Replace): Doc {
  if (typeof doc !== 'object' || doc === null) return doc
  const filled = { ...doc }
  for (const field of fields) {
    const value = doc[field.name]
    if (value === undefined || value === null) continue
    if (isRelation(field)) {
      if (!field.hasMany) filled[field.name] = typeof value === 'number' ? (replace(field.to, value) ?? null) : value
      else if (Array.isArray(value))
        filled[field.name] = value.map((id) => (typeof id === 'number' ? replace(field.to, id) : id)).filter((one) => one !== undefined)
    } else if (isRichText(field)) filled[field.name] = withTargets(field, value, replace)
    else if (field.blocks) {
      if (Array.isArray(value)) filled[field.name] = value.map((row) => withRelations(fieldsOfRow(field, row), row, replace))
    } else if (field.fields) {
      const inner = field.fields
      filled[field.name] = Array.isArray(value)
        ? value.map((row) => withRelations(inner, row, replace))
        : withRelations(inner, value, replace)
    }
  }
  return filled
}

/** The text with the documents that it points to. */
export function withTargets(field: RichTextField, text: unknown, replace: Replace): unknown {
  const { blocks } = field.richText
  return atOnce(
    withAttributes(text, (attrs, of) => {
      const block = of['type'] === 'contentBlock' && blocks.find(({ slug }) => slug === attrs['blockType'])
      if (block) return withRelations(block.fields, attrs, replace)
      return withTarget(attrs, of, ({ collection, id }) => replace(collection, id))
    }),
  )
}

const TOKEN = `@${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}:`
const PLACE = new RegExp(`"${TOKEN}(\\d+)"`, 'g')

/** The same as JSON text, with documents that are text already. */
export function printedText(field: RichTextField, text: unknown, print: (to: string, id: number) => string | undefined): string {
  const plain = JSON.stringify(text ?? null)
  if (!mayPoint(plain)) return plain
  const documents: string[] = []
  const filled = withTargets(field, text, (to, id) => {
    const printed = print(to, id)
    return printed === undefined ? undefined : `${TOKEN}${documents.push(printed) - 1}`
  })
  // biome-ignore lint/style/noNonNullAssertion: there is a document for each place
  return JSON.stringify(filled).replace(PLACE, (_, index) => documents[Number(index)]!)
}
