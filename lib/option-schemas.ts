/** Building blocks for the JSON Schemas of options. Functions and adapters are marked by the keyword `kind`. Tested by test/config-check.test.ts. */
import type { JsonSchema } from '../schema/document.ts'
import { text, translated as translatedWord } from '../schema/word-values.ts'

export { flag, text } from '../schema/word-values.ts'

export const translated: JsonSchema = { ...translatedWord, description: "a text, or an object such as { en: 'Orders', th: 'คำสั่งซื้อ' }" }
export const texts: JsonSchema = { type: 'array', items: text }
export const seconds: JsonSchema = { type: 'integer', minimum: 1 }
/** At most a day, which both Postgres and timers accept. */
export const milliseconds: JsonSchema = { type: 'integer', minimum: 1, maximum: 86_400_000 }
export const fn: JsonSchema = { kind: 'function' }
export const object: JsonSchema = { kind: 'object' }
export const origin: JsonSchema = {
  type: 'string',
  pattern: '^https?://[^/?#]+$',
  description: "an origin without a path, such as 'https://example.org'",
}
export const url: JsonSchema = {
  type: 'string',
  pattern: '^https?://[^/?#]+',
  description: "a URL such as 'https://files.example.org'",
}

export const closed = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
})
export const listOf = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

export const sitePath = (example: string): JsonSchema => ({
  type: 'string',
  pattern: '^/[A-Za-z0-9_./-]*[A-Za-z0-9_-]$',
  description: `a path such as '${example}', without a slash at its end`,
})
export const letterTexts = (...letters: string[]): JsonSchema => closed(Object.fromEntries(letters.map((letter) => [letter, fn])))
