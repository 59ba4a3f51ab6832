/** The data types of content types as users declare them: schema documents, their code, and their sources. */
import type { Source } from './source.ts'

export interface JsonSchema {
  // biome-ignore lint/suspicious/noExplicitAny: the types differ between keywords; the meta-schema has checked them
  [keyword: string]: any
}

/** A content type as a JSON Schema document; anything beyond JSON Schema is under `x-cms`. */
export interface SchemaDocument extends JsonSchema {
  $id?: string
  title?: string
  description?: string
  type: 'object'
  'x-cms': { collection?: string; global?: string; [word: string]: unknown }
  required?: string[]
  properties: Record<string, JsonSchema>
}

/** The functions that belong to a content type; they are never part of a document. */
export interface EntityCode {
  access?: Record<string, unknown>
  hooks?: Record<string, unknown>
  preview?: unknown
  scope?: unknown
  /** By dotted path: `title`, `seo.title`, `layout.quote.text`. */
  fields?: Record<string, FieldCode>
}

export interface FieldCode {
  access?: Record<string, unknown>
  validate?: unknown
  defaultValue?: unknown
  filterOptions?: unknown
  shown?: unknown
}

/** The code of a content type, and the module it was loaded from. */
export interface SourcedCode {
  code: EntityCode
  source: Source
}

/** One declaration of a slug. Several are merged: the built-in one, `extend type`, code next to a document. */
export interface Declaration {
  document: SchemaDocument
  code: EntityCode
  /** The modules that `code` was loaded from. */
  modules?: readonly SourcedCode[]
  source: Source
  /** `extend type`, or a declaration without fields: it adds to another one. */
  extends: boolean
  /** Declared by a feature: one more declaration with fields may join it. */
  builtIn?: boolean
  /** Declared by a feature for internal use: never reachable from outside, never in webhooks. */
  internal?: boolean
  /** Parts with problems, which `document` lacks. */
  wrong?: ReadonlySet<string>
}

export const FIELD_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/
export const SLUG = /^[a-z0-9][a-z0-9_-]*$/

export function slugOf(document: SchemaDocument): string {
  return (document['x-cms'].collection ?? document['x-cms'].global) as string
}

/** `blog-posts` → `BlogPost`: the default name of a type. */
export function typeName(slug: string): string {
  const words = slug.split(/[^A-Za-z0-9]+/).filter(Boolean)
  const last = words.pop() ?? ''
  const name = [...words, singular(last)].map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^[A-Z]/.test(name) ? name : `Type${name}`
}

function singular(word: string): string {
  if (/(ss|us|is|news)$/.test(word)) return word
  if (/ies$/.test(word)) return word.slice(0, -3) + 'y'
  if (/(ch|sh|x|z|ss)es$/.test(word)) return word.slice(0, -2)
  return word.length > 1 && word.endsWith('s') ? word.slice(0, -1) : word
}
