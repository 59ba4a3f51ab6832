/** The part of a URL that identifies a document. Tested by test/field-types.test.ts. */
import { fieldType, isString } from '../field-type.ts'
import { plainInput } from '../plain-input.ts'

export const slug = fieldType({ edit: plainInput('text'), column: 'chosen', isText: true, fits: isString })
