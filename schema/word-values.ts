/** Schemas that the values of several words share. Tested by test/schema/spellings.test.ts. */
import type { JsonSchema } from './document.ts'
import { ICONS } from './icons.ts'
import type { Spelling } from './word.ts'

export const text: JsonSchema = { type: 'string', minLength: 1 }
export const flag: JsonSchema = { type: 'boolean' }
export const count: JsonSchema = { type: 'integer', minimum: 0 }
/** Whether the admin has the language is checked later, since the configuration may add some. */
export const LANGUAGE = '^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$'
export const translated: JsonSchema = {
  anyOf: [
    text,
    {
      type: 'object',
      properties: { en: text, th: text },
      patternProperties: { [LANGUAGE.replace('^', '^(?!(en|th)$)')]: text },
      minProperties: 1,
      additionalProperties: false,
    },
  ],
}
/** In SDL: the languages that every admin has as arguments, the others in `texts`. */
export const translatedIn = (directive: string): Spelling => ({
  directive,
  arguments: { text: 'String', en: 'String', th: 'String', texts: 'JSON' },
  alone: 'text',
  others: 'texts',
})
/** The names of the core's rules; features add theirs. */
export const RULES = ['anyone', 'loggedIn', 'signedIn', 'admin', 'published', 'owner', 'self', 'nobody'] as const

/** Names of the rules of your own features, for TypeScript: `declare module 'galley' { interface OwnRules { officeHours: true } }`. */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface OwnRules {}

export type RuleName = (typeof RULES)[number] | keyof OwnRules
/** Defined once in the meta-schema, where all rules are known, including those of features. */
export const rule: JsonSchema = { $ref: '#/$defs/rule' }
export const fieldName: JsonSchema = { type: 'string', pattern: '^[a-zA-Z$][a-zA-Z0-9_.]*$' }
export const slug: JsonSchema = {
  type: 'string',
  pattern: '^[a-z0-9][a-z0-9_-]*$',
  maxLength: 50,
  description: "a slug: lowercase letters, digits, '-' and '_'",
}
export const names: JsonSchema = { type: 'array', items: text }
export const iconName: JsonSchema = { enum: ICONS }
export const elementName: JsonSchema = {
  type: 'string',
  pattern: '^[a-z][a-z0-9._]*-[a-z0-9._-]*$',
  description: "the name of a custom element, such as 'my-panel'",
}
export const link: JsonSchema = {
  type: 'string',
  pattern: '^(/|https?://|mailto:)',
  description: "a path such as '/help', or a URL with https://",
}
/** Defined once in the meta-schema, because a condition may contain others. */
export const condition: JsonSchema = { $ref: '#/$defs/condition' }
export const conditionPart: JsonSchema = {
  type: 'object',
  properties: {
    field: fieldName,
    equals: true,
    not_equals: true,
    in: { type: 'array' },
    not_in: { type: 'array' },
    exists: flag,
    and: { type: 'array', items: condition },
    or: { type: 'array', items: condition },
    not: condition,
  },
  minProperties: 1,
  additionalProperties: false,
}
/** Defined once in the meta-schema, because a layout may contain another. */
export const layout: JsonSchema = { type: 'array', items: { $ref: '#/$defs/layout' } }
export const layoutPart: JsonSchema = {
  type: ['string', 'object'],
  properties: {
    row: layout,
    section: translated,
    fields: layout,
    folded: flag,
    tabs: {
      type: 'array',
      items: {
        type: 'object',
        properties: { label: translated, fields: layout },
        required: ['label', 'fields'],
        additionalProperties: false,
      },
      minItems: 1,
    },
  },
  dependentRequired: { section: ['fields'], fields: ['section'], folded: ['section'] },
  additionalProperties: false,
}
export const badge: JsonSchema = {
  type: 'object',
  properties: { where: { type: 'object' }, tone: { enum: ['accent', 'good', 'warn', 'bad'] }, label: translated },
  required: ['where'],
  additionalProperties: false,
}

export const collection = (name: string, type: string): Spelling => ({ directive: 'collection', argument: { name, type } })
export const field = (directive: string, name: string, type: string): Spelling => ({ directive, argument: { name, type } })
