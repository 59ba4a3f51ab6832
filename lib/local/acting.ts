/** What every method of the Local API stands on: an engine, whom it acts as, the transaction it belongs to, and what each call is about unless it says otherwise. */

import type { Entity } from '../../schema/model.ts'
import type { Caller } from '../actor.ts'
import type { Engine, Operation } from '../engine.ts'
import type { OperationName } from '../operations/contract.ts'
import type { Shown } from '../query/reader.ts'
import type { Frame } from '../store/transaction.ts'
import { type Address, documentAt, globalAt } from './address.ts'
import { type Call, call, named } from './call.ts'
import type { ReadOptions } from './types.ts'

/** Runs work in the transaction that a handle belongs to, if it belongs to one. */
export type Inside = <R>(work: () => R) => R

export abstract class Acting {
  /** @internal What adapters, features and the CLI need of the inside. */
  readonly engine: Engine
  protected readonly caller: Caller
  protected readonly given: ReadOptions
  /** The transaction that gave this handle, and that all its calls are part of. */
  protected readonly frame: Frame | undefined

  constructor(engine: Engine, caller: Caller, given: ReadOptions, frame: Frame | undefined) {
    this.engine = engine
    this.caller = caller
    this.given = given
    this.frame = frame
  }

  /** Jobs and deliveries: a stop tells them to end and does not wait for them as it waits for other calls. */
  protected readonly inBackground: Inside = (work) => (this.frame ? this.frame.enter(work) : work())

  protected readonly inside: Inside = (work) => this.engine.underWay.follow(this.inBackground(work))

  protected call(name: OperationName, { entity, id }: Address, given: Call): Promise<Operation> {
    return this.inside(() => call(this.engine, this.#fresh(), name, entity, { ...this.given, ...given, ...(id !== undefined && { id }) }))
  }

  /** What a feature does. */
  protected does(name: string, ...given: unknown[]): Promise<any> {
    return this.inside(() => this.engine.features.local[name]!(this.#fresh(), ...given))
  }

  protected doesInBackground(name: string): Promise<any> {
    return this.inBackground(() => this.engine.features.local[name]!(this.#fresh()))
  }

  protected at(slug: string, id: unknown): Address {
    return documentAt(this.engine, this.caller.actor, slug, id)
  }

  protected atGlobal(slug: string): Address {
    return globalAt(this.engine, this.caller.actor, slug)
  }

  protected collection(slug: string): Entity {
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
