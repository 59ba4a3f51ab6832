/** Roles as rows: those of the configuration and those that admins add, each with its history. */

import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import { hasNoRow, isNot, notInside, ofOuter } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { index } from '../../store/index-spec.ts'
import { returnedRow } from '../../store/only-row.ts'
import { lock, ownTable, Rows } from '../../store/records.ts'
import { type ColumnSpec, IDENTITY } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'
import { firstGrant, normalPermissions, type RolePermissions, SYSTEM_VIEWS, withUnknown } from './permissions.ts'

const ROLES = '$roles'
const HISTORY = '$role_history'
const KEPT = 50
const PERMISSIONS = {
  name: 'permissions',
  kind: 'text',
  slugs: { keys: ['collections', 'globals', 'own', 'fields.collections', 'fields.globals'] },
  fields: { keys: ['fields.collections', 'fields.globals'] },
} as const satisfies ColumnSpec

export const rolesTable = ownTable({
  name: ROLES,
  columns: [IDENTITY, { name: 'key', kind: 'text' }, { name: 'name', kind: 'text' }, PERMISSIONS, { name: 'updated_at', kind: 'text' }],
  indexes: [index(ROLES, ['key'], 'one role a key', true)],
})

export const roleHistoryTable = ownTable({
  name: HISTORY,
  columns: [
    IDENTITY,
    { name: 'role', kind: 'id' },
    { name: 'author', kind: 'id' },
    { name: 'author_email', kind: 'text' },
    { name: 'created_at', kind: 'text' },
    { name: 'name', kind: 'text' },
    PERMISSIONS,
  ],
  indexes: [index(HISTORY, ['role', 'id'], 'the history of a role')],
})

export interface Role {
  id: number
  key: string
  name: string
  permissions: RolePermissions
  updatedAt: string
}

export interface RoleEditor {
  id: number | null
  email: string | null
}

/** On the first start, every role gets what it could do without roles; a role added to the configuration later gets nothing yet. */
export async function seedRoles(engine: Engine): Promise<void> {
  const { store, settings } = engine
  const known = await rolesOf(engine)
  const missing = settings.auth.roles.filter((key) => !known.some((role) => role.key === key))
  if (missing.length === 0) return
  const permissionsOf = (key: string) => JSON.stringify(known.length === 0 ? firstGrant(engine, key) : normalPermissions({}, engine))
  const rows = rolesTable.in(store)
  const onConflict = { unique: ['key'], change: [] } as const
  const now = settings.clock.now().toISOString()
  await store.commit({
    writes: missing.map((key) => rows.insert({ key, name: key, permissions: permissionsOf(key), updated_at: now }, { onConflict })),
  })
}

/**
 * Earlier versions initially granted the system views to every role. What an admin saves has a history, so if a role without history has
 * such a view, no admin granted it.
 */
export async function narrowFirstGrants(engine: Engine): Promise<void> {
  const { store, settings } = engine
  const roles = rolesTable.in(store)
  const untouched = hasNoRow(HISTORY, { role: ofOuter('id') })
  for (const row of await roles.find([{ key: isNot('admin') }, untouched])) {
    const permissions = JSON.parse(row['permissions'])
    const admin = ((permissions.admin ?? []) as string[]).filter((view) => !SYSTEM_VIEWS.includes(view))
    if (admin.length === (permissions.admin ?? []).length) continue
    const narrowed = JSON.stringify({ ...permissions, admin })
    const now = settings.clock.now().toISOString()
    const detail = { removed: SYSTEM_VIEWS.filter((view) => permissions.admin.includes(view)) }
    const noted = engine.features.noted(new Caller(system), {
      action: 'role.update',
      target: 'roles',
      doc: row['id'],
      title: row['name'],
      detail,
    })
    // Another process may be starting too: only one of them finds the permissions unchanged.
    const unchanged = { id: row['id'], permissions: row['permissions'] }
    const isDone = await store.atomically(async ({ run }) => {
      if ((await run(roles.update(unchanged, { permissions: narrowed, updated_at: now }, ['id']))).length === 0) return false
      const saved = { name: row['name'], permissions: narrowed }
      const history = noteInHistory(engine, row['id'], saved, { id: null, email: null }, now)
      for (const statement of [...history, ...noted.writes]) await run(statement)
      return true
    })
    if (!isDone) continue
    for (const effect of noted.afterwards) await effect()
    settings.log.warn(
      `the role '${row['key']}' no longer opens ${detail.removed.join(', ')}: it had them only because roles were switched on. Grant them on the page 'Roles' if you want them`,
    )
  }
}

export async function rolesOf(engine: Engine): Promise<Role[]> {
  return (await rolesTable.in(engine.store).find({}, { sort: ['id'] })).map((row) => roleOf(row, engine))
}

export async function roleBy(engine: Engine, by: { id: number } | { key: string }): Promise<Role | undefined> {
  const row = await rolesTable.in(engine.store).first(by)
  return row && roleOf(row, engine)
}

const roleOf = (row: Row, engine: Engine): Role => ({
  id: row['id'],
  key: row['key'],
  name: row['name'],
  permissions: normalPermissions(JSON.parse(row['permissions']), engine),
  updatedAt: row['updated_at'],
})

/** Serializes changes of roles and of the users who have them. */
export const lockRoles = ({ store }: Engine): Statement[] => lock(store, 'roles')

export const stillThere = ({ store }: Engine, key: string, otherwise: () => Error): Statement => ({
  ...rolesTable.in(store).select({ key }, { columns: ['id'] }),
  expect: { rows: 1, otherwise },
})

export async function addRole(
  engine: Engine,
  role: Pick<Role, 'key' | 'name' | 'permissions'>,
  author: RoleEditor,
  noted: readonly Statement[],
): Promise<Role> {
  const { store, settings } = engine
  const { key, name } = role
  const permissions = JSON.stringify(role.permissions)
  const now = settings.clock.now().toISOString()
  try {
    const written = await store.commit({
      writes: [
        rolesTable.in(store).insert({ key, name, permissions, updated_at: now }, { returning: ['id'], as: 'added' }),
        ...noteInHistory(engine, new Ref('added', 'id'), { name, permissions }, author, now),
        ...noted,
      ],
    })
    return { id: returnedRow(written, 'added')['id'], ...role, updatedAt: now }
  } catch (error) {
    if (store.dialect.uniqueClash(error)) throw new GalleyError('UNIQUE', [{ message: 'must be unique', field: 'key' }])
    throw error
  }
}

export async function changeRole(
  engine: Engine,
  role: Role,
  change: Pick<Role, 'name' | 'permissions'>,
  author: RoleEditor,
  noted: readonly Statement[],
): Promise<Role> {
  const { store, settings } = engine
  const rows = rolesTable.in(store)
  const { id } = role
  const { name } = change
  const now = settings.clock.now().toISOString()
  await store.atomically(async ({ run }) => {
    const [stored] = await run(rows.select({ id }, { columns: ['permissions'], lock: true }))
    const permissions = JSON.stringify(
      stored ? withUnknown(change.permissions, JSON.parse(stored['permissions']), engine) : change.permissions,
    )
    await run(rows.update({ id }, { name, permissions, updated_at: now }))
    for (const statement of [...noteInHistory(engine, id, { name, permissions }, author, now), ...noted]) await run(statement)
  })
  return { ...role, ...change, updatedAt: now }
}

/** Deletes a role only if no user has it. */
export async function removeRole(engine: Engine, role: Role, otherwise: () => Error, noted: readonly Statement[]): Promise<void> {
  const { store } = engine
  const aHolder = new Rows('users', store).select({ role: role.key }, { columns: ['id'], limit: 1 })
  await store.commit({
    guards: [...lockRoles(engine), { ...aHolder, expect: { rows: 0, otherwise } }],
    writes: [roleHistoryTable.in(store).delete({ role: role.id }), rolesTable.in(store).delete({ id: role.id }), ...noted],
  })
}

export async function historyOf(engine: Engine, role: number): Promise<object[]> {
  const rows = await roleHistoryTable.in(engine.store).find({ role }, { sort: ['-id'], limit: KEPT, fromReplica: true })
  return rows.map((row) => ({
    id: row['id'],
    author: row['author'] === null ? null : { id: row['author'], email: row['author_email'] },
    createdAt: row['created_at'],
    name: row['name'],
    permissions: JSON.parse(row['permissions']),
  }))
}

/** Keeps what was saved, and forgets the oldest of what was saved before. */
function noteInHistory(
  { store }: Engine,
  role: number | Ref,
  { name, permissions }: { name: string; permissions: string },
  author: RoleEditor,
  now: string,
): Statement[] {
  const rows = roleHistoryTable.in(store)
  const note = rows.insert({ role, author: author.id, author_email: author.email, created_at: now, name, permissions })
  const newest = rows.select({ role }, { columns: ['id'], sort: ['-id'], limit: KEPT })
  return role instanceof Ref ? [note] : [note, rows.delete({ role, id: notInside(newest) })]
}
