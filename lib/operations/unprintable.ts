/** Values in a document that JSON can't hold, such as those that a hook has put there. Tested by test/operations/hooks.test.ts. */

/** The first place where `JSON.stringify` would fail, such as `price is a BigInt`. */
export function unprintableIn(value: unknown, path = '', within: readonly object[] = []): string | undefined {
  if (typeof value === 'bigint') return `${path} is a BigInt`
  if (typeof value !== 'object' || value === null || typeof (value as { toJSON?: unknown }).toJSON === 'function') return undefined
  if (within.includes(value)) return `${path} contains itself`
  const inner = [...within, value]
  for (const [key, one] of Object.entries(value)) {
    if (typeof one !== 'object' && typeof one !== 'bigint') continue
    const found = unprintableIn(one, path === '' ? key : `${path}.${key}`, inner)
    if (found !== undefined) return found
  }
  return undefined
}
