/** Run by the build. Writes `cms.graphql` and `cms.schema.json` for editor completion and checks, and the compiled document validator. */
import { writeFileSync } from 'node:fs'
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import type { JsonSchema } from './document.ts'
import { fieldTypeTable } from './field-types.ts'
import { DOCUMENT_OPTIONS, DOCUMENT_VALIDATOR } from './precompiled.ts'
import { metaSchema, sdlPrelude } from './prelude.ts'

export function generated(): Record<string, string> {
  const types = fieldTypeTable()
  return {
    'cms.graphql': sdlPrelude(types),
    'cms.schema.json': `${JSON.stringify(metaSchema(types), null, 2)}\n`,
  }
}

/** `built`: the folder of the compiled files. */
export function generate(folder: URL, built: URL): void {
  for (const [name, text] of Object.entries(generated())) writeFileSync(new URL(name, folder), text)
  writeFileSync(new URL(DOCUMENT_VALIDATOR, built), validatorOf(metaSchema(fieldTypeTable())))
}

/** A validator as source code, with the schema that it was compiled from. */
function validatorOf(schema: JsonSchema): string {
  const options = { ...DOCUMENT_OPTIONS, meta: false, validateSchema: false, messages: false, code: { source: true } }
  const ajv = new Ajv2020(options)
  const program = standalone.default(ajv, ajv.compile(schema))
  return `${program}\nmodule.exports.madeOf = ${JSON.stringify(JSON.stringify(schema))}\n`
}
