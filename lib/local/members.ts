/** Members of the Local API: methods, and groups of methods such as `cms.auth`. Features add theirs under `local`. */
import type { Acting } from './bound-handle.ts'
import type { Cms } from './cms.ts'

// biome-ignore lint/suspicious/noExplicitAny: each method has its own parameters
type Method = (...given: any[]) => Promise<unknown>

type Group = Readonly<Record<string, Method>>

/** Methods and groups by name. `this` is the handle that is called. */
export type Members = object & ThisType<Acting>

/** The members with these names, as declared by the interface `Cms`. */
export type MembersOf<Names extends keyof Cms> = {
  readonly [Name in Names]: Cms[Name] extends Method ? Cms[Name] : Cms[Name] & ThisType<Acting>
} & ThisType<Acting>

/** The members that features add. */
export const addedBy = (features: readonly { local?: Members }[]): object[] => features.flatMap(({ local }) => local ?? [])

export const entriesOf = (members: object): [name: string, member: Method | Group][] => Object.entries(members)

/** Adds members to all handles of a class. A group is bound to the handle that it is taken from. */
export function addMembers(prototype: object, members: object): void {
  for (const [name, member] of entriesOf(members)) {
    const added =
      typeof member === 'function'
        ? { value: member, writable: true }
        : {
            get(this: Acting) {
              return Object.fromEntries(Object.entries(member).map(([method, run]) => [method, run.bind(this)]))
            },
          }
    Object.defineProperty(prototype, name, { ...added, configurable: true })
  }
}
