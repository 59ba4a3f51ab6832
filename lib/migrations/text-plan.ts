/** Compares the block types in a rich text: stored blocks follow renamed types and fields, and what newly points somewhere is collected.
 * Converts and parks nothing, because readers get the stored text unchanged. Tested by test/migrations/text-plan.test.ts.
 */
import { isMadeWay } from '../store/columns.ts'
import { hasRelation, type Outline, type OutlinedBlock, type OutlinedField } from '../store/outline.ts'
import type { InnerPath, InsideChange } from './changes.ts'
import { fieldMoves } from './field-moves.ts'
import { type Moves, movesBetween } from './moves.ts'
import { isSameForm } from './values.ts'

interface Place {
  table: string
  column: string
}

export class TextPlanner {
  readonly changes: InsideChange[] = []
  /** Whether the documents that the column points to must be collected again. */
  collects = false
  readonly #place: Place

  constructor(place: Place) {
    this.#place = place
  }

  /** `at`: the path of the text after the earlier renames. */
  compare(held: Outline, holds: Outline, at: InnerPath): void {
    if (!held.text !== !holds.text) this.collects = true
    if (held.text && holds.text) this.#blocks(held.text.blocks, holds.text.blocks, at)
  }

  #blocks(held: readonly OutlinedBlock[], holds: readonly OutlinedBlock[], at: InnerPath): void {
    const { table, column } = this.#place
    const moves = movesBetween(held.map(inUse), holds, (name) => `'${column}${at}[${name}]' of '${table}'`)
    this.#rename(moves, (name) => `${at}[${name}]`)
    const pointing = ({ fields }: OutlinedBlock) => fields.some(hasRelation)
    for (const block of holds) {
      const known = held.find(({ name }) => name === moves.sources.get(block.name))
      if (known) this.#fields(known.fields, block.fields, `${at}[${block.name}]`)
      else if (pointing(block)) this.collects = true
    }
    if (held.some((block) => moves.left.includes(block.name) && pointing(block))) this.collects = true
  }

  #fields(held: readonly OutlinedField[], holds: readonly OutlinedField[], at: InnerPath): void {
    const { table, column } = this.#place
    const moves = fieldMoves(held.map(inUse), holds, (name) => `'${column}${at}.${name}' of '${table}'`)
    this.#rename(moves, (name) => `${at}.${name}`)
    for (const field of holds) {
      const known = held.find(({ name }) => name === moves.sources.get(field.name))
      if (known && isSameForm(known, field)) this.#inside(known, field, `${at}.${field.name}`)
      else if ([field, ...(known ? [known] : [])].some(hasRelation)) this.collects = true
    }
    if (held.some((field) => moves.left.includes(field.name) && hasRelation(field))) this.collects = true
  }

  #inside(held: OutlinedField, holds: OutlinedField, at: InnerPath): void {
    if (held.fields && holds.fields) this.#fields(held.fields, holds.fields, at)
    if (held.blocks && holds.blocks) this.#blocks(held.blocks, holds.blocks, at)
    this.compare(held, holds, at)
  }

  /** Values that would have to make way stay where they are: others take their name only where it is free. */
  #rename({ renames }: Moves, pathOf: (name: string) => InnerPath): void {
    for (const { from, to } of renames)
      if (!isMadeWay(to)) this.changes.push({ do: 'renameInside', ...this.#place, inside: pathOf(from), to })
  }
}

const inUse = <T>(one: T): T & { isParked: false } => ({ ...one, isParked: false })
