/** Validates a filter that a rule returns. An empty branch is a mistake that would admit everyone: it throws, so the rule denies.
 * Tested by test/access/rule-shapes.test.ts.
 */
import { isPlainObject, kindOf } from '../../schema/plain-object.ts'
import { all } from '../query/filter.ts'
import type { Look } from '../query/paths.ts'
import type { AccessParts } from './contract.ts'

const MAX_DEPTH = 10

/** Resolves paths in a rule's filter, which the developer vouches for: no further rules apply to its hops. */
export const trustedLook = ({ dialect, entity }: Pick<AccessParts, 'dialect' | 'entity'>): Look => ({
  dialect,
  entity,
  rule: () => all,
  mustNameLocale: true,
  // Write-only fields have no column.
  visible: (field) => (field.writeOnly ? 'unknown' : 'yes'),
})

/** Throws if part of the filter is empty. Only the whole filter may be `{}`, which means everything. */
export function checkRuleFilter(filter: object): void {
  checkPlain(filter, 'its filter')
  if (Object.keys(filter).length > 0) checkBranch(filter, '', 0)
}

function checkBranch(branch: unknown, path: string, depth: number): void {
  checkPlain(branch, nameOf(path))
  if (depth > MAX_DEPTH) throw new Error(`its filter is nested deeper than ${MAX_DEPTH} levels`)
  const entries = Object.entries(branch)
  if (entries.length === 0) throw new Error(`${nameOf(path)} is an empty condition; return true or {} to admit everything, false to deny`)
  for (const [key, value] of entries) {
    const at = path === '' ? key : `${path}.${key}`
    if (key === 'and' || key === 'or') checkList(value, at, depth)
    else checkTests(value, at)
  }
}

function checkList(list: unknown, path: string, depth: number): void {
  if (!Array.isArray(list)) throw new Error(`${nameOf(path)} must be a list of conditions`)
  if (list.length === 0) throw new Error(`${nameOf(path)} is an empty list; return false to deny, true or {} to admit everything`)
  for (let index = 0; index < list.length; index++) checkBranch(list[index], `${path}.${index}`, depth + 1)
}

function checkTests(tests: unknown, path: string): void {
  checkPlain(tests, nameOf(path))
  const entries = Object.entries(tests)
  if (entries.length === 0) throw new Error(`${nameOf(path)} has no operator, such as equals`)
  for (const [operator, value] of entries) {
    if (holdsUndefined(value)) throw new Error(`${nameOf(path)} compares with undefined (${operator})`)
    if (operator === 'like' && value === '') throw new Error(`${nameOf(path)} has an empty 'like', which matches everything`)
  }
}

function checkPlain(value: unknown, name: string): asserts value is Record<string, unknown> {
  if (!isPlainObject(value)) throw new Error(`${name} must be a plain object, not ${kindOf(value)}`)
}

const nameOf = (path: string) => (path === '' ? 'its filter' : `'${path}' in its filter`)

function holdsUndefined(value: unknown): boolean {
  // `some` would skip the holes of a sparse list.
  return value === undefined || (Array.isArray(value) && Array.from(value).includes(undefined))
}
