/** The chain: entries are numbered and signed shortly after they are written, each linked to the signature before it. */

import { Attached } from '../../attached.ts'
import { digest } from '../../auth/tokens.ts'
import type { Engine } from '../../engine.ts'
import { isStopping } from '../../errors.ts'
import { among, atLeast, atMost, greaterThan, highest, isNot, lowest } from '../../store/conditions.ts'
import type { Row } from '../../store/contract.ts'
import { onlyRow } from '../../store/only-row.ts'
import { lock } from '../../store/records.ts'
import type { ShortTransaction } from '../../store/storable.ts'
import { outsideFrames } from '../../store/transaction.ts'
import { isMarked } from './entry.ts'
import { endsTable, entriesTable } from './table.ts'

type Run = ShortTransaction['run']

/** Milliseconds; entries written within this time are signed together. */
const SOON = 100
const AT_ONCE = 200

export interface End {
  seq: number
  /** The link of that entry. */
  signature: string
  /** Whether the seal of this end is valid; false if the end is missing. */
  isSealed: boolean
}

/** Signs that an entry has this number. */
export const signedPlaceOf = (secret: string, { seq, id, doc, mark }: Row): string =>
  digest(secret, 'audit', `place ${seq} ${id} ${doc} ${mark}`)

/** Signs that an entry follows that one. */
export const linkOf = (secret: string, before: string, place: string): string => digest(secret, 'audit', `link ${before} ${place}`)

/** The two parts of a signature. */
export const partsOf = ({ signature }: Row): [place: string, link: string] => {
  const [place = '', link = ''] = String(signature).split('.')
  return [place, link]
}

const sealOf = (secret: string, name: string, { seq, signature }: Omit<End, 'isSealed'>): string =>
  digest(secret, 'audit', `end ${name} ${seq} ${signature}`)

export class Chain {
  /** The highest number that this process has seen: detects a rollback of the whole database while the process lives. */
  highestSeq = 0
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
      if (!isStopping(error)) log.warn('entries of the audit log are left for the next process to sign', { error: error.message })
    })
  }

  async end(name: 'head' | 'anchor', run: Run = (statement) => this.#engine.store.rows(statement)): Promise<End> {
    const { store, settings } = this.#engine
    const [row] = await run(endsTable.in(store).select({ name }))
    if (!row) return { seq: 0, signature: '', isSealed: false }
    const end = { seq: Number(row['seq']), signature: row['signature'] as string }
    return { ...end, isSealed: row['seal'] === sealOf(settings.secret, name, end) }
  }

  /** Deletes entries older than this; from then on the chain begins after them. */
  async forget(before: string): Promise<number> {
    await this.seal()
    const entries = entriesTable.in(this.#engine.store)
    return this.#alone(async (run) => {
      const oldest = onlyRow(await run(entries.select({ at: atLeast(before) }, { columns: { n: lowest('seq') } })))
      const newest = onlyRow(await run(entries.select({}, { columns: { n: highest('seq') } })))
      const last = (oldest['n'] === null ? Number(newest['n'] ?? 0) : Number(oldest['n']) - 1) || 0
      const [row] = await run(entries.select({ seq: atMost(last) }, { columns: ['signature'], sort: ['-seq'], limit: 1 }))
      if (!row) return 0
      await this.#keep(run, 'anchor', { seq: last, signature: partsOf(row)[1] })
      return (await run(entries.delete({ seq: atMost(last) }, ['id']))).length
    })
  }

  #begin(): Promise<void> {
    this.#next = undefined
    this.#sealing = this.#seal().finally(() => (this.#sealing = undefined))
    return this.#sealing
  }

  async #seal(): Promise<void> {
    for (let last = 0; ; ) {
      const { rows, head } = await this.#alone((run) => this.#sign(run, last))
      // Set only after the commit: a number from a rolled-back transaction must not count as seen.
      this.highestSeq = Math.max(this.highestSeq, head)
      for (const row of rows) this.#written.delete(row['mark'])
      const end = rows.at(-1)
      if (!end || rows.length < AT_ONCE) return
      last = Number(end['id'])
    }
  }

  /** Entries written by others are left alone: they lack our mark. */
  async #sign(run: Run, after: number): Promise<{ rows: Row[]; head: number }> {
    const { store, settings } = this.#engine
    const entries = entriesTable.in(store)
    const unsigned = { seq: null, id: greaterThan(after) }
    const rows = await run(entries.select(unsigned, { columns: ['id', 'doc', 'mark'], sort: ['id'], limit: AT_ONCE }))
    const strange = await this.#strange(run, rows)
    const genuine = rows.filter((row) => !strange.has(row['id']))
    if (genuine.length === 0) return { rows, head: 0 }
    let { seq, signature } = await this.#headFor(run)
    const signed = genuine.map((row) => {
      seq++
      const place = signedPlaceOf(settings.secret, { ...row, seq })
      signature = linkOf(settings.secret, signature, place)
      return { id: row['id'], seq, signature: `${place}.${signature}` }
    })
    await run(entries.updateEach({ seq: 'id', signature: 'text' }, signed))
    await this.#keep(run, 'head', { seq, signature })
    return { rows, head: seq }
  }

  /** Entries without our mark. Those this process wrote are known; verifying the chain checks all of them again. */
  async #strange(run: Run, rows: readonly Row[]): Promise<Set<number>> {
    const { store, settings } = this.#engine
    const unknown = rows.filter((row) => !this.#written.has(row['mark'])).map((row) => row['id'])
    if (unknown.length === 0) return new Set()
    const whole = await run(entriesTable.in(store).select({ id: among('id', unknown) }))
    return new Set(whole.filter((row) => !isMarked(settings.secret, row)).map((row) => row['id']))
  }

  /** If the head was tampered with, the chain continues after a permanent gap. */
  async #headFor(run: Run): Promise<Omit<End, 'isSealed'>> {
    const { store, settings } = this.#engine
    const head = await this.end('head', run)
    if (head.isSealed) return head
    const newest = { columns: ['seq', 'signature'], sort: ['-seq'], limit: 1 } as const
    const [last] = await run(entriesTable.in(store).select({ seq: isNot(null) }, newest))
    const isNew = !last && head.seq === 0 && this.highestSeq === 0
    if (isNew) return head
    settings.log.error('the end of the audit log is missing or was changed by somebody else; galley audit:verify says more')
    return { seq: Math.max(Number(last?.['seq'] ?? 0), this.highestSeq) + 1, signature: last ? partsOf(last)[1] : '' }
  }

  async #keep(run: Run, name: string, { seq, signature }: Omit<End, 'isSealed'>): Promise<void> {
    const { store, settings } = this.#engine
    const end = { seq, signature, seal: sealOf(settings.secret, name, { seq, signature }), at: settings.clock.now().toISOString() }
    const onConflict = { unique: ['name'], change: ['seq', 'signature', 'seal', 'at'] } as const
    await run(endsTable.in(store).insert({ name, ...end }, { onConflict }))
  }

  #alone<T>(work: (run: Run) => Promise<T>): Promise<T> {
    const { store } = this.#engine
    return outsideFrames(() =>
      store.atomically(async ({ run }) => {
        for (const statement of lock(store, 'audit')) await run(statement)
        return work(run)
      }),
    )
  }
}

const chains = new Attached<Engine, Chain>()

export const chainOf = (engine: Engine): Chain => chains.of(engine, () => new Chain(engine))

export async function stopChain(engine: Engine): Promise<void> {
  await chains.get(engine)?.stop()
}
