/** What changes in a role's permissions with one tick or one choice. Tested by test/admin-components/granting.test.ts. */
import { type Kind, ownOf, type Permissions } from './rights.ts'

/** Only accounts have no owner; who creates a document owns it. */
export const canBeOwn = (kind: Kind, slug: string, operation: string): boolean =>
  kind === 'collections' && slug !== 'users' && operation !== 'create'

/**
 * Every operation needs reading, so it is granted with the first and taken with the last; `earlier` is what was granted when reading was
 * taken, which comes back with it. An operation that is granted while others are limited to own documents is limited in the same way.
 */
export function withOperation(
  permissions: Permissions,
  {
    kind,
    slug,
    operation,
    isOn,
    earlier = [],
  }: { kind: Kind; slug: string; operation: string; isOn: boolean; earlier?: readonly string[] },
): Permissions {
  const before = permissions[kind][slug] ?? []
  const next = isOn ? ['read', ...(operation === 'read' ? earlier : []), ...before, operation] : before.filter((one) => one !== operation)
  const granted = operation === 'read' && !isOn ? [] : [...new Set(next)]
  const changed = { ...permissions, [kind]: { ...permissions[kind], [slug]: granted } }
  const own = ownOf(kind, slug, permissions)
  const added = granted.filter((one) => !before.includes(one) && canBeOwn(kind, slug, one))
  if (added.length === 0 || !before.some((one) => own.includes(one))) return changed
  return { ...changed, own: { ...permissions.own, [slug]: [...new Set([...own, ...added])] } }
}

/** People who read only their own documents can't do anything with those of others either. */
export function withScope(permissions: Permissions, slug: string, operation: string, isOwn: boolean): Permissions {
  const { [slug]: own = [], ...others } = permissions.own ?? {}
  const narrowed = (permissions.collections[slug] ?? []).filter((one) => canBeOwn('collections', slug, one))
  const next = isOwn ? [...own, ...(operation === 'read' ? narrowed : [operation])] : own.filter((one) => one !== operation)
  return { ...permissions, own: next.length > 0 ? { ...others, [slug]: [...new Set(next)] } : others }
}
