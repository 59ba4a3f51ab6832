/** Who planned something: noted with the plan, and found again with the rights that they have when its time comes. */
import { isPlainObject } from '../../../schema/plain-object.ts'
import { type ActorKey, type Authorship, accountOf, actorOf, Caller, system, type User } from '../../actor.ts'
import { userById } from '../../auth/accounts.ts'
import { presentKey } from '../../auth/api-keys.ts'
import type { Engine } from '../../engine.ts'
import { ForbiddenError } from '../../errors.ts'
import type { Row } from '../../store/contract.ts'

/** Of the account itself, nothing is noted but its id: it is looked up when the time comes. */
interface Noted {
  /** What another system said of its user, or the role that a host gave to one of ours. */
  role?: string
  key?: number
  context?: Record<string, unknown>
}

/** Contexts that take more are not kept. */
const LONGEST = 10_000

/** The text that is stored with the plan; nothing for the system. */
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

/** What of a value is data: connections, functions and instances of classes can't be stored. */
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

/** Whoever planned it, with their present rights. Throws where they may do nothing any more. */
export async function presentPlanner(engine: Engine, row: Row): Promise<Caller> {
  const { author, author_key } = row as Row & Authorship
  if ((author_key ?? author) === null) return new Caller(system)
  const { role, key, context }: Noted = row['planner'] === null ? {} : JSON.parse(row['planner'])
  const user = author_key === null ? await presentAccount(engine, author!, role) : { id: author_key, role: role! }
  const actor = actorOf(user, engine.settings.auth.members?.roles)
  if (actor.member) throw new ForbiddenError('The person who planned this is no longer a user of the admin')
  return new Caller({ ...actor, ...(key !== undefined && { key: await keyOf(engine, key) }), onBehalfOf: { author, author_key } }, context)
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
