/** The history of documents: one row per save, with the content as a snapshot. Hidden fields are never stored in it. */
import { type Entity, wholeOf } from '../../../schema/model.ts'
import { AUTHOR_COLUMNS, authorshipOf } from '../../auth/authorship.ts'
import type { Operation } from '../../engine.ts'
import { jsonOf } from '../../json.ts'
import { formOf, unknownAfter } from '../../operations/snapshot.ts'
import { withoutHidden } from '../../query/payload.ts'
import { snapshotOf, VERSIONS } from '../../store/snapshots.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import { Ref, type Statement } from '../../store/write-set.ts'

export const versionsTable: TableSpec = {
  name: VERSIONS,
  columns: [
    IDENTITY,
    { name: 'entity', kind: 'text', slugs: 'owner' },
    { name: 'document', kind: 'id' },
    { name: 'status', kind: 'text' },
    ...AUTHOR_COLUMNS,
    { name: 'created_at', kind: 'text' },
    { name: 'data', kind: 'json' },
    { name: 'folds', kind: 'boolean' },
  ],
  indexes: [index(VERSIONS, ['entity', 'document', 'id'], 'the versions of one document')],
}

const DEFAULT_MAX = 50

export const hasVersions = (entity: Entity): boolean => Boolean(entity.options['versions'])
const maxOf = ({ options }: Entity): number => options['versions'].max ?? DEFAULT_MAX

/** Records a save, and deletes the oldest versions. */
export async function noted(operation: Operation): Promise<Statement[]> {
  const { engine, entity, original, doc, caller, now, pace } = operation
  const { table, quote: q, bind } = engine.store.dialect
  const whole = wholeOf(entity)
  const after = await formOf(operation, whole)
  await pace?.rest()
  const data = { ...unknownAfter(operation), ...(await snapshotOf(whole, withoutHidden(whole.fields, after), pace)) }
  const id = original?.meta?.id ?? new Ref('document', 'id')
  const { folds = false } = operation.intent ?? {}
  const columns = ['entity', 'document', 'status', 'author', 'author_key', 'created_at', 'data', 'folds']
  const { author, author_key: key } = authorshipOf(caller)
  const insert: Statement = {
    sql: `insert into ${table(VERSIONS)} (${columns.map(q).join(', ')}) values (?, ?, ?, ?, ?, ?, ?, ?)`,
    values: [entity.slug, id, doc['status'] ?? null, author, key, now, await jsonOf(data), bind('boolean', folds)],
    plain: true,
  }
  if (id instanceof Ref) return [insert]
  const mine = `${q('entity')} = ? and ${q('document')} = ?`
  const newest = `select max(${q('id')}) from ${table(VERSIONS)} where ${mine}`
  const fold = {
    sql: `delete from ${table(VERSIONS)} where ${q('id')} = (${newest}) and ${q(key === null ? 'author' : 'author_key')} = ? and ${q('folds')} = ?`,
    values: [entity.slug, id, key ?? author, bind('boolean', true)],
  }
  const oldest = `select ${q('id')} from ${table(VERSIONS)} where ${mine} order by ${q('id')} desc limit 1 offset ?`
  const prune = {
    sql: `delete from ${table(VERSIONS)} where ${mine} and ${q('id')} <= (${oldest})`,
    values: [entity.slug, id, entity.slug, id, maxOf(entity)],
  }
  return folds && (key ?? author) !== null ? [fold, insert, prune] : [insert, prune]
}

/**
 * Ends a series of autosaves: the next autosave becomes a new version instead of replacing the last one of the series. A change that
 * records no version needs this, because nothing else would separate the two.
 */
export function seriesEnded({ engine, entity, existing }: Operation): Statement {
  const { table, quote: q, bind } = engine.store.dialect
  const mine = `${q('entity')} = ? and ${q('document')} = ?`
  const newest = `select max(${q('id')}) from ${table(VERSIONS)} where ${mine}`
  const { slug } = entity
  const { id } = existing.meta
  return {
    sql: `update ${table(VERSIONS)} set ${q('folds')} = ? where ${q('id')} = (${newest}) and ${q('folds')} = ?`,
    values: [bind('boolean', false), slug, id, bind('boolean', true)],
  }
}

/** Deletes the history together with its document. */
export function forgotten({ engine, entity, existing }: Operation): Statement {
  const { table, quote: q } = engine.store.dialect
  return {
    sql: `delete from ${table(VERSIONS)} where ${q('entity')} = ? and ${q('document')} = ?`,
    values: [entity.slug, existing.meta.id],
  }
}
