/** Paths in a column's JSON: how they are spelled, and the objects and lists found there. */
import { attrsOf, everyNode } from '../rich-text/nodes.ts'
import type { Outline, OutlinedBlock, OutlinedField } from '../store/outline.ts'
import { idsOfRows } from '../store/row-ids.ts'
import type { InnerPath } from './changes.ts'

interface Step {
  name: string
  isBlock: boolean
}

/** Splits a path such as `.k` or `[video].url` into its steps. */
export function innerStepsOf(inside: InnerPath): Step[] {
  return [...inside.matchAll(/[.[][^.[\]]+/g)].map(([step]) => ({ name: step.slice(1), isBlock: step.startsWith('[') }))
}

// biome-ignore lint/style/noNonNullAssertion: a path has at least one step
export const nameIn = (inside: InnerPath): string => innerStepsOf(inside).at(-1)!.name

export const isBlock = (inside: InnerPath): boolean => inside.endsWith(']')

export const parentOf = (inside: InnerPath): InnerPath => inside.slice(0, inside.length - nameIn(inside).length - (isBlock(inside) ? 2 : 1))

/** The path with its last name replaced. */
export const renamedAt = (inside: InnerPath, name: string): InnerPath => parentOf(inside) + (isBlock(inside) ? `[${name}]` : `.${name}`)

/** The path that filters and `$references` use for a place. */
export const pathOf = (column: string, inside: InnerPath = ''): string =>
  [column.replaceAll('$', '.'), ...innerStepsOf(inside).map(({ name }) => name)].join('.')

/** The field at a path of an outline. */
export function fieldAt(holds: Outline, inside: InnerPath): OutlinedField | undefined {
  let here: Pick<Outline, 'fields' | 'blocks' | 'text'> | undefined = holds
  for (const { name, isBlock } of innerStepsOf(inside))
    here = isBlock ? blockTypesIn(here)?.find((block) => block.name === name) : here?.fields?.find((field) => field.name === name)
  return here as OutlinedField | undefined
}

/** The types of the blocks in a list, or in a rich text. */
export const blockTypesIn = ({ blocks, text }: Pick<Outline, 'blocks' | 'text'> = {}): readonly OutlinedBlock[] | undefined =>
  blocks ?? text?.blocks

/** The type of a block, even if the type was renamed. */
export function blockIn({ blocks = [] }: Pick<Outline, 'blocks'>, row: unknown): OutlinedBlock | undefined {
  const type = (row as { blockType?: unknown } | null)?.blockType
  return blocks.find(({ name }) => name === type) ?? blocks.find(({ was = [] }) => was.some((name) => name === type))
}

export type JsonObject = Record<string, unknown>

/** An object and its identity: the path to it through row ids and keys. */
interface Holder {
  object: JsonObject
  within: string
}

/** The objects that may have the last key of a path; for a block type, its blocks. */
export const holdersOf = (value: unknown, inside: InnerPath): JsonObject[] => placedHolders(value, inside, '').map(({ object }) => object)

export function placedHolders(value: unknown, inside: InnerPath, within: string): Holder[] {
  const steps = innerStepsOf(inside)
  return holdersAt(value, isBlock(inside) ? steps : steps.slice(0, -1), within)
}

function holdersAt(value: unknown, steps: readonly Step[], within: string): Holder[] {
  const [step, ...rest] = steps
  const holders = Array.isArray(value) ? inRows(value, within) : isObject(value) ? [{ object: value, within }] : []
  if (!step) return holders
  return holders.flatMap(({ object, within }) => {
    if (!step.isBlock) return holdersAt(object[step.name], rest, `${within}.${step.name}`)
    const blocks = isText(object) ? inRows(blocksInText(object), within) : [{ object, within }]
    return blocks.flatMap((block) => (block.object['blockType'] === step.name ? holdersAt(block.object, rest, block.within) : []))
  })
}

const isText = (object: JsonObject): boolean => object['type'] === 'doc' && object['blockType'] === undefined

/** The attributes of all blocks of a rich text. */
const blocksInText = (text: JsonObject): JsonObject[] =>
  [...everyNode(text)].flatMap(({ node }) => (node['type'] === 'contentBlock' ? [attrsOf(node)] : []))

function inRows(rows: readonly unknown[], within: string): Holder[] {
  const ids = idsOfRows(rows, within)
  // biome-ignore lint/style/noNonNullAssertion: there is one id for each row
  return rows.flatMap((object, at) => (isObject(object) ? [{ object, within: ids[at]! }] : []))
}

const isObject = (one: unknown): one is JsonObject => typeof one === 'object' && one !== null && !Array.isArray(one)

/** Removes the blocks of a type from their lists. */
export function removeBlocks(value: unknown, inside: InnerPath): boolean {
  const parent = parentOf(inside)
  const lists = parent === '' ? [value] : isBlock(parent) ? [] : holdersOf(value, parent).map((one) => one[nameIn(parent)])
  let removed = false
  for (const list of lists) {
    if (!Array.isArray(list)) continue
    for (let at = list.length - 1; at >= 0; at--) {
      if (list[at]?.blockType !== nameIn(inside)) continue
      list.splice(at, 1)
      removed = true
    }
  }
  return removed
}

/** Renames a key without changing the order of keys. */
export function renameKey(object: JsonObject, from: string, to: string): void {
  const entries = Object.entries(object)
  for (const [key] of entries) delete object[key]
  for (const [key, value] of entries) if (key !== to) object[key === from ? to : key] = value
}
