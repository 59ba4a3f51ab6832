/** Renamed slugs. Signed entries stay as they are: a separate entry records the new name, and readers apply it. */

import { Caller, system } from '../../actor.ts'
import type { Engine } from '../../engine.ts'
import type { Feature } from '../../feature.ts'
import type { Row } from '../../store/contract.ts'
import { runOn } from '../../store/execute.ts'
import type { Statement } from '../../store/write-set.ts'
import { insertEntry, isMarked } from './entry.ts'
import { ENTRIES, entriesTable } from './table.ts'

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
  const { dialect } = engine.store
  const { bare, catalogue } = dialect
  const run = (statement: Statement) => runOn(connection, dialect, statement)
  if (!(await connection.all(catalogue)).some((row) => row['table'] === bare(ENTRIES))) return
  const changes = await changesIn(engine, run)
  for (const prefix of ['', GLOBAL]) {
    const former = prefix + from
    const [entry] = await run(entriesTable.in(engine.store).select({ target: former }, { columns: ['id'], limit: 1 }))
    if (!entry && !changes.some((change) => change.to === former)) continue
    const detail = { from: former, to: to === null ? null : prefix + to }
    const { statement } = insertEntry(engine, new Caller(system), { action: ACTION, target: TARGET, title, detail })
    await run(statement)
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
  new Targets(await changesIn(engine, (statement) => engine.store.rows(statement)))

/** Only changes recorded by this system count. */
async function changesIn({ store, settings }: Engine, read: (statement: Statement) => Promise<Row[]>): Promise<SlugChange[]> {
  const rows = await read(entriesTable.in(store).select({ target: TARGET, action: ACTION }, { sort: ['id'] }))
  const ours = rows.filter((row) => row['via'] === 'system' && isMarked(settings.secret, row))
  return ours.map(({ id, detail }) => ({ id, ...JSON.parse(detail) }))
}
