/** Finds a table, column or field that is known to be there. Tested by test/migrations/migrator.test.ts. */

export function byName<T extends { name: string }>(all: readonly T[], name: string): T {
  const found = all.find((one) => one.name === name)
  if (!found) throw new Error(`The plan refers to '${name}', which is missing`)
  return found
}
