/** The part of the generated types that tells galley which types belong to which slug. Tested by test/types/types.test.ts. */
import type { Entity, Model } from './model.ts'
import type { TypeNames } from './typescript-names.ts'
import { union } from './typescript-paths.ts'
import { applied } from './typescript-values.ts'

export function register(entities: readonly Entity[], model: Model, names: TypeNames, locales: readonly string[]): string {
  const rows = (kind: string) =>
    entities
      .filter((entity) => entity.kind === kind)
      .map((entity) => `      ${JSON.stringify(entity.slug)}: ${names.of(entity)}ContentType`)
  const block = (name: string, kind: string) => [`    ${name}: {`, ...rows(kind), '    }']
  const users = model.entities.get('users')
  const roles = users?.fields.find(({ name }) => name === 'role')?.options
  const role = roles ? union(roles.map(({ value }) => value)) : 'string'
  return [
    "declare module 'galley' {",
    '  interface Register {',
    ...block('collections', 'collection'),
    ...block('globals', 'global'),
    `    locales: ${union(locales)}`,
    `    roles: ${role}`,
    '  }',
    ...(users ? userFields(users, names, role) : []),
    '}',
  ].join('\n')
}

function userFields(users: Entity, names: TypeNames, role: string): string[] {
  const user = applied(names.of(users), users.fields, users.options['drafts'] === true, "'depth 0'")
  return [`  interface UserFields extends Partial<Omit<${user}, 'id' | 'role'>> {`, `    role: ${role}`, '  }']
}
