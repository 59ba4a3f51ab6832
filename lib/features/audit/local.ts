/** The audit log in the Local API: `cms.audit`. */
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'
import { record } from '../../events/journal.ts'
import { takesOnly } from '../../local/known-options.ts'
import type { MembersOf } from '../../local/members.ts'
import { hostOrViewer } from '../../local/permitted.ts'
import type { AuditEntry, AuditQuery, AuditVerified, List, OwnNote } from '../../local/types.ts'
import type { Registered, Types } from '../../register.ts'
import { findEntries } from './find.ts'
import { VIEW } from './routes.ts'
import { verifyChain } from './verify.ts'

declare module '../../local/cms.ts' {
  interface Cms<T extends Types = Registered> {
    /** The audit log. */
    readonly audit: Audit
  }

  interface Audit {
    /** Returns entries, newest first. For the system, admins, and roles with the right `audit`. */
    find(query?: AuditQuery): Promise<List<AuditEntry>>
    /** Adds an entry of your own, attributed to the user that the handle acts as. */
    note(note: OwnNote): Promise<void>
    /** Verifies the chain. For the system, admins, and roles with the right `audit`. */
    verify(): Promise<AuditVerified>
  }
}

const ACTION = /^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/

/** Readers of the log interpret such entries. */
const RESERVED = /^schema(\.|$)/

export const auditMethods: MembersOf<'audit'> = {
  audit: {
    async find(query = {}) {
      takesOnly(query, ['action', 'target', 'doc', 'actor', 'from', 'to', 'limit', 'page'])
      return this.does(findAudit, query)
    },

    async note(note) {
      if (!ACTION.test(note.action))
        throw new ValidationError("must be words of lowercase letters, digits and '-', with dots between", 'action')
      if (RESERVED.test(note.action)) throw new ValidationError("must not begin with 'schema', which is for what migrations note", 'action')
      refuseWithoutAudit(this.engine)
      await this.does(record, note)
    },

    async verify() {
      return this.does(verifyAudit)
    },
  },
}

function refuseWithoutAudit({ settings }: Engine): void {
  if (!settings.audit) throw new ValidationError("'audit' is not switched on")
}

async function findAudit(engine: Engine, caller: Caller, query: AuditQuery): Promise<List<AuditEntry>> {
  refuseWithoutAudit(engine)
  await hostOrViewer(engine, caller, VIEW)
  return findEntries(engine, caller, query)
}

async function verifyAudit(engine: Engine, caller: Caller): Promise<AuditVerified> {
  refuseWithoutAudit(engine)
  await hostOrViewer(engine, caller, VIEW)
  const { head: _, ...found } = await verifyChain(engine)
  return found
}
