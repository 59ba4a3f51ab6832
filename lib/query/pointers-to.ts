/** Which documents of one content type point to some documents, and from which field: live, or in a pending draft.
 * Tested by test/access/unreadable-uses.test.ts.
 */
import { type Entity, everyField, isRelation, isRichText, wholeOf } from '../../schema/model.ts'
import type { Engine } from '../engine.ts'
import type { Pace } from '../pace.ts'
import { ASIDE, columnsOf, REFERENCES, storedAt } from '../store/columns.ts'
import { among, following, greaterThan } from '../store/conditions.ts'
import type { Row } from '../store/contract.ts'
import { Rows } from '../store/records.ts'

const A_PAGE = 2000

export interface PointerTo {
  /** The id of the document that points. */
  id: number
  /** Where its field is stored, with the locale. */
  path: string
  isDraft: boolean
}

export interface Search {
  pace: Pace
  /** A replica may answer, which may lag behind. */
  fromReplica: boolean
}

export async function* pointersTo(
  engine: Engine,
  source: Entity,
  target: Entity,
  ids: readonly number[],
  search: Search,
): AsyncGenerator<PointerTo> {
  const whole = wholeOf(source)
  // Parked values keep their references, in case the schema names them again.
  const inUse = new Set([...everyField(whole.fields)].filter((field) => isRelation(field) || isRichText(field)).map(storedAt))
  for (const { name, field } of columnsOf(whole)) {
    if (!isRelation(field) || field.hasMany || field.to !== target.slug) continue
    for await (const row of pointing(engine, source, name, ids, search))
      yield { id: row['id'], path: name.replaceAll('$', '.'), isDraft: false }
  }
  for await (const row of noted(engine, source, target, ids, search)) {
    const isDraft = row['path'].startsWith(ASIDE)
    const path = isDraft ? row['path'].slice(ASIDE.length) : row['path']
    if (inUse.has(path)) yield { id: Number(row['source']), path, isDraft }
  }
}

/** Rows whose column holds one of the ids, in index order. */
async function* pointing(
  { store }: Engine,
  { slug }: Entity,
  column: string,
  ids: readonly number[],
  { pace, fromReplica }: Search,
): AsyncGenerator<Row> {
  const rows = new Rows(slug, store)
  const place = ['created_at', 'id']
  for (let last: Row = { created_at: '', id: 0 }; ; ) {
    const next = [{ [column]: oneOrAmong(ids) }, following(place, [last['created_at'], last['id']])]
    const page = await rows.find(next, { columns: place, sort: place, limit: A_PAGE, fromReplica })
    for (const row of page) {
      yield row
      await pace.rest()
    }
    const end = page.at(-1)
    if (!end || page.length < A_PAGE) return
    last = end
  }
}

/** References that are not stored in a column. */
async function* noted(
  { store }: Engine,
  source: Entity,
  target: Entity,
  ids: readonly number[],
  { pace, fromReplica }: Search,
): AsyncGenerator<Row> {
  const rows = new Rows(REFERENCES, store)
  const of = { target_entity: target.slug, target: oneOrAmong(ids), entity: source.slug }
  const listed = { columns: ['id', 'source', 'path'], sort: ['id'], limit: A_PAGE, fromReplica }
  for (let last = 0; ; ) {
    const page = await rows.find({ ...of, id: greaterThan(last) }, listed)
    for (const row of page) {
      yield row
      await pace.rest()
    }
    const end = page.at(-1)
    if (!end || page.length < A_PAGE) return
    last = end['id']
  }
}

/** A single id is compared as such, so that its index also gives the order. */
function oneOrAmong(ids: readonly number[]) {
  const [id] = ids
  return id !== undefined && ids.length === 1 ? id : among('id', ids)
}
