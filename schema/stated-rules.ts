/** The access rules that one declaration states, each with its place: in the document, in fields at any depth, and in the code next to it.
 * Tested by test/schema/named-rules.test.ts.
 */
import type { Declaration, JsonSchema } from './document.ts'
import type { Source } from './source.ts'

export interface StatedRule {
  /** The dotted path of a field; empty for the content type. */
  field: string
  verb: string
  /** The name of a rule, or a function. */
  rule: unknown
  source: Source
  path: (string | number)[]
}

export function rulesOf({ document, code, modules, source }: Declaration): StatedRule[] {
  const found: StatedRule[] = []
  const add = (rules: unknown, field: string, source: Source, path: StatedRule['path']) => {
    for (const [verb, rule] of Object.entries(rules ?? {})) found.push({ field, verb, rule, source, path: [...path, verb] })
  }
  for (const { field, rules, path } of inDocument(document, '', [])) add(rules, field, source, path)
  for (const module of modules ?? [{ code, source }]) {
    add(module.code.access, '', module.source, ['access'])
    for (const [field, { access }] of Object.entries(module.code.fields ?? {}))
      add(access, field, module.source, ['fields', field, 'access'])
  }
  return found
}

interface RulesInDocument {
  field: string
  rules: unknown
  path: StatedRule['path']
}

function* inDocument(schema: JsonSchema, field: string, path: StatedRule['path']): Generator<RulesInDocument> {
  if (schema['x-cms']?.access) yield { field, rules: schema['x-cms'].access, path: [...path, 'x-cms', 'access'] }
  yield* inFields(schema, field, path)
  if (schema['items']) yield* inFields(schema['items'], field, [...path, 'items'])
  // Texts may name their blocks.
  for (const [list, at] of [
    [schema['items']?.oneOf, ['items', 'oneOf']],
    [schema['x-cms']?.blocks, ['x-cms', 'blocks']],
  ] as const)
    for (const [index, block] of (Array.isArray(list) ? list : []).entries())
      if (typeof block === 'object') yield* inFields(block, `${field}.${block['properties']?.blockType?.const}`, [...path, ...at, index])
}

function* inFields(schema: JsonSchema, within: string, path: StatedRule['path']): Generator<RulesInDocument> {
  for (const [name, inner] of Object.entries<JsonSchema>(schema['properties'] ?? {}))
    yield* inDocument(inner, within === '' ? name : `${within}.${name}`, [...path, 'properties', name])
}
