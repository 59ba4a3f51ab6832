/** Compares the block types in a rich text: stored blocks follow renamed types and fields, and what newly points somewhere is collected.
 * Converts and parks nothing, because readers get the stored text unchanged. Tested by test/migrations/text-plan.test.ts.
 */
import { isMadeWay, localeOf } from '../store/columns.ts'
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
    this.#renameLate(held, holds, moves, (name) => `${at}[${name}]`)
    const pointing = ({ fields }: OutlinedBlock) => fields.some(hasRelation)
    for (const block of holds) {
      const known = held.find(({ name }) => name === moves.sources.get(block.name))
      this.#fields(known?.fields ?? [], block.fields, `${at}[${block.name}]`)
    }
    if (held.some((block) => moves.left.includes(block.name) && pointing(block))) this.collects = true
  }

  #fields(held: readonly OutlinedField[], holds: readonly OutlinedField[], at: InnerPath): void {
    const { table, column } = this.#place
    const moves = fieldMoves(held.map(inUse), holds, (name) => `'${column}${at}.${name}' of '${table}'`)
    this.#rename(moves, (name) => `${at}.${name}`)
    this.#renameLate(held, holds, moves, (name) => `${at}.${name}`)
    for (const field of holds) {
      const known = held.find(({ name }) => name === moves.sources.get(field.name))
      if (known && !isSameForm(known, field)) this.collects ||= [field, known].some(hasRelation)
      else {
        this.collects ||= !known && hasRelation(field)
        this.#inside(known ?? emptyForm(field), field, `${at}.${field.name}`)
      }
    }
    if (held.some((field) => moves.left.includes(field.name) && hasRelation(field))) this.collects = true
  }

  #inside(held: Outline, holds: Outline, at: InnerPath): void {
    if (held.fields && holds.fields) this.#fields(held.fields, holds.fields, at)
    if (held.blocks && holds.blocks) this.#blocks(held.blocks, holds.blocks, at)
    this.compare(held, holds, at)
  }

  /**
   * A `renamedFrom` that was added after its former name had left the schema. Nothing is parked in a text, so blocks and values may still
   * be there under that name, whether or not this database remembers it.
   */
  #renameLate(held: readonly Named[], holds: readonly Named[], { sources }: Moves, pathOf: (name: string) => InnerPath): void {
    const names = new Set([...held, ...holds].map(({ name }) => name))
    for (const { name, was = [] } of holds) {
      const known = held.find((one) => one.name === sources.get(name))
      const wasDone = (former: string) => [known?.was, known?.said, known?.formerly].some((list) => list?.includes(former))
      // Nothing is localized inside a text.
      for (const former of was.filter((one) => localeOf(one) === undefined))
        if (!names.has(former) && !wasDone(former))
          this.changes.push({ do: 'renameInside', ...this.#place, inside: pathOf(former), to: name })
    }
  }

  /** Values that would have to make way stay where they are: others take their name only where it is free. */
  #rename({ renames }: Moves, pathOf: (name: string) => InnerPath): void {
    for (const { from, to } of renames)
      if (!isMadeWay(to)) this.changes.push({ do: 'renameInside', ...this.#place, inside: pathOf(from), to })
  }
}

type Named = Pick<OutlinedBlock, 'name' | 'was' | 'formerly' | 'said'>

/** A field of the same form, of which this database knows nothing yet. */
const emptyForm = ({ kind, list, fields, blocks, text }: OutlinedField): Outline => ({
  kind,
  ...(list && { list }),
  ...(fields && { fields: [] }),
  ...(blocks && { blocks: [] }),
  ...(text && { text: { blocks: [] } }),
})

const inUse = <T>(one: T): T & { isParked: false } => ({ ...one, isParked: false })
