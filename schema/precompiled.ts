/** The document validator compiled by the build, so that a start with the built-in field types and rules need not compile it again.
 * Tested by test/architecture.test.ts.
 */
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { JsonSchema } from './document.ts'
import { packageFolder } from './package-folder.ts'

/** The Ajv options for validating documents. */
export const DOCUMENT_OPTIONS = { strict: false, validateFormats: false } as const

/** The file that the build writes it to. */
export const DOCUMENT_VALIDATOR = 'document-validator.cjs'

type Validate = ((value: unknown) => boolean) & { madeOf: string }

/** The validator compiled from exactly this schema; undefined if the build compiled another one, or none. */
export function precompiledFor(schema: JsonSchema): Validate | undefined {
  const file = new URL(`dist/schema/${DOCUMENT_VALIDATOR}`, packageFolder)
  if (!existsSync(file)) return undefined
  const made = createRequire(import.meta.url)(fileURLToPath(file)) as Validate
  return made.madeOf === JSON.stringify(schema) ? made : undefined
}
