/** Checks what the schema alone can't: that named rules exist, and that the names of columns are short enough. Tested by test/features/features-switched.test.ts. */

import { type Entity, everyField, type Field, hasRows, isGroup, type Model, type RuleSource, wholeOf } from '../../schema/model.ts'
import { didYouMean } from '../../schema/nearest.ts'
import type { NamedRule } from '../access/rules.ts'
import { columnsOf } from '../store/columns.ts'

export const problemsOfEntities = (model: Model, rules: Readonly<Record<string, NamedRule>>): string[] =>
  [...model.entities.values()].flatMap((entity) => [...accessProblems(entity, rules), ...nameProblems(entity), ...renameProblems(entity)])

function accessProblems(entity: Entity, rules: Readonly<Record<string, NamedRule>>): string[] {
  const verbs = entity.kind === 'global' ? ['read', 'update'] : ['read', 'create', 'update', 'delete']
  const wrong = (where: string, access: Record<string, RuleSource | undefined>, known: string[]) =>
    Object.entries(access).flatMap(([verb, rule]) => {
      if (!known.includes(verb)) return `${where}: unknown operation '${verb}'; use one of: ${known.join(', ')}`
      if (typeof rule === 'function') return []
      if (typeof rule !== 'string') return `${where}.${verb}: must be a function or the name of a rule`
      return Object.hasOwn(rules, rule) ? [] : `${where}.${verb}: unknown rule '${rule}'. ${didYouMean(rule, Object.keys(rules))}`.trim()
    })
  return [
    ...wrong(`${entity.slug}.access`, entity.access, verbs),
    ...[...everyField(entity.fields)].flatMap((field) =>
      wrong(`${entity.slug}.${field.path}.access`, { ...field.access }, ['read', 'create', 'update']),
    ),
  ]
}

/** Postgres truncates longer names, and a locale adds to them. */
const LONGEST_NAME = 63

function nameProblems(entity: Entity): string[] {
  return columnsOf(wholeOf(entity))
    .filter((column) => Buffer.byteLength(column.name) > LONGEST_NAME)
    .map(
      (column) =>
        `${entity.slug}.${column.field.path}: its column '${column.name}' is longer than ${LONGEST_NAME} bytes; give it a shorter name`,
    )
}

/** A path says where a column's values were before the rename; inside rows, only the name of a sibling field is supported. */
function renameProblems(entity: Entity): string[] {
  const columns = new Set(columnsOf(entity).map(({ field }) => field))
  const inColumns = (field: Field): boolean => columns.has(field) || (isGroup(field) && field.fields.some(inColumns))
  const lists = [...everyField(entity.fields)].filter(hasRows)
  return [...everyField(entity.fields)].flatMap((field) => {
    const { path, renamedFrom } = field
    const rows = lists.find((one) => renamedFrom?.replace(/^\./, '').startsWith(`${one.path}.`))
    if (rows && inColumns(field))
      return [
        `${entity.slug}.${path}: renamedFrom '${renamedFrom}' leads into the rows of '${rows.path}', and values can't be moved out of rows; remove 'renamedFrom', and copy what you need with the Local API before you remove the field from the rows`,
      ]
    if (!renamedFrom?.includes('.') || inColumns(field)) return []
    return [`${entity.slug}.${path}: renamedFrom can't be a path inside rows and blocks; name a field next to it`]
  })
}
