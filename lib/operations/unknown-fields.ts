/** In development, names the fields in data of your own code that don't exist, which changes ignore, and the relations that hold documents:
 * where the reader could not see them, they are missing, and writing back what was read would remove these relations silently.
 * Tested by test/operations/unknown-fields.test.ts.
 */
import { type Entity, type Field, fieldsOfRow, hasRows, isGroup, isPerLocale, isRelation } from '../../schema/model.ts'
import { didYouMean } from '../../schema/nearest.ts'
import { isPlainObject } from '../../schema/plain-object.ts'
import type { Log } from '../log.ts'

/** What documents have besides fields, so that one that was read can be written back. */
const OF_DOCUMENTS = ['id', 'createdAt', 'updatedAt']
const OF_ROWS = ['id', 'blockType']

/** Data with made-up names, such as keys of a map, must not fill the log. */
const MOST_LINES = 100

export class UnknownFields {
  readonly #log: Log
  readonly #lines = new Set<string>()

  constructor(log: Log) {
    this.#log = log
  }

  /** `whose`: who handed in the data. Each line is logged once. */
  log({ fields }: Pick<Entity, 'fields'>, data: unknown, whose: string): void {
    if (!isPlainObject(data)) return
    for (const found of unknownIn(fields, data, '', OF_DOCUMENTS)) {
      const line = `${whose} ${found}`
      if (this.#lines.has(line) || this.#lines.size === MOST_LINES) continue
      this.#lines.add(line)
      this.#log.warn(line)
    }
  }
}

function* unknownIn(
  fields: Entity['fields'],
  data: Record<string, unknown>,
  within: string,
  besides: readonly string[],
): Generator<string> {
  for (const [name, value] of Object.entries(data)) {
    const field = fields.find((one) => one.name === name)
    if (field) yield* unknownInside(field, value, `${within}${name}`)
    else if (value !== undefined && !besides.includes(name)) {
      const hint = didYouMean(
        name,
        fields.map((one) => one.name),
      )
      yield `ignores '${within}${name}', which is not a field${hint === '' ? '' : `; ${hint}`}`
    }
  }
}

function* unknownInside(field: Field, value: unknown, path: string): Generator<string> {
  if (isRelation(field) && [value].flat().some(isPlainObject))
    yield `got a document in '${path}' instead of its id; read what you write back with depth: 0, or relations that the reader can't see are lost`
  // Values for unknown locales are refused.
  if (isGroup(field) && !isPerLocale(field) && isPlainObject(value)) yield* unknownIn(field.fields, value, `${path}.`, [])
  if (!hasRows(field) || !Array.isArray(value)) return
  for (const row of value)
    if (isPlainObject(row) && (!field.blocks || fieldsOfRow(field, row).length > 0))
      yield* unknownIn(fieldsOfRow(field, row), row, `${path}.`, OF_ROWS)
}
