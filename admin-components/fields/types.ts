/** The field types, one file each in `types/`. `schema/field-types.ts` lists their server sides under the same names. */
import type { Field } from '../app/schema.ts'
import type { FieldType } from './field-type.ts'
import { array } from './types/array.ts'
import { blocks } from './types/blocks.ts'
import { boolean } from './types/boolean.ts'
import { date } from './types/date.ts'
import { email } from './types/email.ts'
import { group } from './types/group.ts'
import { json } from './types/json.ts'
import { number } from './types/number.ts'
import { relationship } from './types/relationship.ts'
import { richText } from './types/rich-text.ts'
import { select } from './types/select.ts'
import { slug } from './types/slug.ts'
import { text } from './types/text.ts'
import { textarea } from './types/textarea.ts'
import { upload } from './types/upload.ts'

export const types = {
  text,
  textarea,
  email,
  number,
  boolean,
  date,
  select,
  slug,
  richText,
  upload,
  relationship,
  array,
  group,
  blocks,
  json,
}

/** A custom type of the configuration is shown as the type it is based on. */
export const typeOf = ({ type, base }: Pick<Field, 'type' | 'base'>): FieldType =>
  (types as Record<string, FieldType>)[base ?? type] ?? types.text
