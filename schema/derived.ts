/** Values that follow from others, worked out once. What they follow from never changes. */

/** What follows from an object is forgotten with it. */
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

/** What follows from texts is kept for the `most` of them, then all are forgotten. */
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
