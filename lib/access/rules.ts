/** The named access rules, for documents and SDL. Each is a function of the caller, like the rules of a configuration. */
import { accountOf, isOutside, type User } from '../actor.ts'
import type { Where } from '../query/where.ts'

/** The facts about a request that a rule receives. `id` and `data` are missing where no single document is concerned, such as in lists. */
/** The arguments of a rule; `Data` is the type of the values that are saved, or of the document. */
export interface RuleArguments<Data = Record<string, unknown>> {
  user: User | null
  context: Record<string, unknown>
  id?: number
  data?: Data
  /** Signs in on the site, never in the admin. */
  member?: boolean
}

export type RuleAnswer = boolean | Where
/**
 * An access rule: true or false, or a filter for the documents that the caller may reach.
 *
 * @example
 * const ownOrPublic: Rule = ({ user }) => user !== null && { or: [{ owner: { equals: user.id } }, { public: { equals: true } }] }
 */
export type Rule = (args: RuleArguments) => RuleAnswer | Promise<RuleAnswer>

export interface NamedRule {
  sentence: string
  rule: Rule
  /** The variant for fields, where a filter makes no sense: the same rule applied to one document. */
  field?: (args: RuleArguments) => boolean
}

const admin = (user: User | null) => user?.role === 'admin'

/** The documents that a user created; our own users are matched by id, outside users by key. */
export const createdBy = (user: User): Record<string, { equals: number | string }> =>
  isOutside(user) ? { createdByHost: { equals: user.id } } : { createdBy: { equals: user.id } }

export const coreRules: Readonly<Record<string, NamedRule>> = {
  anyone: { sentence: 'everyone, signed in or not', rule: () => true },
  loggedIn: { sentence: 'users of the admin', rule: ({ user, member }) => user !== null && !member },
  signedIn: { sentence: 'users of the admin and members of the site', rule: ({ user }) => user !== null },
  admin: { sentence: 'admins', rule: ({ user }) => admin(user) },
  published: { sentence: 'everyone, once the document is published', rule: () => true },
  nobody: { sentence: 'no one; only your own code', rule: () => false },
  owner: {
    sentence: 'admins, and the user who created the document',
    rule: ({ user }) => admin(user) || (user !== null && createdBy(user)),
    field: ({ user, data }) =>
      admin(user) || (user !== null && Object.entries(createdBy(user)).every(([name, { equals }]) => data?.[name] === equals)),
  },
  self: {
    sentence: 'admins, and the user whom the document is about',
    rule: ({ user }) => admin(user) || (accountOf(user) !== undefined && { id: { equals: accountOf(user) } }),
    field: ({ user, id }) => admin(user) || (accountOf(user) !== undefined && id === accountOf(user)),
  },
}

/** True for admins. */
export const isAdmin = ({ user }: { user: User | null }): boolean => admin(user)
/** True for users of the admin; false for members of the site and for visitors. */
export const isLoggedIn = (args: { user: User | null; member?: boolean }): boolean => args.user !== null && !args.member
/** True for users of the admin and members of the site. */
export const isSignedIn = ({ user }: { user: User | null }): boolean => user !== null
/** True for everyone, signed in or not. */
export const anyone = (): boolean => true
