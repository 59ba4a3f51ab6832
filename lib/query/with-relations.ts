/** Puts documents in the place of ids, and next to the ids in rich text. Tested by test/features/rich-text-references.test.ts. */
import { derived } from '../../schema/derived.ts'
import { childrenOf, type Field, fieldsOfRow, isRelation, isRichText, type RelationField, type RichTextField } from '../../schema/model.ts'
import { atOnce, type SlicedWork, stopsBehind } from '../pace.ts'
import { withAttributes, withTarget } from '../rich-text/pointers.ts'
import type { Doc } from '../store/document.ts'

/** The document to show; undefined if the reader can't see it. */
export type Replace = (to: string, id: number) => unknown

/** A copy of what contains relations, since a target may be filled in at several depths; the rest is the same. Stops between rows and nodes. */
export function* withRelations(fields: readonly Field[], doc: Doc, replace: Replace): SlicedWork<Doc> {
  const pointing = pointingFields(fields)
  if (pointing.length === 0 || typeof doc !== 'object' || doc === null) return doc
  const filled = { ...doc }
  for (const field of pointing) {
    const value = doc[field.name]
    if (value !== undefined && value !== null) filled[field.name] = yield* withTargets(field, value, replace)
  }
  return filled
}

// biome-ignore lint/suspicious/noExplicitAny: a preview contains what a form holds, which may have any shape
function* withTargets(field: Field, value: any, replace: Replace): SlicedWork<unknown> {
  if (isRelation(field)) return relationTargets(field, value, replace)
  if (isRichText(field)) return yield* textWithTargets(field, value, replace)
  if (!Array.isArray(value)) return field.fields ? yield* withRelations(field.fields, value, replace) : value
  const rows: Doc[] = []
  for (const [index, row] of value.entries()) {
    rows.push(yield* withRelations(fieldsOfRow(field, row), row, replace))
    if (stopsBehind(index)) yield
  }
  return rows
}

function relationTargets({ to, hasMany }: RelationField, value: unknown, replace: Replace): unknown {
  if (!hasMany) return typeof value === 'number' ? (replace(to, value) ?? null) : value
  if (!Array.isArray(value)) return value
  return value.map((id) => (typeof id === 'number' ? replace(to, id) : id)).filter((one) => one !== undefined)
}

/** The text with the documents that it points to. */
function textWithTargets(field: RichTextField, text: unknown, replace: Replace): SlicedWork<unknown> {
  const { blocks } = field.richText
  return withAttributes(text, (attrs, of) => {
    const block = of['type'] === 'contentBlock' && blocks.find(({ slug }) => slug === attrs['blockType'])
    if (block) return atOnce(withRelations(block.fields, attrs, replace))
    return withTarget(attrs, of, ({ collection, id }) => replace(collection, id))
  })
}

const pointingFields = derived((fields: readonly Field[]): readonly Field[] => fields.filter(isPointing))

/** The result of a function that shows something else stays as it is. */
const isPointing: (field: Field) => boolean = derived(
  (field: Field) => !field.shown && (isRelation(field) || isRichText(field) || childrenOf(field).some(isPointing)),
)

const TOKEN = `@${Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('')}:`
const PLACE = new RegExp(`"${TOKEN}(\\d+)"`, 'g')

/** A text as JSON, with documents that are JSON already. */
export function* printedText(
  field: RichTextField,
  text: unknown,
  print: (to: string, id: number) => string | undefined,
): SlicedWork<string> {
  const documents: string[] = []
  const filled = yield* textWithTargets(field, text, (to, id) => {
    const printed = print(to, id)
    return printed === undefined ? undefined : `${TOKEN}${documents.push(printed) - 1}`
  })
  const json = JSON.stringify(filled ?? null)
  // biome-ignore lint/style/noNonNullAssertion: there is a document for each place
  return documents.length === 0 ? json : json.replace(PLACE, (_, index) => documents[Number(index)]!)
}
