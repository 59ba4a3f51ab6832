/** Calling a rule: its arguments, which record whether it uses the document, and its answer, which may be a promise.
 * Tested by test/http/fields.test.ts.
 */
import type { Caller } from '../actor.ts'
import type { About } from './contract.ts'
import type { RuleArguments } from './rules.ts'

/** They record whether the rule uses the document. */
export class WatchedArguments implements RuleArguments {
  readonly user: RuleArguments['user']
  readonly context: Record<string, unknown>
  readonly member: boolean
  readonly #about: About | undefined
  touched = false

  constructor({ actor, context }: Caller, about: About | undefined) {
    this.user = actor.user
    this.context = context
    this.member = actor.member
    this.#about = about
  }

  get id(): number {
    this.touched = true
    return this.#about?.id as number
  }

  get data(): Record<string, unknown> {
    this.touched = true
    return this.#about?.data as Record<string, unknown>
  }
}

/** Any thenable counts, including promises of other realms or libraries. */
export const isPromise = (value: unknown): value is PromiseLike<unknown> =>
  typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function'
