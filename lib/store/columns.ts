/** A field → its columns. One document is one row: groups are flattened to their leaves, rows and rich text are JSON. */
import type { Kind } from '../../schema/field-types.ts'
import { type Entity, everyField, type Field, isRelation } from '../../schema/model.ts'

export interface Column {
  name: string
  /** Its former name, when the field was renamed. */
  was?: string
  kind: Kind
  field: Field
}

export const SCOPE = '$scope'
export const REV = '$rev'
export const SHAPE = '$shape'

/** The table of internal rows that say which document points to which. */
export const REFERENCES = '$references'

const byEntity = new WeakMap<Entity, readonly Column[]>()

export function columnsOf(entity: Entity): readonly Column[] {
  let columns = byEntity.get(entity)
  if (!columns) byEntity.set(entity, (columns = Object.freeze(entity.fields.flatMap(leaves))))
  return columns
}

export function leaves(field: Field): Column[] {
  if (field.writeOnly) return []
  if (field.type.name === 'group') return field.fields!.flatMap(leaves)
  const name = columnName(field)
  const was = field.renamedFrom === undefined ? undefined : name.replace(/[^$]*$/, field.renamedFrom)
  return [{ name, kind: kindOf(field), field, ...(was !== undefined && { was }) }]
}

/** `seo.title` → `seo$title`; what field names can't hold keeps our own columns apart. */
export const columnName = (field: Field): string => field.path.replaceAll('.', '$')

export const kindOf = (field: Field): Kind => (field.hasMany ? 'json' : field.type.kind)

/** Empty is `[]` and never null: several values, rows. */
export const isList = (field: Field): boolean => field.hasMany || field.blocks !== undefined || field.type.name === 'array'

/** Relations that one column can't hold: several of them, or inside rows. They stand in `$references`. */
export function* referenceFields(entity: Entity): Generator<Field> {
  const top = new Set(columnsOf(entity).map((column) => column.field))
  for (const field of everyField(entity.fields)) if (isRelation(field) && (field.hasMany || !top.has(field))) yield field
}

/** System columns every collection's row has, by the path that people know them by. */
export const SYSTEM: Readonly<Record<string, { column: string; kind: Kind }>> = {
  id: { column: 'id', kind: 'id' },
  createdAt: { column: 'created_at', kind: 'text' },
  updatedAt: { column: 'updated_at', kind: 'text' },
}
