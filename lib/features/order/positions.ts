/** Positions are numbers with gaps between them; when a gap is used up, all are spread out again. */
import type { Entity } from '../../../schema/model.ts'
import type { Engine } from '../../engine.ts'
import type { Connection } from '../../store/contract.ts'

export const POSITION = '$position'

/** The gap between consecutive documents. */
const STEP = 1024
/** Smaller gaps are not split further. */
const LEAST = 1e-6

export async function lastPosition({ store }: Engine, { slug }: Entity): Promise<number> {
  const { table, quote: q, native } = store.dialect
  const [row] = await store.read(native(`select max(${q(POSITION)}) as ${q('last')} from ${table(slug)}`), [], true)
  return Number(row!['last'] ?? 0) + STEP
}

/** The position before or after a document, computed without the moved one; undefined if there is no such document. */
export function positionBeside(
  engine: Engine,
  { slug }: Entity,
  side: 'before' | 'after',
  beside: number,
  moved: number,
): Promise<number | undefined> {
  return engine.store.atomically(async (connection) => {
    const found = await between(engine, slug, side, beside, moved, connection)
    if (found === undefined || found.room >= LEAST) return found?.position
    await spread(engine, slug, connection)
    // It may have been deleted in the meantime.
    return (await between(engine, slug, side, beside, moved, connection))?.position
  })
}

async function between({ store }: Engine, slug: string, side: 'before' | 'after', beside: number, moved: number, connection: Connection) {
  const { table, quote: q, native } = store.dialect
  const one = async (sql: string, values: unknown[]) => (await connection.all(native(sql), values))[0]
  const there = await one(`select ${q(POSITION)} as ${q('at')} from ${table(slug)} where ${q('id')} = ?`, [beside])
  if (!there) return undefined
  const twin = await one(`select ${q('id')} from ${table(slug)} where ${q(POSITION)} = ? and ${q('id')} not in (?, ?) limit 1`, [
    there['at'],
    beside,
    moved,
  ])
  if (twin) return { position: 0, room: 0 }
  const [edge, beyond] = side === 'before' ? ['max', '<'] : ['min', '>']
  const next = await one(
    `select ${edge}(${q(POSITION)}) as ${q('at')} from ${table(slug)} where ${q(POSITION)} ${beyond} ? and ${q('id')} <> ?`,
    [there['at'], moved],
  )
  const far = next!['at'] ?? there['at'] + (side === 'before' ? -2 * STEP : 2 * STEP)
  return { position: (there['at'] + far) / 2, room: Math.abs(there['at'] - far) / 2 }
}

/** Documents from before the collection was orderable all have position 0; the newest come first, as in lists. */
async function spread({ store }: Engine, slug: string, connection: Connection): Promise<void> {
  const { table, quote: q } = store.dialect
  const ranked = `select ${q('id')}, row_number() over (order by ${q(POSITION)}, ${q('id')} desc) as n from ${table(slug)}`
  await connection.all(
    `update ${table(slug)} set ${q(POSITION)} = (select ranked.n * ${STEP} from (${ranked}) as ranked where ranked.${q('id')} = ${table(slug)}.${q('id')})`,
  )
}
