/** Writes `cms.graphql` and `cms.schema.json` beside this file: what editors complete and check with. Run by the build. */
import { writeFileSync } from 'node:fs'
import { fieldTypeTable } from './field-types.ts'
import { metaSchema, sdlPrelude } from './prelude.ts'

export function generated(): Record<string, string> {
  const types = fieldTypeTable()
  return {
    'cms.graphql': sdlPrelude(types),
    'cms.schema.json': `${JSON.stringify(metaSchema(types), null, 2)}\n`,
  }
}

export function generate(folder: URL): void {
  for (const [name, text] of Object.entries(generated())) writeFileSync(new URL(name, folder), text)
}
