/** The stamp of an entity's nested shape. A row with this stamp holds only JSON in the current form, so it is sent unchanged.
 * Tested by test/migrations/old-process.test.ts.
 */

import { createHash } from 'node:crypto'
import { derived } from '../../schema/derived.ts'
import { type Entity, type Field, wholeOf } from '../../schema/model.ts'
import { isRenamedInText } from './renamed-in-texts.ts'

/** The stamp of rows that contain more than the model knows; never equal to an entity's own. */
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
  ...(isRenamedInText(field) ? [field.richText.blocks.map((block) => [block.slug, block.renamedFrom, block.fields.map(outline)])] : []),
]
