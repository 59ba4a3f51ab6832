/** Files that no document claims: on their way in, or on their way out. A row each, so that a kill at any moment leaves nothing unknown. */

import type { Engine } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import type { Row } from '../../store/contract.ts'
import { IDENTITY, index, type TableSpec } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'
import { storagesOf } from './storages.ts'

const TABLE = '$files'
/** Seconds in which a file that arrived is claimed, or goes again. */
const CLAIMED_IN = 3600
/** Seconds after which another process removes what this one should have. */
const GONE_IN = 300
const A_RUN = 100

export const filesTable: TableSpec = {
  name: TABLE,
  columns: [IDENTITY, { name: 'key', kind: 'text' }, { name: 'state', kind: 'text' }, { name: 'due_at', kind: 'text' }],
  indexes: [index(TABLE, ['key'], 'one file', true), index(TABLE, ['due_at'], 'what is due')],
}

export class WaitingFiles {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Before a file is stored: whatever happens next, it is known. */
  async announce(keys: readonly string[], within = CLAIMED_IN): Promise<void> {
    const { store } = this.#engine
    await store.commit({ writes: keys.map((key) => this.#insert(key, 'arriving', within)) })
    // Rolled back with a transaction, the rows would leave files that nobody knows.
    store.undone(() => this.remove(keys))
  }

  /** In the transaction of the document that has the file from now on. */
  claim(key: string): Statement {
    const { table, quote: q } = this.#engine.store.dialect
    return {
      sql: `delete from ${table(TABLE)} where ${q('key')} = ? and ${q('state')} = 'arriving' returning ${q('id')}`,
      values: [key],
      expect: { rows: 1, otherwise: () => notFound('The file took too long to arrive, and is gone') },
    }
  }

  /** In the transaction of the document that has it no longer. */
  release(key: string): Statement {
    return this.#insert(key, 'leaving', GONE_IN)
  }

  /** Whether the file is still to be claimed. */
  async isArriving(key: string): Promise<boolean> {
    const { table, quote: q, native } = this.#engine.store.dialect
    const sql = `select ${q('id')} from ${table(TABLE)} where ${q('key')} = ? and ${q('state')} = 'arriving'`
    return (await this.#engine.store.read(native(sql), [key], true)).length > 0
  }

  /** Of files that were announced, those that nobody claimed: they go. */
  async giveUp(keys: readonly string[]): Promise<void> {
    for (const key of keys) if ((await this.#write(this.#leavingSql, [key])).length > 0) await this.remove([key])
  }

  /** In a transaction: a file that arrived is used, as long as nobody else has used it. */
  dismiss(key: string, otherwise: () => Error): Statement {
    return {
      sql: this.#leavingSql,
      values: [key],
      expect: { rows: 1, otherwise },
    }
  }

  /** A file that was refused goes; its row stays until nobody can send it again. */
  async refuse(key: string): Promise<void> {
    await this.#write(this.#leavingSql, [key])
    await this.empty(key)
  }

  /** Deletes what lies at a key that a signed request may still write to. It is deleted again when its row is due. */
  async empty(key: string): Promise<void> {
    const { log } = this.#engine.settings
    await storagesOf(this.#engine.settings)
      .of(key)
      .delete(key)
      .catch((error: Error) => log.warn('a file could not be removed and will be tried again', { file: key, error: error.message }))
  }

  /** Removes files that were released; what can't be removed now is left to the scheduled jobs. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#remove(key).catch((error: Error) => {
        this.#engine.settings.log.warn('a file could not be removed and will be tried again', { file: key, error: error.message })
      })
    }
  }

  /** What nobody claimed in its time, and what is still there of what was released. */
  async sweep(): Promise<{ removed: number; failed: number }> {
    const { table, quote: q, native } = this.#engine.store.dialect
    const tally = { removed: 0, failed: 0 }
    const due = await this.#engine.store.read(
      native(`select ${q('key')} from ${table(TABLE)} where ${q('due_at')} <= ? order by ${q('due_at')} limit ${A_RUN}`),
      [this.#at(0)],
      true,
    )
    for (const { key } of due) {
      const [taken] = await this.#write(
        `update ${table(TABLE)} set ${q('state')} = 'leaving', ${q('due_at')} = ? where ${q('key')} = ? and ${q('due_at')} <= ? returning ${q('id')}`,
        [this.#at(GONE_IN), key, this.#at(0)],
      )
      if (!taken) continue
      await this.#remove(key).then(
        () => tally.removed++,
        (error: Error) => {
          tally.failed++
          this.#engine.settings.log.warn('a file could not be removed', { file: key, error: error.message })
        },
      )
    }
    return tally
  }

  /** Every key that stands here. */
  async keys(): Promise<Set<string>> {
    const { table, quote: q, native } = this.#engine.store.dialect
    return new Set((await this.#engine.store.read(native(`select ${q('key')} from ${table(TABLE)}`), [], true)).map((row) => row['key']))
  }

  get #leavingSql(): string {
    const { table, quote: q } = this.#engine.store.dialect
    return `update ${table(TABLE)} set ${q('state')} = 'leaving' where ${q('key')} = ? and ${q('state')} = 'arriving' returning ${q('key')}`
  }

  async #remove(key: string): Promise<void> {
    const { table, quote: q } = this.#engine.store.dialect
    await storagesOf(this.#engine.settings).of(key).delete(key)
    await this.#write(`delete from ${table(TABLE)} where ${q('key')} = ?`, [key])
  }

  #insert(key: string, state: 'arriving' | 'leaving', within: number): Statement {
    const { table, quote: q } = this.#engine.store.dialect
    return {
      sql: `insert into ${table(TABLE)} (${q('key')}, ${q('state')}, ${q('due_at')}) values (?, ?, ?)`,
      values: [key, state, this.#at(within)],
    }
  }

  #write(sql: string, values: readonly unknown[]): Promise<Row[]> {
    return this.#engine.store.atomically((connection) => connection.all(this.#engine.store.dialect.native(sql), values))
  }

  #at(seconds: number): string {
    return new Date(this.#engine.settings.clock.now().getTime() + seconds * 1000).toISOString()
  }
}
