/** Shows the contents of versions as their reader sees the document. Tested by test/features/changed-fields.test.ts. */
import { type Entity, wholeOf } from '../../../schema/model.ts'
import type { Operation } from '../../engine.ts'
import type { Address } from '../../local/address.ts'
import { type Call, viewOf } from '../../local/call.ts'
import type { Version } from '../../local/types.ts'
import { differences } from '../../operations/differences.ts'
import { snapshotBefore } from '../../operations/snapshot.ts'
import { Pace } from '../../pace.ts'
import { decoded } from '../../query/decoded.ts'
import type { View } from '../../query/view.ts'
import type { Row } from '../../store/contract.ts'
import type { Doc } from '../../store/document.ts'
import { snapshotOf, unfolded } from '../../store/snapshots.ts'
import { versionIn } from './readable.ts'
import { versionsTable } from './table.ts'

export class ShownContents {
  readonly entity: Entity
  readonly #operation: Operation
  readonly #view: View
  readonly #before: Doc
  readonly #pace: Pace

  private constructor(operation: Operation, entity: Entity, view: View, before: Doc, pace: Pace) {
    this.entity = entity
    this.#operation = operation
    this.#view = view
    this.#before = before
    this.#pace = pace
  }

  static async of(operation: Operation, at: Address, options: Call): Promise<ShownContents> {
    const { engine, caller } = operation
    const view = { ...viewOf(engine, options, caller.actor), depth: 0 }
    const pace = new Pace()
    const before = await snapshotBefore(operation)
    await pace.rest()
    return new ShownContents(operation, engine.features.form(at.entity, view, 'read'), view, before, pace)
  }

  /**
   * `at`: as if the document had been saved then. Fields that were added later are empty. Rules about fields see their current values,
   * and those of hidden fields: an empty value could open a field that a rule closes.
   */
  async in(row: Row, at: string = row['created_at']): Promise<Doc> {
    const version = await versionIn(row, this.entity)
    const forRules = () => unfolded(this.entity, version, ({ name }) => this.#before[name], this.#pace)
    return this.#shown(await unfolded(this.entity, version, undefined, this.#pace), at, forRules)
  }

  /** The content of the document itself, even if a pending draft covers it. */
  async live(): Promise<Doc> {
    const { entity, existing } = this.#operation
    const whole = wholeOf(entity)
    const snapshot = await snapshotOf(whole, await decoded(whole, existing.row))
    return this.#shown(await unfolded(this.entity, snapshot), existing.meta.updatedAt)
  }

  async #shown(doc: Doc, updatedAt: string, forRules?: () => Promise<Doc>): Promise<Doc> {
    const { engine, caller, existing } = this.#operation
    await this.#pace.rest()
    const stored = { meta: { ...existing.meta, updatedAt }, doc, ...(forRules && { forRules }) }
    const one = await engine.reader.show(this.entity, stored, caller, this.#view)
    await this.#pace.rest()
    return one
  }
}

/** Adds to each version the paths of the fields that differ from the version before it, which only the oldest one lacks. */
export async function withChanged(
  operation: Operation,
  versions: readonly Version[],
  before: number | undefined,
  contents: ShownContents,
): Promise<Version[]> {
  const table = versionsTable.in(operation.engine.store)
  const contentOf = async (id: number | undefined) => {
    const row = id === undefined ? undefined : await table.first({ id }, { columns: ['data', 'created_at'], fromReplica: true })
    return row && contents.in(row)
  }
  let older = await contentOf(before)
  const found: Version[] = []
  for (const version of versions.toReversed()) {
    const content = await contentOf(version.id)
    const changed = older && content ? differences(contents.entity.fields, older, content).map(({ path }) => path) : null
    found.unshift({ ...version, changed })
    older = content
  }
  return found
}
