/** The audit log from code: `cms.audit`. */
import type { Caller } from '../actor.ts'
import type { Engine } from '../engine.ts'
import { ValidationError } from '../errors.ts'
import type { Inside } from './acting.ts'
import type { Audit } from './cms.ts'
import type { AuditEntry, AuditQuery, AuditVerified, List, OwnNote } from './types.ts'

const ACTION = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/

/** Readers of the log follow such entries. */
const RESERVED = /^schema(\.|$)/

export class LocalAudit implements Audit {
  readonly #engine: Engine
  readonly #caller: Caller
  readonly #inside: Inside

  /** @internal */
  constructor(engine: Engine, caller: Caller, inside: Inside) {
    this.#engine = engine
    this.#caller = caller
    this.#inside = inside
  }

  async find(query: AuditQuery = {}): Promise<List<AuditEntry>> {
    return this.#does('findAudit', query)
  }

  async note(note: OwnNote): Promise<void> {
    if (!ACTION.test(note.action))
      throw new ValidationError("must be words of lowercase letters, digits and '-', with dots between", 'action')
    if (RESERVED.test(note.action)) throw new ValidationError("must not begin with 'schema', which is for what migrations note", 'action')
    await this.#does('noteAudit', note)
  }

  async verify(): Promise<AuditVerified> {
    return this.#does('verifyAudit')
  }

  #does(name: string, ...given: unknown[]): Promise<any> {
    if (!this.#engine.settings.audit) throw new ValidationError("'audit' is not switched on")
    return this.#inside(() => this.#engine.features.local[name]!(this.#caller.again(), ...given))
  }
}
