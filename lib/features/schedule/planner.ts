/** The user behind a plan: recorded with the plan, and looked up with their current rights when it is due. */
import { isPlainObject } from '../../../schema/plain-object.ts'
import { type ActorKey, type Authorship, accountOf, actorOf, Caller, system, type User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { presentKey } from '../../auth/api-keys.ts'
import type { Engine } from '../../engine.ts'
import { ForbiddenError } from '../../errors.ts'
import type { Row } from '../../store/contract.ts'

/** For a user account, only the id is recorded; the account is looked up when the plan is due. */
interface Noted {
  /** The role given by another system to its own user, or by the host to one of our accounts. */
  role?: string
  key?: number
  context?: Record<string, unknown>
}

/** Larger contexts are not stored. */
const LONGEST = 10_000

/** The text stored with the plan; null for the system. */
export async function noteOfPlanner(engine: Engine, { actor, context }: Caller): Promise<string | null> {
  const { user, key } = actor
  if (!user) return null
  const id = accountOf(user)
  const isAsStored = id !== undefined && (await userById(engine, id))?.role === user.role
  const kept = plainPart(context) as Record<string, unknown>
  const noted: Noted = {
    ...(!isAsStored && { role: user.role }),
    ...(key && { key: key.id }),
    ...(JSON.stringify(kept).length <= LONGEST && Object.keys(kept).length > 0 && { context: kept }),
  }
  return JSON.stringify(noted)
}

/** The plain data in a value: connections, functions and class instances can't be stored. */
function plainPart(value: unknown, depth = 0): unknown {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (depth > 5) return undefined
  if (Array.isArray(value)) return value.map((one) => plainPart(one, depth + 1) ?? null)
  if (!isPlainObject(value)) return depth === 0 ? {} : undefined
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => {
      const plain = plainPart(inner, depth + 1)
      return plain === undefined ? [] : [[name, plain]]
    }),
  )
}

/** The planner with their current rights. Throws if they no longer have any. */
export async function presentPlanner(engine: Engine, row: Row): Promise<Caller> {
  const { author, author_key } = row as Row & Authorship
  const { role, key, context }: Noted = row['planner'] === null ? {} : JSON.parse(row['planner'])
  const user = await presentUser(engine, { author, author_key }, role)
  if (!user) return new Caller(system)
  const actor = actorOf(user, engine.settings.auth)
  if (actor.member || actor.user === null) throw new ForbiddenError('The person who planned this has lost access to the admin')
  return new Caller({ ...actor, ...(key !== undefined && { key: await keyOf(engine, key) }), onBehalfOf: { author, author_key } }, context)
}

/** Undefined if the system planned it. */
async function presentUser(engine: Engine, { author, author_key }: Authorship, role: string | undefined): Promise<User | undefined> {
  // biome-ignore lint/style/noNonNullAssertion: the role of a user of another system is noted with the plan
  if (author_key !== null) return { id: author_key, role: role! }
  return author === null ? undefined : presentAccount(engine, author, role)
}

async function presentAccount(engine: Engine, id: number, role: string | undefined): Promise<User> {
  const user = await userById(engine, id)
  if (!user) throw new ForbiddenError('The account of the person who planned this was deleted')
  if (user['active'] !== true) throw new ForbiddenError('The account of the person who planned this was deactivated')
  return role === undefined ? user : { ...user, role }
}

async function keyOf(engine: Engine, id: number): Promise<ActorKey> {
  const key = await presentKey(engine, 'id', id)
  if (!key) throw new ForbiddenError('The API key that planned this has expired or was revoked')
  return { id, permissions: key.permissions }
}
