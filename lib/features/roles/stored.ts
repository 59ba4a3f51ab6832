/** Roles as rows: those of the configuration and those that admins add, each with its history. */
import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { GalleyError } from '../../errors.ts'
import { type ColumnSpec, IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'
import { firstGrant, normal, type RolePermissions, SYSTEM_VIEWS, withUnknown } from './permissions.ts'

const ROLES = '$roles'
const HISTORY = '$role_history'
const KEPT = 50
const PERMISSIONS: ColumnSpec = {
  name: 'permissions',
  kind: 'text',
  slugs: { keys: ['collections', 'globals', 'own', 'fields.collections', 'fields.globals'] },
  fields: { keys: ['fields.collections', 'fields.globals'] },
}
const text = (name: string): ColumnSpec => ({ name, kind: 'text' })

export const roleTables: readonly TableSpec[] = [
  {
    name: ROLES,
    columns: [IDENTITY, text('key'), text('name'), PERMISSIONS, text('updated_at')],
    indexes: [index(ROLES, ['key'], 'one role a key', true)],
  },
  {
    name: HISTORY,
    columns: [
      IDENTITY,
      { name: 'role', kind: 'id' },
      { name: 'author', kind: 'id' },
      text('author_email'),
      text('created_at'),
      text('name'),
      PERMISSIONS,
    ],
    indexes: [index(HISTORY, ['role', 'id'], 'the history of a role')],
  },
]

export interface Role {
  id: number
  key: string
  name: string
  permissions: RolePermissions
  updatedAt: string
}

export interface Author {
  id: number | null
  email: string | null
}

/** On the first start, every role gets what it could do without roles; a role added to the configuration later gets nothing yet. */
export async function seedRoles(engine: Engine): Promise<void> {
  const { store, settings } = engine
  const { table, quote: q, native } = store.dialect
  const known = await rolesOf(engine)
  const missing = settings.auth.roles.filter((key) => !known.some((role) => role.key === key))
  if (missing.length === 0) return
  const permissionsOf = (key: string) => JSON.stringify(known.length === 0 ? firstGrant(engine, key) : normal({}, engine))
  const sql = `insert into ${table(ROLES)} (${['key', 'name', 'permissions', 'updated_at'].map(q).join(', ')}) values (?, ?, ?, ?) on conflict (${q('key')}) do nothing`
  await store.atomically(async (connection) => {
    for (const key of missing) await connection.all(native(sql), [key, key, permissionsOf(key), settings.clock.now().toISOString()])
  })
}

/**
 * Earlier versions initially granted the system views to every role. What an admin saves has a history, so if a role without history has
 * such a view, no admin granted it.
 */
export async function narrowFirstGrants(engine: Engine): Promise<void> {
  const { store, settings } = engine
  const { table, quote: q, native } = store.dialect
  const untouched = `not exists (select 1 from ${table(HISTORY)} as h where h.${q('role')} = r.${q('id')})`
  const rows = await store.read(native(`select r.* from ${table(ROLES)} as r where r.${q('key')} <> 'admin' and ${untouched}`), [], true)
  for (const row of rows) {
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
      title: row['key'],
      detail,
    })
    // Another process may be starting too: only one of them finds the permissions unchanged.
    const sql = `update ${table(ROLES)} set ${q('permissions')} = ?, ${q('updated_at')} = ? where ${q('id')} = ? and ${q('permissions')} = ? returning ${q('id')}`
    const isDone = await store.atomically(async (connection) => {
      const changed = await connection.all(native(sql), [narrowed, now, row['id'], row['permissions']])
      if (changed.length === 0) return false
      await note(engine, connection, row['id'], row['name'], narrowed, { id: null, email: null }, now)
      await also(engine, connection, noted.writes)
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
  const { table, quote: q } = engine.store.dialect
  return (await engine.store.read(`select * from ${table(ROLES)} order by ${q('id')}`, [], true)).map((row) => roleOf(row, engine))
}

export async function roleBy(engine: Engine, column: 'id' | 'key', value: unknown): Promise<Role | undefined> {
  const { table, quote: q, native } = engine.store.dialect
  const [row] = await engine.store.read(native(`select * from ${table(ROLES)} where ${q(column)} = ?`), [value], true)
  return row && roleOf(row, engine)
}

const roleOf = (row: Record<string, any>, engine: Engine): Role => ({
  id: row['id'],
  key: row['key'],
  name: row['name'],
  permissions: normal(JSON.parse(row['permissions']), engine),
  updatedAt: row['updated_at'],
})

/** Serializes changes of roles and of who has them. */
export function lockRoles({ store }: Engine): Statement[] {
  const sql = store.dialect.lock('roles')
  return sql === undefined ? [] : [{ sql, values: [] }]
}

export function stillThere({ store }: Engine, key: string, otherwise: () => Error): Statement {
  const { table, quote: q } = store.dialect
  return { sql: `select ${q('id')} from ${table(ROLES)} where ${q('key')} = ?`, values: [key], expect: { rows: 1, otherwise } }
}

export async function addRole(
  engine: Engine,
  role: Pick<Role, 'key' | 'name' | 'permissions'>,
  author: Author,
  noted: readonly Statement[],
): Promise<Role> {
  const { store, settings } = engine
  const { table, quote: q, native } = store.dialect
  const permissions = JSON.stringify(role.permissions)
  const now = settings.clock.now().toISOString()
  const sql = `insert into ${table(ROLES)} (${['key', 'name', 'permissions', 'updated_at'].map(q).join(', ')}) values (?, ?, ?, ?) returning ${q('id')}`
  try {
    const id = await store.atomically(async (connection) => {
      const [row] = await connection.all(native(sql), [role.key, role.name, permissions, now])
      await note(engine, connection, row!['id'], role.name, permissions, author, now)
      await also(engine, connection, noted)
      return row!['id'] as number
    })
    return { id, ...role, updatedAt: now }
  } catch (error) {
    if (store.dialect.uniqueClash(error)) throw new GalleyError('UNIQUE', [{ message: 'must be unique', field: 'key' }])
    throw error
  }
}

export async function changeRole(
  engine: Engine,
  role: Role,
  change: Pick<Role, 'name' | 'permissions'>,
  author: Author,
  noted: readonly Statement[],
): Promise<Role> {
  const { store, settings } = engine
  const { table, quote: q, native } = store.dialect
  const now = settings.clock.now().toISOString()
  const known = `select ${q('permissions')} as "permissions" from ${table(ROLES)} where ${q('id')} = ?${store.dialect.forUpdate}`
  const sql = `update ${table(ROLES)} set ${q('name')} = ?, ${q('permissions')} = ?, ${q('updated_at')} = ? where ${q('id')} = ?`
  await store.atomically(async (connection) => {
    const [stored] = await connection.all(native(known), [role.id])
    const permissions = JSON.stringify(
      stored ? withUnknown(change.permissions, JSON.parse(stored['permissions']), engine) : change.permissions,
    )
    await connection.all(native(sql), [change.name, permissions, now, role.id])
    await note(engine, connection, role.id, change.name, permissions, author, now)
    await also(engine, connection, noted)
  })
  return { ...role, ...change, updatedAt: now }
}

/** Deletes a role only if no user has it. */
export async function removeRole(engine: Engine, role: Role, otherwise: () => Error, noted: readonly Statement[]): Promise<void> {
  const { table, quote: q } = engine.store.dialect
  const holders = `select ${q('id')} from ${table('users')} where ${q('role')} = ? limit 1`
  await engine.store.commit({
    guards: [...lockRoles(engine), { sql: holders, values: [role.key], expect: { rows: 0, otherwise } }],
    writes: [
      { sql: `delete from ${table(HISTORY)} where ${q('role')} = ?`, values: [role.id] },
      { sql: `delete from ${table(ROLES)} where ${q('id')} = ?`, values: [role.id] },
      ...noted,
    ],
  })
}

export async function historyOf(engine: Engine, role: number): Promise<object[]> {
  const { table, quote: q, native } = engine.store.dialect
  const rows = await engine.store.read(
    native(`select * from ${table(HISTORY)} where ${q('role')} = ? order by ${q('id')} desc limit ${KEPT}`),
    [role],
  )
  return rows.map((row) => ({
    id: row['id'],
    author: row['author'] === null ? null : { id: row['author'], email: row['author_email'] },
    createdAt: row['created_at'],
    name: row['name'],
    permissions: JSON.parse(row['permissions']),
  }))
}

type Connection = Parameters<Parameters<Engine['store']['atomically']>[0]>[0]

async function also({ store }: Engine, connection: Connection, statements: readonly Statement[]): Promise<void> {
  for (const { sql, values } of statements) await connection.all(store.dialect.native(sql), values)
}

async function note(
  engine: Engine,
  connection: Connection,
  role: number,
  name: string,
  permissions: string,
  author: Author,
  now: string,
): Promise<void> {
  const { table, quote: q, native } = engine.store.dialect
  const columns = ['role', 'author', 'author_email', 'created_at', 'name', 'permissions']
  await connection.all(native(`insert into ${table(HISTORY)} (${columns.map(q).join(', ')}) values (?, ?, ?, ?, ?, ?)`), [
    role,
    author.id,
    author.email,
    now,
    name,
    permissions,
  ])
  const newest = `select ${q('id')} from ${table(HISTORY)} where ${q('role')} = ? order by ${q('id')} desc limit ${KEPT}`
  await connection.all(native(`delete from ${table(HISTORY)} where ${q('role')} = ? and ${q('id')} not in (${newest})`), [role, role])
}
