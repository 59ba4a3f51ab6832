/** Email addresses. */
import { fullFormats } from 'ajv-formats/dist/formats.js'
import { messages } from '../messages.ts'
import { fieldType, TEXT_WORDS } from './field-type.ts'

export const email = fieldType({
  name: 'email',
  sentence: 'An email address.',
  json: () => ({ type: 'string', format: 'email' }),
  format: { name: 'email', validate: fullFormats.email as RegExp, message: messages.mustBe('a valid email address') },
  scalar: 'Email',
  holds: 'text',
  queryable: true,
  words: TEXT_WORDS,
  receive: (value) => (typeof value === 'string' ? value.trim() : value),
  sample: (_, n) => `made-${n}@example.org`,
})
