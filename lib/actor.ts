/** Who acts. An operation never looks for its actor; it is told. */

export interface User {
  id: number | string
  role: string
  [field: string]: unknown
}

export interface Actor {
  kind: 'system' | 'user' | 'anonymous'
  user: User | null
  /** Signed in on the site, never in the admin. */
  member: boolean
  /** The session that a request came with. */
  session?: ActorSession
  /** The API key that a request came with: it leaves of its owner's rights what it lists. */
  key?: ActorKey
  /** The one document whose drafts it sees without asking: what a preview link is good for. */
  pass?: Pass
  /** Whom it is put down to, what the system does later for somebody. */
  onBehalfOf?: number
}

export interface Pass {
  entity: string
  /** Absent for a global that was never saved. */
  id?: number
}

export interface ActorSession {
  by: 'cookie' | 'bearer'
  csrfToken: string
}

export interface ActorKey {
  id: number
  permissions: Permissions
}

/** Operations by slug; what is not listed is denied. */
export interface Permissions {
  collections?: Record<string, readonly string[]>
  globals?: Record<string, readonly string[]>
}

/** What a sign-in strategy finds a request to be from. */
export interface Identity {
  /** `null`: the system itself, for the document of a pass that it gave. */
  user: User | null
  session?: ActorSession
  key?: ActorKey
  pass?: Pass
}

/** Where a request came from. */
export interface Source {
  ip: string | undefined
  userAgent: string | undefined
  /** The address that the request itself was sent to: `https://host`. */
  address: string
}

export const system: Actor = Object.freeze({ kind: 'system', user: null, member: false })
export const anonymous: Actor = Object.freeze({ kind: 'anonymous', user: null, member: false })

export function actorOf(user: User | null | undefined, memberRoles: readonly string[] = []): Actor {
  return user ? { kind: 'user', user, member: memberRoles.includes(user.role) } : anonymous
}

/** One request's or call's actor and context, with what has been asked about them already. */
export class Caller {
  readonly actor: Actor
  readonly context: Record<string, unknown>
  /** Absent for calls that no request made. */
  readonly source: Source | undefined
  #asked: Map<object, Answers> | undefined

  constructor(actor: Actor, context: Record<string, unknown> = NO_CONTEXT, source?: Source) {
    this.actor = actor
    this.context = context
    this.source = source
  }

  /** The same one, for another call: rules are asked anew. */
  again(context: Record<string, unknown> = this.context): Caller {
    return new Caller(this.actor, context, this.source)
  }

  /** The system, doing what this request asked for. */
  asSystem(): Caller {
    return new Caller(system, this.context, this.source)
  }

  /** What access rules have said about an entity: each is asked once. */
  answers(about: object): Answers {
    this.#asked ??= new Map()
    let answers = this.#asked.get(about)
    if (!answers) this.#asked.set(about, (answers = { read: undefined, mask: undefined }))
    return answers
  }
}

export interface Answers {
  read: unknown
  mask: unknown
}

const NO_CONTEXT: Record<string, unknown> = Object.freeze({})
