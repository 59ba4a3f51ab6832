/** Files that no document claims: arriving, or about to be deleted. Each has a row, so that no kill leaves an unknown file. */

import type { Engine } from '../../engine.ts'
import { notFound } from '../../errors.ts'
import { atMost } from '../../store/conditions.ts'
import { index } from '../../store/index-spec.ts'
import { ownTable } from '../../store/records.ts'
import { IDENTITY } from '../../store/tables.ts'
import type { Statement } from '../../store/write-set.ts'
import { storagesOf } from './storages.ts'

const TABLE = '$files'
/** Seconds in which an arriving file must be claimed before it is deleted. */
const CLAIMED_IN = 3600
/** Seconds after which another process deletes what this one should have deleted. */
const GONE_IN = 300
const A_RUN = 100

export const filesTable = ownTable({
  name: TABLE,
  columns: [IDENTITY, { name: 'key', kind: 'text' }, { name: 'state', kind: 'text' }, { name: 'due_at', kind: 'text' }],
  indexes: [index(TABLE, ['key'], 'one file', true), index(TABLE, ['due_at'], 'what is due')],
})

export class WaitingFiles {
  readonly #engine: Engine

  constructor(engine: Engine) {
    this.#engine = engine
  }

  /** Called before a file is stored, so that it is known whatever happens next. */
  async announce(keys: readonly string[], within = CLAIMED_IN): Promise<void> {
    const { store } = this.#engine
    await store.commit({ writes: keys.map((key) => this.#insert(key, 'arriving', within)) })
    // If a transaction rolled back the rows, unknown files would remain.
    store.undone(() => this.remove(keys))
  }

  /** For the transaction that gives the file to a document. */
  claim(key: string): Statement {
    return {
      ...this.#rows.delete({ key, state: 'arriving' }, ['id']),
      expect: { rows: 1, otherwise: () => notFound('The file took too long to arrive, and is gone') },
    }
  }

  /** For the transaction that takes the file from its document. */
  release(key: string): Statement {
    return this.#insert(key, 'leaving', GONE_IN)
  }

  /** Whether the file is still to be claimed. */
  async isArriving(key: string): Promise<boolean> {
    return (await this.#rows.first({ key, state: 'arriving' }, { columns: ['id'] })) !== undefined
  }

  /** Deletes those of the announced files that were not claimed. */
  async giveUp(keys: readonly string[]): Promise<void> {
    for (const key of keys) if ((await this.#engine.store.change(this.#leaving(key))).length > 0) await this.remove([key])
  }

  /** For a transaction: uses an arrived file, unless it was already used. */
  dismiss(key: string, otherwise: () => Error): Statement {
    return { ...this.#leaving(key), expect: { rows: 1, otherwise } }
  }

  /** Deletes a refused file; its row stays until the file can't be sent again. */
  async refuse(key: string): Promise<void> {
    await this.#engine.store.change(this.#leaving(key))
    await this.empty(key)
  }

  /** Deletes the file at a key that a signed request may still write to. It is deleted again when its row is due. */
  async empty(key: string): Promise<void> {
    const { log } = this.#engine.settings
    await storagesOf(this.#engine.settings)
      .of(key)
      .delete(key)
      .catch((error: Error) => log.warn('a file could not be removed and will be tried again', { file: key, error: error.message }))
  }

  /** Deletes released files; those that can't be deleted now are left to the scheduled jobs. */
  async remove(keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      await this.#remove(key).catch((error: Error) => {
        this.#engine.settings.log.warn('a file could not be removed and will be tried again', { file: key, error: error.message })
      })
    }
  }

  /** Deletes files that were not claimed in time, and released files that still exist. */
  async sweep(): Promise<{ removed: number; failed: number }> {
    const tally = { removed: 0, failed: 0 }
    const due = await this.#rows.find({ due_at: atMost(this.#at(0)) }, { columns: ['key'], sort: ['due_at'], limit: A_RUN })
    for (const { key } of due) {
      const isDue = { key, due_at: atMost(this.#at(0)) }
      const [taken] = await this.#engine.store.change(this.#rows.update(isDue, { state: 'leaving', due_at: this.#at(GONE_IN) }, ['id']))
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

  /** All keys in the table. */
  async keys(): Promise<Set<string>> {
    return new Set((await this.#rows.find({}, { columns: ['key'] })).map((row) => row['key']))
  }

  #leaving(key: string): Statement {
    return this.#rows.update({ key, state: 'arriving' }, { state: 'leaving' }, ['key'])
  }

  async #remove(key: string): Promise<void> {
    await storagesOf(this.#engine.settings).of(key).delete(key)
    await this.#engine.store.change(this.#rows.delete({ key }))
  }

  #insert(key: string, state: 'arriving' | 'leaving', within: number): Statement {
    return this.#rows.insert({ key, state, due_at: this.#at(within) })
  }

  get #rows() {
    return filesTable.in(this.#engine.store)
  }

  #at(seconds: number): string {
    return new Date(this.#engine.settings.clock.now().getTime() + seconds * 1000).toISOString()
  }
}
