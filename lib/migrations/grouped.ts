/** Groups in the order in which they begin; none of them is empty. Tested by test/migrations/migrator.test.ts. */

export function grouped<T>(all: readonly T[], nameOf: (one: T) => string): [T, ...T[]][] {
  const groups = new Map<string, [T, ...T[]]>()
  for (const one of all) {
    const group = groups.get(nameOf(one))
    if (group) group.push(one)
    else groups.set(nameOf(one), [one])
  }
  return [...groups.values()]
}
