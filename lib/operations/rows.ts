/** Looks up the rows of a document by id, so that a change finds a row even after it moved to another parent.
 * Tested by test/features/localized-rows.test.ts.
 */
import { type Field, fieldsOfRow, hasRows, type RichTextField } from '../../schema/model.ts'
import type { Doc } from '../store/document.ts'
import { blocksIn, textsIn } from '../store/texts.ts'

/** If two rows share an id, the first one wins. */
export function rowsById(list: unknown): ReadonlyMap<unknown, Doc> {
  const found = new Map<unknown, Doc>()
  if (Array.isArray(list)) for (const row of list) if (!found.has(row?.id)) found.set(row?.id, row)
  return found
}

/** The rows of the stored document. */
export class StoredRows {
  readonly #fields: readonly Field[]
  readonly #doc: Doc | undefined
  readonly #others: StoredRows | undefined
  #lists: Map<string, Map<unknown, Doc>> | undefined

  /** `others`: where to look for rows that are not in this document. */
  constructor(fields: readonly Field[], doc: Doc | undefined, others?: StoredRows) {
    this.#fields = fields
    this.#doc = doc
    this.#others = others
  }

  /** Finds a row's earlier content. `list`: the rows stored in the list that now contains it. */
  find(field: Field, row: Doc, list: ReadonlyMap<unknown, Doc>): Doc | undefined {
    const { id, blockType } = row
    if (typeof id !== 'string') return undefined
    const found = list.get(id) ?? this.#anywhere(field, id)
    return found?.['blockType'] === blockType ? found : undefined
  }

  #anywhere(field: Field, id: string): Doc | undefined {
    if (!this.#lists) {
      this.#lists = new Map()
      this.#collect(this.#fields, this.#doc, this.#lists)
    }
    const found = this.#lists.get(field.path)?.get(id)
    return found || !this.#others ? found : this.#others.#anywhere(field, id)
  }

  #collect(fields: readonly Field[], doc: Doc | undefined, lists: Map<string, Map<unknown, Doc>>): void {
    for (const field of fields) {
      const value = doc?.[field.name]
      if (!hasRows(field)) {
        if (field.fields) this.#collect(field.fields, value, lists)
        continue
      }
      if (!Array.isArray(value)) continue
      const rows = lists.get(field.path) ?? new Map<unknown, Doc>()
      lists.set(field.path, rows)
      for (const row of value) {
        if (!rows.has(row?.id)) rows.set(row?.id, row)
        this.#collect(fieldsOfRow(field, row), row, lists)
      }
    }
  }
}

/** The blocks in the rich texts of the stored document. */
export class StoredBlocks {
  readonly #fields: readonly Field[]
  readonly #doc: Doc | undefined
  #blocks: ReadonlyMap<string, Doc> | undefined

  constructor(fields: readonly Field[], doc: Doc | undefined) {
    this.#fields = fields
    this.#doc = doc
  }

  /** Finds a block's earlier content, in whichever text of its field it was. */
  find(field: RichTextField, block: Doc): Doc | undefined {
    this.#blocks ??= new Map(
      [...textsIn(this.#fields, this.#doc)].flatMap((text) =>
        [...blocksIn(text.field, text.value)].map(({ attrs }) => [nameOf(text.field, attrs), attrs]),
      ),
    )
    return this.#blocks.get(nameOf(field, block))
  }
}

const nameOf = ({ path }: RichTextField, { blockType, id }: Doc): string => `${path} ${blockType} ${id}`
