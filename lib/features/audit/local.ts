/** The audit log in the Local API: `cms.audit`. */
import { isPlainObject } from '../../../schema/plain-object.ts'
import type { Caller } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import { ValidationError } from '../../errors.ts'
import { asJson } from '../../events/as-json.ts'
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

  /** Reads, adds to and verifies the audit log. */
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
      refuseWrongNote(note)
      refuseWithoutAudit(this.engine)
      await this.does(record, note)
    },

    async verify() {
      return this.does(verifyAudit)
    },
  },
}

function refuseWrongNote(note: OwnNote): void {
  takesOnly(note, ['action', 'target', 'doc', 'title', 'changes', 'detail'], 'note')
  const { action, target, doc, title, changes = [], detail = {} } = note
  const refuse = (field: keyof OwnNote, message: string) => {
    throw new ValidationError(message, field)
  }
  if (typeof action !== 'string' || !ACTION.test(action))
    refuse('action', "must be words of lowercase letters, digits and '-', with dots between")
  if (RESERVED.test(action)) refuse('action', "must not begin with 'schema', which is for what migrations note")
  if (typeof target !== 'string' || target === '') refuse('target', 'must be a slug, or an area of your own')
  if (doc !== undefined && doc !== null && !Number.isSafeInteger(doc)) refuse('doc', 'must be the id of a document')
  if (title !== undefined && title !== null && typeof title !== 'string') refuse('title', 'must be a text')
  if (changes !== null && !(Array.isArray(changes) && changes.every((one) => typeof one?.field === 'string')))
    refuse('changes', 'must be a list such as [{ field, before, after }]')
  if (detail !== null && !isPlainObject(detail)) refuse('detail', 'must be an object')
  asJson({ changes, detail }, 'detail')
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
