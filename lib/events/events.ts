/** Notifies listeners in this process of events: a name, where it happened, and the stored document without hidden fields. */
import type { Entity } from '../../schema/model.ts'
import { ValidationError } from '../errors.ts'
import type { Log } from '../log.ts'
import type { Stored } from '../query/objects.ts'
import { whole, withoutHidden } from '../query/payload.ts'

/** The built-in events. */
export const EVENTS = ['create', 'update', 'delete', 'publish', 'unpublish', 'draft'] as const
export type EventName = (typeof EVENTS)[number]

export interface Happening {
  /** One of the above, or a custom event. */
  event: string
  collection?: string
  global?: string
  id?: number
  doc: unknown
  timestamp: string
}

export type Listener = (happening: Happening) => void | Promise<void>

export class Events {
  readonly #custom: ReadonlySet<string>
  readonly #listeners: Listener[] = []
  readonly #log: Log

  constructor(custom: readonly string[], log: Log) {
    this.#custom = new Set(custom)
    this.#log = log
  }

  listen(listener: Listener): void {
    this.#listeners.push(listener)
  }

  get isHeard(): boolean {
    return this.#listeners.length > 0
  }

  /** Runs listeners in list order; one that fails doesn't stop the others. */
  async tell(happening: Happening): Promise<void> {
    for (const listener of this.#listeners) {
      try {
        await listener(happening)
      } catch (error) {
        this.#log.error(`a listener of '${happening.event}' failed`, { error })
      }
    }
  }

  refuseUndeclared(name: string): void {
    if (typeof name !== 'string') throw new ValidationError("must be the name of an event that 'events' declares", 'name')
    if (!this.#custom.has(name)) throw new ValidationError(`The event '${name}' is not declared; add it to 'events'`, 'name')
  }

  payload(entity: Entity, stored: Stored): unknown {
    return whole(entity, { ...stored, doc: withoutHidden(entity.fields, stored.doc) })
  }
}
