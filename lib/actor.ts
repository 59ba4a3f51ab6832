/** Actors and callers. An operation never looks up its actor; it is passed in. */
import { unauthenticated } from './errors.ts'
import type { RoleName } from './register.ts'

/**
 * The fields of users, for rules and hooks. The generated file fills it in; add what users of your application have besides, or, without a
 * generated file, all of them, perhaps with `UserFieldsOf`. It doesn't follow from `Register`, which may follow from declarations that contain
 * rules.
 *
 * @example
 * declare module 'galley' {
 *   interface UserFields { role: 'admin' | 'editor'; team?: string | null }
 * }
 */
// biome-ignore lint/suspicious/noEmptyInterface: it is there to be augmented
export interface UserFields {}

type KnownFields = keyof UserFields extends never ? { [field: string]: unknown } : UserFields
type UserRole = UserFields extends { role: infer Role extends string } ? Role : string

/**
 * A user as rules, hooks and endpoints see them: without secrets, with the fields that your `users` collection adds. The id of an outside
 * user is text.
 */
export interface User extends KnownFields {
  id: number | string
  role: UserRole
}

/** A user of your application, as `hostUser` and `onRequest` give them. Additional fields are allowed: rules and hooks see them. */
export interface HostUser {
  /** The application's own id, which never changes. */
  id: string | number
  /** One of `auth.roles`, or a role that admins added. */
  role: RoleName
  [field: string]: unknown
}

/** A user signed in by another system. */
export interface OutsideUser extends User {
  /** `host:<id>`, which is never the id of a row in `users`. */
  id: string
}

export const isOutside = (user: User | null | undefined): user is OutsideUser => typeof user?.id === 'string'

/** The account id of a user of this CMS; undefined for an outside user. */
export const accountOf = (user: User | null | undefined): number | undefined => (typeof user?.id === 'number' ? user.id : undefined)

export interface Actor {
  kind: 'system' | 'user' | 'anonymous'
  user: User | null
  /** Signs in on the site, never in the admin. */
  member: boolean
  /** The session of the request. */
  session?: ActorSession
  /** The API key of the request; it restricts its owner's rights to the permissions it lists. */
  key?: ActorKey
  /** The one document that a preview link opens. */
  pass?: Pass
  /** The author recorded for work that the system does later. */
  onBehalfOf?: Authorship
}

/** Grants access to one document and its draft, as far as its issuer may read them. The holder's other rights don't change. */
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

/** Operations by slug; anything not listed is denied. */
export interface Permissions {
  collections?: Record<string, readonly string[]>
  globals?: Record<string, readonly string[]>
}

/** The recorded author: our own users by id, outside users by key. */
export interface Authorship {
  author: number | null
  author_key: string | null
}

/** The result of a sign-in strategy for a request. */
export type Identity = IdentityFacts &
  (
    | { isOutside?: false; user: User | null }
    /** The user was signed in by another system, so the id is not an account id. */
    | { isOutside: true; user: User }
  )

interface IdentityFacts {
  session?: ActorSession
  key?: ActorKey
  pass?: Pass
}

/** Where a request came from. */
export interface Source {
  ip: string | undefined
  userAgent: string | undefined
  /** The origin that the request was sent to: `https://host`. */
  address: string
  /** Aborted when the client closes the connection. */
  disconnected?: AbortSignal
  /** The total query time of an API request so far. */
  timeSpent?: { ms: number }
}

export const system: Actor = Object.freeze({ kind: 'system', user: null, member: false })
export const anonymous: Actor = Object.freeze({ kind: 'anonymous', user: null, member: false })

/** The settings that say which roles exist. */
export interface DeclaredRoles {
  roles: readonly string[]
  members?: { roles: readonly string[] } | undefined
  rbac?: boolean | undefined
}

/** With `rbac`, admins add roles too; there a role that doesn't exist grants nothing. */
export const hasDeclaredRole = ({ role }: { role: string }, { roles, rbac }: DeclaredRoles): boolean =>
  rbac === true || roles.includes(role)

/** A user whose role doesn't exist, or doesn't exist any more, is a visitor. */
export function actorOf(user: User | null | undefined, declared: DeclaredRoles): Actor {
  if (!user || !hasDeclaredRole(user, declared)) return anonymous
  return { kind: 'user', user, member: declared.members?.roles.includes(user.role) ?? false }
}

/** The actor and context of one request or call, with a cache of access-rule results. */
export class Caller {
  readonly actor: Actor
  readonly context: Record<string, unknown>
  /** Absent for calls that don't come from a request. */
  readonly source: Source | undefined
  #answers: Map<object, Answers> | undefined

  constructor(actor: Actor, context: Record<string, unknown> = NO_CONTEXT, source?: Source) {
    this.actor = actor
    this.context = context
    this.source = source
  }

  /** The user, for what only users may do. */
  get signedInUser(): User {
    if (!this.actor.user) throw unauthenticated()
    return this.actor.user
  }

  /** The origin that the request was sent to, for what only requests do. */
  get address(): string {
    if (!this.source) throw new Error('This call does not come from a request')
    return this.source.address
  }

  /** A copy for another call, with an empty cache: rules are evaluated again. */
  again(context: Record<string, unknown> = this.context): Caller {
    return new Caller(this.actor, context, this.source)
  }

  /** The system actor, working on behalf of this request. */
  asSystem(): Caller {
    return new Caller(system, this.context, this.source)
  }

  /** The cached results of an entity's access rules, so that each rule is evaluated once. */
  answers(about: object): Answers {
    this.#answers ??= new Map()
    let answers = this.#answers.get(about)
    if (!answers) {
      answers = { read: undefined, mask: undefined }
      this.#answers.set(about, answers)
    }
    return answers
  }
}

export interface Answers {
  read: unknown
  mask: unknown
}

const NO_CONTEXT: Record<string, unknown> = Object.freeze({})
