/** Who acts. An operation never looks for its actor; it is told. */

export interface User {
  id: number | string
  role: string
  [field: string]: unknown
}

/** A user whom another system signed in. */
export interface OutsideUser extends User {
  /** `host:<id>`: never the id of a row of `users`. */
  id: string
}

export const isOutside = (user: User | null | undefined): user is OutsideUser => typeof user?.id === 'string'

/** The id of the account, where the user is one of ours. */
export const accountOf = (user: User | null | undefined): number | undefined => (typeof user?.id === 'number' ? user.id : undefined)

export interface Actor {
  kind: 'system' | 'user' | 'anonymous'
  user: User | null
  /** Signed in on the site, never in the admin. */
  member: boolean
  /** The session that a request came with. */
  session?: ActorSession
  /** The API key that a request came with: it leaves of its owner's rights what it lists. */
  key?: ActorKey
  /** The one document that a preview link opens. */
  pass?: Pass
  /** Who is recorded as the author of work that the system does later. */
  onBehalfOf?: Authorship
}

/** Opens one document with its draft, as far as whoever issued it may read it. Everything else about its holder stays the holder's own. */
export interface Pass {
  entity: string
  /** Absent for a global that was never saved. */
  id?: number
  issuer: Caller
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

/** Who is recorded as an author: one of our users by id, a user from outside by key. */
export interface Authorship {
  author: number | null
  author_key: string | null
}

/** What a sign-in strategy finds a request to be from. */
export interface Identity {
  /** Another system signed the user in, whose ids are not ours. */
  isOutside?: boolean
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
  /** Aborted once the client has closed the connection. */
  gone?: AbortSignal
  /** What the queries of an API request have taken together so far. */
  timeSpent?: { ms: number }
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
    if (!answers) {
      answers = { read: undefined, mask: undefined }
      this.#asked.set(about, answers)
    }
    return answers
  }
}

export interface Answers {
  read: unknown
  mask: unknown
}

const NO_CONTEXT: Record<string, unknown> = Object.freeze({})
