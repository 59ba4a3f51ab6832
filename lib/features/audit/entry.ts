/** An entry: what was noted, by whom and from where, as a row with a mark that can't be forged without the secret. */
import { randomUUID } from 'node:crypto'
import type { Caller } from '../../actor.ts'
import { authorshipOf } from '../../auth/authorship.ts'
import { digest } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import type { Note, NotedChange } from '../../events/note.ts'
import type { Settings } from '../../settings.ts'
import type { Row } from '../../store/contract.ts'
import { Ref, type Statement } from '../../store/write-set.ts'
import type { AuditSettings } from './config.ts'
import { auditScopeOf } from './scope.ts'
import { ACTOR_KEY, CONTENT, entriesTable } from './table.ts'

/** For longer texts, an entry only says that they changed. */
const LONGEST = 1000

export interface InsertedEntry {
  statement: Statement
  mark: string
}

export function insertEntry({ store, settings }: Engine, caller: Caller, note: Note): InsertedEntry {
  const { values } = settings.audit as AuditSettings
  const { source, context } = caller
  const row: Row = {
    key: randomUUID(),
    at: settings.clock.now().toISOString(),
    action: note.action,
    target: note.target,
    doc: note.doc ?? null,
    title: note.title?.slice(0, LONGEST) ?? null,
    ...actorOf(caller, note),
    ip: source?.ip ?? null,
    user_agent: source?.userAgent?.slice(0, LONGEST) ?? null,
    changes: note.changes ? JSON.stringify(note.changes.map(values ? short : ({ field }) => ({ field }))) : null,
    detail: note.detail ? JSON.stringify(note.detail) : null,
    scope: scopeOfEntry(settings, context),
  }
  const mark = markOf(settings.secret, row)
  const given = Object.fromEntries([...CONTENT, ACTOR_KEY].filter((name) => row[name] !== null).map((name) => [name, row[name]]))
  return { mark, statement: entriesTable.in(store).insert({ ...given, mark }) }
}

/** If `audit.scope` fails, the change still goes through; its entry has no scope and is shown only to callers without one. */
function scopeOfEntry(settings: Settings, context: Record<string, unknown>): string | null {
  try {
    return auditScopeOf(settings, context)
  } catch (error) {
    settings.log.error('audit.scope failed: an entry of the audit log has no scope', { error })
    return null
  }
}

function actorOf({ actor }: Caller, { by }: Note): Row {
  const { kind, user, key, onBehalfOf } = actor
  if (by) return { actor_id: by.id, [ACTOR_KEY]: null, actor_email: by.email, via: 'user' }
  const { author, author_key } = authorshipOf({ actor })
  const via = onBehalfOf ? 'scheduler' : kind === 'system' ? 'system' : key ? 'api-key' : 'user'
  const email = !onBehalfOf && typeof user?.['email'] === 'string' ? user['email'] : null
  return { actor_id: author, [ACTOR_KEY]: author_key, actor_email: email, via }
}

const isLong = (value: unknown) => typeof value === 'string' && value.length > LONGEST

const short = (change: NotedChange): NotedChange => (isLong(change.before) || isLong(change.after) ? { field: change.field } : change)

/** Covers everything except the id of a document being created, which the signature covers. */
function markOf(secret: string, row: Row): string {
  const isNew = row['doc'] instanceof Ref
  return `${isNew ? 'new' : 'set'}.${contentDigest(secret, row, isNew)}`
}

export function isMarked(secret: string, row: Row): boolean {
  const [kind, digested] = String(row['mark']).split('.')
  return digested === contentDigest(secret, row, kind === 'new')
}

const contentDigest = (secret: string, row: Row, isNew: boolean): string =>
  digest(
    secret,
    'audit',
    JSON.stringify([...CONTENT.map((name) => (name === 'doc' && isNew ? 'new' : row[name])), row[ACTOR_KEY] ?? []].flat()),
  )

/** `target`: the current name of the entry's target. */
export function shownEntry(row: Row, target: string): object {
  return {
    id: row['id'],
    at: row['at'],
    action: row['action'],
    target,
    ...(target !== row['target'] && { formerTarget: row['target'] }),
    doc: row['doc'],
    title: row['title'],
    actor: {
      id: row[ACTOR_KEY] ?? row['actor_id'],
      email: row['actor_email'],
      via: row['via'],
      ip: row['ip'],
      userAgent: row['user_agent'],
    },
    changes: row['changes'] === null ? null : JSON.parse(row['changes']),
    detail: row['detail'] === null ? null : JSON.parse(row['detail']),
  }
}
