/** The validator of documents, compiled by the build: a start with the built-in field types and rules need not compile it again. */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { JsonSchema } from './document.ts'

/** What documents are judged with. */
export const DOCUMENT_OPTIONS = { strict: false, validateFormats: false } as const

/** Where the build puts it, beside this file. */
export const SOUND = 'sound.cjs'

type Sound = ((value: unknown) => boolean) & { madeOf: string }

/** The validator of just this schema; none, where the build made another one, or none. */
export function soundFor(schema: JsonSchema): Sound | undefined {
  const file = fileURLToPath(new URL(SOUND, import.meta.url))
  if (!existsSync(file)) return undefined
  const made = createRequire(import.meta.url)(file) as Sound
  return made.madeOf === JSON.stringify(schema) ? made : undefined
}
