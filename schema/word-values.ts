/** Schemas that the values of several words share. Tested by test/schema/spellings.test.ts. */
import type { JsonSchema } from './document.ts'
import type { Spelling } from './word.ts'

export const text: JsonSchema = { type: 'string', minLength: 1 }
export const flag: JsonSchema = { type: 'boolean' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
export const translated: JsonSchema = {
  anyOf: [text, { type: 'object', properties: { en: text, th: text }, minProperties: 1, additionalProperties: false }],
}
/** The names of the core's rules; features add theirs. */
export const RULES: readonly string[] = ['anyone', 'loggedIn', 'signedIn', 'admin', 'published', 'owner', 'self', 'nobody']
/** Defined once in the meta-schema, where all rules are known, including those of features. */
export const rule: JsonSchema = { $ref: '#/$defs/rule' }
export const fieldName: JsonSchema = { type: 'string', pattern: '^[a-zA-Z$][a-zA-Z0-9_.]*$' }
export const names: JsonSchema = { type: 'array', items: text }
export const condition: JsonSchema = {
  type: 'object',
  properties: {
    field: fieldName,
    equals: true,
    not_equals: true,
    in: { type: 'array' },
    not_in: { type: 'array' },
    exists: flag,
    and: { type: 'array', items: { type: 'object' } },
    or: { type: 'array', items: { type: 'object' } },
    not: { type: 'object' },
  },
  minProperties: 1,
  additionalProperties: false,
}
export const layout: JsonSchema = {
  type: 'array',
  items: {
    type: 'object',
    properties: { tabs: { type: 'array' }, section: {}, row: names, fields: names, label: translated },
    additionalProperties: false,
  },
}

export const collection = (name: string, type: string): Spelling => ({ directive: 'collection', argument: { name, type } })
export const field = (directive: string, name: string, type: string): Spelling => ({ directive, argument: { name, type } })
