/** The audit log from code: `cms.audit`. */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { ValidationError } from '../errors.ts'
import type { Change } from '../events/journal.ts'
import type { Inside } from './acting.ts'
import type { AuditEntry, AuditQuery, AuditVerified, List } from './types.ts'

export interface OwnNote {
  /** Such as `order.refund`. */
  action: string
  /** What it is about: a slug, or an area of your own. */
  target: string
  doc?: number
  title?: string
  changes?: readonly Change[]
  detail?: Record<string, unknown>
}

const ACTION = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/

/** Readers of the log follow such entries. */
const RESERVED = /^schema(\.|$)/

export class LocalAudit {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #inside: Inside

  /** @internal */
  constructor(engine: Engine, caller: Caller, inside: Inside) {
    this.#engine = engine
    this.#caller = caller
    this.#inside = inside
  }

  /** Newest first. For the system, admins, and roles with the right `audit`. */
  async find(query: AuditQuery = {}): Promise<List<AuditEntry>> {
    return this.#does('findAudit', query)
  }

  /** Notes something of your own, put down to whom the handle acts as. */
  async note(note: OwnNote): Promise<void> {
    if (!ACTION.test(note.action))
      throw new ValidationError("must be words of lowercase letters, digits and '-', with dots between", 'action')
    if (RESERVED.test(note.action)) throw new ValidationError("must not begin with 'schema', which is for what migrations note", 'action')
    await this.#does('noteAudit', note)
  }

  /** For the system, admins, and roles with the right `audit`. */
  async verify(): Promise<AuditVerified> {
    return this.#does('verifyAudit')
  }

  #does(name: string, ...given: unknown[]): Promise<any> {
    if (!this.#engine.settings.audit) throw new ValidationError("'audit' is not switched on")
    return this.#inside(() => this.#engine.features.local[name]!(this.#engine, this.#caller.again(), ...given))
  }
}
