/** What every member of the Local API stands on, those of features too. Holders of a handle know the interface `Cms` alone. */

import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import type { OperationName } from '../operations/contract.ts'
import type { Shown } from '../query/reader.ts'
import type { Frame } from '../store/transaction.ts'
import { type Address, documentAt, globalAt } from './address.ts'
import { type Call, call, named } from './call.ts'
import type { Cms } from './cms.ts'
import type { ReadOptions } from './types.ts'

/** Runs work in the transaction that a handle belongs to, if it belongs to one. */
export type Inside = <R>(work: () => R) => R

export abstract class Acting {
  readonly engine: Engine
  readonly caller: Caller
  /** What each call is about unless it says otherwise. */
  readonly given: ReadOptions
  /** The transaction that gave this handle, and that all its calls are part of. */
  readonly frame: Frame | undefined

  constructor(engine: Engine, caller: Caller, given: ReadOptions, frame: Frame | undefined) {
    this.engine = engine
    this.caller = caller
    this.given = given
    this.frame = frame
  }

  /** Jobs and deliveries: a stop tells them to end and does not wait for them as it waits for other calls. */
  readonly inBackground: Inside = (work) => (this.frame ? this.frame.enter(work) : work())

  readonly inside: Inside = (work) => this.engine.underWay.follow(this.inBackground(work))

  call(name: OperationName, { entity, id }: Address, given: Call): Promise<Operation> {
    return this.inside(() => call(this.engine, this.#fresh(), name, entity, { ...this.given, ...given, ...(id !== undefined && { id }) }))
  }

  /** Runs what a feature does, as whom the handle acts as. */
  does<Given extends unknown[], R>(work: (engine: Engine, caller: Caller, ...given: Given) => Promise<R>, ...given: Given): Promise<R> {
    return this.inside(() => work(this.engine, this.#fresh(), ...given))
  }

  /** The same handle under another caller. */
  abstract under(caller: Caller): Cms<any>

  at(slug: string, id: unknown): Address {
    return documentAt(this.engine, this.caller.actor, slug, id)
  }

  atGlobal(slug: string): Address {
    return globalAt(this.engine, this.caller.actor, slug)
  }

  collection(slug: string): Entity {
    return named(this.engine, 'collection', slug, this.caller.actor)
  }

  /** Each call asks its rules anew; within a call each is asked once. */
  #fresh(): Caller {
    return this.caller.again()
  }
}

export function objectOf({ shown }: Operation): any {
  return (shown as Shown | undefined)?.object ?? null
}
