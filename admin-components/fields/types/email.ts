/** Email addresses. */
import { fieldType, isString } from '../field-type.ts'
import { plainInput } from '../plain-input.ts'

export const email = fieldType({ edit: plainInput('email'), isText: true, fits: isString })
