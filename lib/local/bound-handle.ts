/** The base of the Local API and of the members that features add. Users of a handle know only the interface `Cms`.
 * Tested by test/shutdown/stopping.test.ts.
 */

import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import type { OperationName } from '../operations/contract.ts'
import type { Shown } from '../query/shown.ts'
import type { Frame } from '../store/transaction.ts'
import { type Address, type DocumentAddress, documentAt, globalAt } from './address.ts'
import { type Call, call, entityNamed } from './call.ts'
import type { Cms } from './cms.ts'
import { type KindOfCall, refuseUnknown } from './known-options.ts'
import { rememberRevision } from './revisions.ts'
import type { ReadOptions } from './types.ts'

/** Runs work in the handle's transaction, if it has one. */
export type InTransaction = <R>(work: () => R) => R

/** Its fields are private: hooks write handles to logs, and the settings of an engine include secrets. */
export abstract class Acting {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #given: ReadOptions
  readonly #frame: Frame | undefined

  constructor(engine: Engine, caller: Caller, given: ReadOptions, frame: Frame | undefined) {
    this.#engine = engine
    this.#caller = caller
    this.#given = given
    this.#frame = frame
  }

  get engine(): Engine {
    return this.#engine
  }

  get caller(): Caller {
    return this.#caller
  }

  /** Default options for every call of this handle. */
  get given(): ReadOptions {
    return this.#given
  }

  /** The transaction that created this handle; all its calls join it. */
  get frame(): Frame | undefined {
    return this.#frame
  }

  /** For jobs and deliveries: a shutdown tells them to end, and doesn't wait for them as it does for other calls. */
  readonly inBackground: InTransaction = (work) => (this.frame ? this.frame.enter(work) : work())

  readonly inside: InTransaction = (work) => this.engine.underWay.follow(this.inBackground(work))

  call(name: OperationName, { entity, id }: Address, given: Call, kind: KindOfCall = name): Promise<Operation> {
    refuseUnknown(given, this.engine.features, kind)
    return this.inside(() => call(this.engine, this.#fresh(), name, entity, { ...this.given, ...given, ...(id !== undefined && { id }) }))
  }

  /** The options of a call on top of those of this handle. `more`: options that only this method has. */
  optionsWith<Given extends object>(
    given: Given = {} as Given,
    more: readonly (keyof Given & string)[] = [],
    kind: KindOfCall = 'read',
  ): ReadOptions & Given {
    refuseUnknown(given, this.engine.features, kind, more)
    return { ...this.given, ...given }
  }

  /** The same for a change, which may depend on what is stored. */
  changeOptionsWith<Given extends object>(given: Given = {} as Given): ReadOptions & Given {
    return this.optionsWith(given, [], 'change')
  }

  /** Runs a feature's function with the caller of this handle. */
  does<Given extends unknown[], R>(work: (engine: Engine, caller: Caller, ...given: Given) => Promise<R>, ...given: Given): Promise<R> {
    return this.inside(() => work(this.engine, this.#fresh(), ...given))
  }

  /** The same handle with another caller. */
  // biome-ignore lint/suspicious/noExplicitAny: a handle serves whatever types its caller has generated
  abstract under(caller: Caller): Cms<any>

  at(slug: string, id: unknown): DocumentAddress {
    return documentAt(this.engine, this.caller.actor, slug, id)
  }

  atGlobal(slug: string): Address {
    return globalAt(this.engine, this.caller.actor, slug)
  }

  collection(slug: string): Entity {
    return entityNamed(this.engine, 'collection', slug, this.caller.actor)
  }

  /** Each call evaluates its access rules anew; within a call each runs once. */
  #fresh(): Caller {
    return this.caller.again()
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the fields depend on the content type, and so do their types
export function objectOf({ engine, shown }: Operation): any {
  const { object = null, rev } = (shown ?? {}) as Partial<Shown> & { rev?: number }
  if (object && rev !== undefined) rememberRevision(engine, object, rev)
  return object
}
