/** Finds fields whose conditions need each other, so that none of them could ever be shown. Tested by test/schema/names-of-nothing.test.ts. */
import type { Condition, Field } from './model.ts'

/** The names of a circle that begins with the field, for the first of its fields alone. */
export function conditionCircle(field: Field, siblings: readonly Field[]): string[] | undefined {
  const circle = circleFrom(field, siblings)
  if (!circle || circle.length < 2 || circle.some((one) => siblings.indexOf(one) < siblings.indexOf(field))) return undefined
  return circle.map(({ name }) => name)
}

/** The shortest chain from a field back to itself. */
function circleFrom(start: Field, siblings: readonly Field[]): Field[] | undefined {
  const chains = [[start]]
  const visited = new Set<Field>()
  for (const chain of chains) {
    const needed = neededBy(chain.at(-1) as Field)
    if (needed.has(start.name)) return chain
    for (const field of siblings)
      if (needed.has(field.name) && !visited.has(field)) {
        visited.add(field)
        chains.push([...chain, field])
      }
  }
  return undefined
}

/** The fields that must have a value before this one is shown. A field with a default value may have one from the start. */
const neededBy = ({ condition, defaultValue }: Field): Set<string> =>
  condition && (defaultValue === undefined || defaultValue === null) ? needs(condition, true) : new Set()

/** The fields without which the condition can't hold, or can't fail. */
function needs({ field, and, or, not, ...tests }: Condition, holds: boolean): Set<string> {
  const parts: Set<string>[] = []
  if (field !== undefined && isRefusedByEmpty(tests, holds)) parts.push(new Set([field]))
  else if (field !== undefined && !holds) parts.push(new Set())
  if (and)
    parts.push(
      combined(
        and.map((one) => needs(one, holds)),
        holds,
      ),
    )
  if (or)
    parts.push(
      combined(
        or.map((one) => needs(one, holds)),
        !holds,
      ),
    )
  if (not) parts.push(needs(not, !holds))
  return combined(parts, holds)
}

/** All of them must be there, or one of the sets. */
function combined(sets: readonly Set<string>[], all: boolean): Set<string> {
  const names = [...new Set(sets.flatMap((one) => [...one]))]
  return new Set(all ? names : names.filter((name) => sets.every((one) => one.has(name))))
}

/** Empty values that a field without a value may or may not equal. */
const mayBeEmpty = (value: unknown): boolean => value === null || value === '' || value === false

/** Whether a field without a value surely keeps the tests from holding, or from failing. */
function isRefusedByEmpty({ equals, not_equals: other, in: among, not_in: notAmong, exists }: Condition, holds: boolean): boolean {
  const answers: { can: boolean; must: boolean }[] = []
  if (equals !== undefined) answers.push({ can: mayBeEmpty(equals), must: equals === null })
  if (other !== undefined) answers.push({ can: other !== null, must: !mayBeEmpty(other) })
  if (among) answers.push({ can: among.some(mayBeEmpty), must: among.includes(null) })
  if (notAmong) answers.push({ can: !notAmong.includes(null), must: !notAmong.some(mayBeEmpty) })
  if (exists !== undefined) answers.push({ can: !exists, must: !exists })
  return holds ? answers.some(({ can }) => !can) : answers.length > 0 && answers.every(({ must }) => must)
}
