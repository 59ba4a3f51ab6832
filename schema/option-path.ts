/** Finds the place in `{ slug, fields }` that a keyword of the compiled document comes from. Tested by test/schema/problems.test.ts. */
import type { JsonSchema } from './document.ts'
import { optionOf, words } from './words.ts'

type Path = readonly (string | number)[]

/** `properties.seo.properties.title.x-cms.unique` → `fields.seo.title.unique`. */
export function optionPath(path: Path, document: JsonSchema): string {
  const { names, rest } = split(path, document)
  const [first, ...inside] = rest[0] === 'x-cms' ? rest.slice(1) : rest
  const option = first === undefined ? [] : [optionFor(String(first)), ...inside]
  const parts = names.length > 0 ? ['fields', ...names, ...option] : option
  return parts.map((part, index) => (/^\d+$/.test(String(part)) ? `[${part}]` : index === 0 ? part : `.${part}`)).join('')
}

/** The option that became the keyword: `maxRows` for `maxItems`. */
export function optionFor(keyword: string): string {
  if (keyword === 'enum') return 'options'
  if (keyword === 'oneOf') return 'blocks'
  const word = words.find(({ name }) => name === keyword)
  return word ? optionOf(word) : keyword
}

/** The names of the fields and blocks on the way, and what remains of the path. */
function split(path: Path, document: JsonSchema): { names: (string | number)[]; rest: Path } {
  const names: (string | number)[] = []
  let at: JsonSchema | undefined = document
  let rest = path
  while (rest.length > 0) {
    const [first, second] = rest
    if (first === 'properties' && second !== undefined) {
      names.push(second)
      at = at?.['properties']?.[second]
    } else if (first === 'oneOf' && second !== undefined) {
      at = at?.['oneOf']?.[second]
      names.push(at?.['properties']?.blockType?.const ?? second)
    } else if (first === 'items') {
      at = at?.['items']
    } else break
    rest = rest.slice(first === 'items' ? 1 : 2)
  }
  return { names, rest }
}
