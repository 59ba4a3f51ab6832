/** The chain: entries are numbered and signed shortly after they are written, each linked to the signature before it. */
import { Attached } from '../../attached.ts'
import { digest } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { isStopping } from '../../errors.ts'
import type { Connection, Row } from '../../store/contract.ts'
import { outsideFrames } from '../../store/transaction.ts'
import { isMarked } from './entry.ts'
import { ENDS, ENTRIES } from './table.ts'

/** Milliseconds; entries written within this time are signed together. */
const SOON = 100
const AT_ONCE = 200

export interface End {
  seq: number
  /** The link of that entry. */
  signature: string
  /** Whether the seal of this end is valid; false if the end is missing. */
  isSound: boolean
}

/** Signs that an entry has this number. */
export const placeOf = (secret: string, { seq, id, doc, mark }: Row): string => digest(secret, 'audit', `place ${seq} ${id} ${doc} ${mark}`)

/** Signs that an entry follows that one. */
export const linkOf = (secret: string, before: string, place: string): string => digest(secret, 'audit', `link ${before} ${place}`)

/** The two parts of a signature. */
export const partsOf = ({ signature }: Row): [place: string, link: string] => {
  const [place = '', link = ''] = String(signature).split('.')
  return [place, link]
}

const sealOf = (secret: string, name: string, { seq, signature }: Omit<End, 'isSound'>): string =>
  digest(secret, 'audit', `end ${name} ${seq} ${signature}`)

export class Chain {
  /** The highest number that this process has seen: detects a rollback of the whole database while the process lives. */
  seen = 0
  readonly #engine: Engine
  /** Marks of entries that this process wrote and that are not signed yet. */
  readonly #written = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sealing: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Signs an entry soon. Entries left unsigned at a stop are signed with the next ones that any process writes. */
  soon(mark: string): void {
    this.#written.add(mark)
    const { log } = this.#engine.settings
    this.#timer ??= outsideFrames(() =>
      setTimeout(() => {
        this.#timer = undefined
        this.seal().catch((error: Error) => {
          if (!isStopping(error)) log.error('entries of the audit log could not be signed yet', { error: error.message })
        })
      }, SOON).unref(),
    )
  }

  /** Signs unsigned entries of all processes. Calls during a run share the next run. */
  seal(): Promise<void> {
    if (!this.#sealing) return this.#begin()
    this.#next ??= this.#sealing.then(
      () => this.#begin(),
      () => this.#begin(),
    )
    return this.#next
  }

  async stop(): Promise<void> {
    const { log } = this.#engine.settings
    const isOpen = this.#timer !== undefined
    clearTimeout(this.#timer)
    await (isOpen ? this.seal() : this.#sealing)?.catch((error: Error) => {
      if (!isStopping(error)) log.warn('entries of the audit log are signed by whoever runs next', { error: error.message })
    })
  }

  async end(name: 'head' | 'anchor', connection?: Connection): Promise<End> {
    const { store, settings } = this.#engine
    const { table, quote: q, native } = store.dialect
    const sql = native(`select * from ${table(ENDS)} where ${q('name')} = ?`)
    const [row] = await (connection ? connection.all(sql, [name]) : store.read(sql, [name], true))
    if (!row) return { seq: 0, signature: '', isSound: false }
    const end = { seq: Number(row['seq']), signature: row['signature'] as string }
    return { ...end, isSound: row['seal'] === sealOf(settings.secret, name, end) }
  }

  /** Deletes entries older than this; from then on the chain begins after them. */
  async forget(before: string): Promise<number> {
    await this.seal()
    const { store } = this.#engine
    const { table, quote: q, native } = store.dialect
    return this.#alone(async (connection) => {
      const [oldest] = await connection.all(native(`select min(${q('seq')}) as ${q('n')} from ${table(ENTRIES)} where ${q('at')} >= ?`), [
        before,
      ])
      const [newest] = await connection.all(native(`select max(${q('seq')}) as ${q('n')} from ${table(ENTRIES)}`), [])
      const last = (oldest!['n'] === null ? Number(newest!['n'] ?? 0) : Number(oldest!['n']) - 1) || 0
      const [row] = await connection.all(
        native(`select ${q('seq')}, ${q('signature')} from ${table(ENTRIES)} where ${q('seq')} <= ? order by ${q('seq')} desc limit 1`),
        [last],
      )
      if (!row) return 0
      await this.#keep(connection, 'anchor', { seq: last, signature: partsOf(row)[1] })
      return (await connection.all(native(`delete from ${table(ENTRIES)} where ${q('seq')} <= ? returning ${q('id')}`), [last])).length
    })
  }

  #begin(): Promise<void> {
    this.#next = undefined
    this.#sealing = this.#seal().finally(() => (this.#sealing = undefined))
    return this.#sealing
  }

  async #seal(): Promise<void> {
    for (let last = 0; ; ) {
      const { rows, head } = await this.#alone((connection) => this.#sign(connection, last))
      // Set only after the commit: a number from a rolled-back transaction must not count as seen.
      this.seen = Math.max(this.seen, head)
      for (const row of rows) this.#written.delete(row['mark'])
      if (rows.length < AT_ONCE) return
      last = Number(rows.at(-1)!['id'])
    }
  }

  /** Entries written by others are left alone: they lack our mark. */
  async #sign(connection: Connection, after: number): Promise<{ rows: Row[]; head: number }> {
    const { store, settings } = this.#engine
    const { dialect } = store
    const { table, quote: q, native } = dialect
    const columns = ['id', 'doc', 'mark'].map(q).join(', ')
    const rows = await connection.all(
      native(`select ${columns} from ${table(ENTRIES)} where ${q('seq')} is null and ${q('id')} > ? order by ${q('id')} limit ${AT_ONCE}`),
      [after],
    )
    const strange = await this.#strange(connection, rows)
    const genuine = rows.filter((row) => !strange.has(row['id']))
    if (genuine.length === 0) return { rows, head: 0 }
    let { seq, signature } = await this.#headFor(connection)
    const signed = genuine.map((row) => {
      seq++
      const place = placeOf(settings.secret, { ...row, seq })
      signature = linkOf(settings.secret, signature, place)
      return [row['id'], seq, `${place}.${signature}`]
    })
    const given = dialect.rows('v', [
      { name: 'id', kind: 'id' },
      { name: 'seq', kind: 'id' },
      { name: 'signature', kind: 'text' },
    ])
    await connection.all(
      native(
        `update ${table(ENTRIES)} as e set ${q('seq')} = v.${q('seq')}, ${q('signature')} = v.${q('signature')} from ${given} where e.${q('id')} = v.${q('id')}`,
      ),
      [JSON.stringify(signed)],
    )
    await this.#keep(connection, 'head', { seq, signature })
    return { rows, head: seq }
  }

  /** Entries without our mark. Those this process wrote are known; verifying the chain checks all of them again. */
  async #strange({ all }: Connection, rows: readonly Row[]): Promise<Set<number>> {
    const { store, settings } = this.#engine
    const { dialect } = store
    const unknown = rows.filter((row) => !this.#written.has(row['mark'])).map((row) => row['id'])
    if (unknown.length === 0) return new Set()
    const sql = `select * from ${dialect.table(ENTRIES)} where ${dialect.within(dialect.quote('id'), 'id')}`
    const whole = await all(dialect.native(sql), [dialect.list('id', unknown)])
    return new Set(whole.filter((row) => !isMarked(settings.secret, row)).map((row) => row['id']))
  }

  /** If the head was tampered with, the chain continues after a permanent gap. */
  async #headFor(connection: Connection): Promise<Omit<End, 'isSound'>> {
    const { store, settings } = this.#engine
    const { table, quote: q } = store.dialect
    const head = await this.end('head', connection)
    if (head.isSound) return head
    const [last] = await connection.all(
      `select ${q('seq')}, ${q('signature')} from ${table(ENTRIES)} where ${q('seq')} is not null order by ${q('seq')} desc limit 1`,
    )
    const isNew = !last && head.seq === 0 && this.seen === 0
    if (isNew) return head
    settings.log.error('the end of the audit log is missing or was changed by somebody else; galley audit:verify says more')
    return { seq: Math.max(Number(last?.['seq'] ?? 0), this.seen) + 1, signature: last ? partsOf(last)[1] : '' }
  }

  async #keep(connection: Connection, name: string, { seq, signature }: Omit<End, 'isSound'>): Promise<void> {
    const { store, settings } = this.#engine
    const { table, quote: q, native } = store.dialect
    const columns = ['name', 'seq', 'signature', 'seal', 'at']
    const set = columns.slice(1).map((column) => `${q(column)} = excluded.${q(column)}`)
    await connection.all(
      native(
        `insert into ${table(ENDS)} (${columns.map(q).join(', ')}) values (?, ?, ?, ?, ?) on conflict (${q('name')}) do update set ${set.join(', ')}`,
      ),
      [name, seq, signature, sealOf(settings.secret, name, { seq, signature }), settings.clock.now().toISOString()],
    )
  }

  #alone<T>(work: (connection: Connection) => Promise<T>): Promise<T> {
    const { store } = this.#engine
    const lock = store.dialect.lock('audit')
    return outsideFrames(() =>
      store.atomically(async (connection) => {
        if (lock !== undefined) await connection.all(lock)
        return work(connection)
      }),
    )
  }
}

const chains = new Attached<Engine, Chain>()

export const chainOf = (engine: Engine): Chain => chains.of(engine, () => new Chain(engine))

export async function stopChain(engine: Engine): Promise<void> {
  await chains.get(engine)?.stop()
}
