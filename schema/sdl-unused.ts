/** Finds types in SDL that no content type uses: most often, `@collection` was forgotten. Tested by test/schema/problems.test.ts. */
import { type DefinitionNode, Kind, type Location, visit } from 'graphql'
import { messages } from './messages.ts'

type Refuse = (node: { readonly loc?: Location }, message: string, hint: string) => void

const KINDS: Partial<Record<Kind, string>> = {
  [Kind.OBJECT_TYPE_DEFINITION]: 'type',
  [Kind.INTERFACE_TYPE_DEFINITION]: 'interface',
  [Kind.ENUM_TYPE_DEFINITION]: 'enum',
  [Kind.UNION_TYPE_DEFINITION]: 'union',
}

/** A type that only an unused type uses is not reported as well. */
export function refuseUnused(definitions: readonly DefinitionNode[], used: ReadonlySet<string>, refuse: Refuse): void {
  for (const node of definitions) {
    const kind = KINDS[node.kind]
    if (kind === undefined || !('name' in node) || !node.name || used.has(node.name.value)) continue
    const name = node.name.value
    if (definitions.some((other) => other !== node && namesIn(other).has(name))) continue
    const isType = node.kind === Kind.OBJECT_TYPE_DEFINITION
    refuse(node, messages.unusedType(kind, name), isType ? hintFor(name) : 'use it or remove it')
  }
}

function namesIn(definition: DefinitionNode): Set<string> {
  const names = new Set<string>()
  visit(definition, { NamedType: (node) => void names.add(node.name.value) })
  return names
}

function hintFor(name: string): string {
  const slug = name.replace(/(?<=[a-z0-9])(?=[A-Z])/g, '-').toLowerCase()
  const slugs = [`${slug}s`, slug].map((one) => JSON.stringify(one))
  return `add @collection(slug: ${slugs[0]}) or @global(slug: ${slugs[1]}), use it in a field, or remove it`
}
