/** Memoized values that are derived from immutable ones. Tested by test/schema/field-set.test.ts. */

/** Caches a value derived from an object for as long as the object exists. */
export function derived<Given extends object, Result>(work: (given: Given) => Result): (given: Given) => Result {
  const known = new WeakMap<Given, Result>()
  return (given) => {
    let result = known.get(given)
    if (result === undefined) {
      result = work(given)
      known.set(given, result)
    }
    return result
  }
}

/** Caches values derived from up to `most` texts, then clears the cache. */
export function derivedFromText<Result>(work: (given: string) => Result, most: number): (given: string) => Result {
  const known = new Map<string, Result>()
  return (given) => {
    let result = known.get(given)
    if (result === undefined) {
      result = work(given)
      if (known.size >= most) known.clear()
      known.set(given, result)
    }
    return result
  }
}
