/** Renamed slugs. Signed entries stay as they are: a separate entry records the new name, and readers apply it. */
import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import type { Row } from '../../store/contract.ts'
import { insertEntry, isMarked } from './entry.ts'
import { ENTRIES } from './table.ts'

const ACTION = 'schema.rename'
const TARGET = 'schema'

/** An entry before `id` says `from` for what is now called `to`. */
interface SlugChange {
  id: number
  from: string
  to: string | null
}

const GLOBAL = 'global:'

export const slugChanged: Feature['slugChanged'] = async (engine, { from, to = null, words: title }, connection) => {
  const { table, bare, catalogue, quote: q, native } = engine.store.dialect
  if (!(await connection.all(catalogue)).some((row) => row['table'] === bare(ENTRIES))) return
  const changes = await changesIn(engine, (sql, values) => connection.all(sql, values))
  for (const prefix of ['', GLOBAL]) {
    const told = prefix + from
    const [entry] = await connection.all(native(`select ${q('id')} from ${table(ENTRIES)} where ${q('target')} = ? limit 1`), [told])
    if (!entry && !changes.some((change) => change.to === told)) continue
    const detail = { from: told, to: to === null ? null : prefix + to }
    const { statement } = insertEntry(engine, new Caller(system), { action: ACTION, target: TARGET, title, detail })
    await connection.all(native(statement.sql), statement.values)
  }
}

export class Targets {
  readonly #changes: readonly SlugChange[]

  constructor(changes: readonly SlugChange[]) {
    this.#changes = changes
  }

  /** The current name of an entry's target. */
  now({ id, target }: Row): string {
    return this.#changes.reduce((name, change) => (change.id > id && change.from === name ? (change.to ?? name) : name), target as string)
  }

  /** Names under which a target was recorded, each after one entry and up to another. */
  namesOf(target: string): { name: string; after: number; upTo: number }[] {
    const names: { name: string; after: number; upTo: number }[] = []
    let [name, upTo] = [target, Number.MAX_SAFE_INTEGER]
    for (const { id, from, to } of this.#changes.toReversed()) {
      if (to !== name && from !== name) continue
      names.push({ name, after: id, upTo })
      // Before that, another target had the name.
      if (to !== name) return names
      ;[name, upTo] = [from, id]
    }
    return [...names, { name, after: 0, upTo }]
  }
}

export const targetsIn = async (engine: Engine): Promise<Targets> =>
  new Targets(await changesIn(engine, (sql, values) => engine.store.read(sql, values, true)))

/** Only changes recorded by this system count. */
async function changesIn({ store, settings }: Engine, read: (sql: string, values: unknown[]) => Promise<Row[]>): Promise<SlugChange[]> {
  const { table, quote: q, native } = store.dialect
  const sql = `select * from ${table(ENTRIES)} where ${q('target')} = ? and ${q('action')} = ? order by ${q('id')}`
  const rows = (await read(native(sql), [TARGET, ACTION])).filter((row) => row['via'] === 'system' && isMarked(settings.secret, row))
  return rows.map(({ id, detail }) => ({ id, ...JSON.parse(detail) }))
}
