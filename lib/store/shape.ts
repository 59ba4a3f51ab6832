/** The stamp of an entity's nested shape. A row that carries it holds its JSON in today's order, and nothing more, and may be sent as it is. */

import { createHash } from 'node:crypto'
import { derived } from '../../schema/derived.ts'
import { type Entity, type Field, wholeOf } from '../../schema/model.ts'

/** Of rows that hold more than the model says: it is never an entity's own. */
export const MORE = 'more'

export const shapeStamp = derived((form: Entity): string =>
  createHash('sha256')
    .update(JSON.stringify(wholeOf(form).fields.map(outline)))
    .digest('base64url')
    .slice(0, 12),
)

const outline = (field: Field): unknown => [
  field.name,
  field.type.name,
  field.hasMany,
  field.fields?.map(outline),
  field.blocks?.map((block) => [block.slug, block.fields.map(outline)]),
]
