/** Finds select options that leave the schema while documents still hold them. The values stay, and the user should know.
 * Tested by test/migrations/conversions.test.ts.
 */
import type { Ask, Dialect, Row } from '../store/contract.ts'
import type { Outline } from '../store/outline.ts'
import type { TableSpec } from '../store/tables.ts'
import { placeBefore } from './affected.ts'
import { documentsIn, placesOf } from './carry.ts'
import { type Applied, columnOutline, type InnerPath, type SchemaChange } from './changes.ts'
import { fieldAt, holdersOf, nameIn } from './inside.ts'
import { spelled } from './words.ts'

export interface LostOption {
  table: string
  /** The field as users know it: `rows.size`. */
  field: string
  value: string
  documents: number
  /** The ids of the first few. */
  ids: number[]
  words: string
}

/** The maximum number of document ids listed. */
const NAMED = 10

interface Select {
  table: string
  column: string
  inside: InnerPath
  lost: readonly unknown[]
}

/** `plan`: the changes from the applied tables to the wanted ones. */
export async function lostOptions(
  { tables }: Applied,
  wanted: readonly TableSpec[],
  plan: readonly SchemaChange[],
  ask: Ask,
  dialect: Dialect,
): Promise<LostOption[]> {
  const lost: LostOption[] = []
  for (const { name, columns } of wanted)
    for (const column of columns)
      for (const { inside, options } of column.holds ? selectsIn(column.holds, '') : []) {
        const before = placeBefore({ table: name, column: column.name, ...(inside !== '' && { inside }) }, plan)
        const spec = tables.find((one) => one.name === before.table)?.columns.find((one) => one.name === before.column)
        const held = spec && (before.inside === undefined ? columnOutline(spec) : fieldAt(columnOutline(spec), before.inside))
        const gone = optionsOf(held).filter((option) => !options.includes(option))
        if (!spec || gone.length === 0) continue
        const select = { table: before.table, column: spec.name, inside: before.inside ?? '', lost: gone }
        const { kind } = spec
        for (const [value, ids] of await holding(select, kind, ask, dialect, await ask(dialect.catalogue, []))) {
          const field = spelled(column.name.replaceAll('$', '.'), inside)
          const documents = ids.length
          const found = { table: name, field, value: String(value), documents, ids: ids.slice(0, NAMED) }
          lost.push({ ...found, words: inWords(found) })
        }
      }
  return lost
}

function selectsIn(outline: Outline, inside: InnerPath): { inside: InnerPath; options: readonly unknown[] }[] {
  const options = optionsOf(outline)
  return [
    ...(options.length > 0 ? [{ inside, options }] : []),
    ...(outline.fields ?? []).flatMap((field) => selectsIn(field, `${inside}.${field.name}`)),
    ...(outline.blocks ?? []).flatMap(({ name, fields }) =>
      fields.flatMap((field) => selectsIn(field, `${inside}[${name}].${field.name}`)),
    ),
  ]
}

const optionsOf = (outline: Outline | undefined): readonly unknown[] => (outline?.asks?.['enum'] as unknown[] | undefined) ?? []

/** The ids of the documents that hold each option, live or in a pending draft. */
async function holding(
  { table, column, inside, lost }: Select,
  kind: string,
  ask: Ask,
  dialect: Dialect,
  catalogue: readonly Row[],
): Promise<[unknown, number[]][]> {
  const found = new Map<unknown, Set<number>>(lost.map((value) => [value, new Set()]))
  const places = placesOf({ table, columns: [{ name: column, kind }] }, dialect, catalogue)
  for (const place of places.filter(({ entity }) => entity === undefined))
    for await (const documents of documentsIn(place, undefined, ask, dialect))
      for (const { id, values } of documents) {
        const given = inside === '' ? [values[column]] : holdersOf(values[column], inside).map((object) => object[nameIn(inside)])
        for (const value of given.flat()) found.get(value)?.add(Number(id))
      }
  return [...found].flatMap(([value, ids]): [unknown, number[]][] => (ids.size > 0 ? [[value, [...ids].sort((a, b) => a - b)]] : []))
}

function inWords({ table, field, value, documents, ids }: Omit<LostOption, 'words'>): string {
  const named = `${ids.join(', ')}${documents > ids.length ? ' and others' : ''}`
  const holders =
    documents === 1 ? `1 document still has it (${named}) and keeps it` : `${documents} documents still have it (${named}) and keep it`
  return `'${value}' was removed from the options of '${field}' of '${table}', but ${holders} until someone selects another one`
}
